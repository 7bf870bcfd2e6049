// The model: the tables of the trace with what is found by them. `page.rs` writes the tables.

const RUNNABLE = 0, RUNNING = 1, WAITING = 2, CALL = 3;

class Model {
  constructor(data) {
    this.data = data;
    this.texts = data.texts;
    this.length = Math.max(1, data.end - data.begin);
    const { spans } = data;
    this.count = spans.g.length;
    for (const column of ["g", "state", "place", "worker", "rule", "end", "reason", "object", "line", "what"]) {
      this[column] = Int32Array.from(spans[column]);
    }
    this.from = sums(spans.from);
    this.to = this.from.map((from, i) => from + spans.length[i]);
    this.kind = Object.fromEntries(data.kinds.map((text, i) => [text, i]));
    this.goroutines = data.goroutines.id.length;
    this.procs = this.countProcs();
    this.makeMarks();
    this.makeLanes();
    this.makeDecisions();
    this.makeQueues();
    this.makeEvents();
    this.makeCurves();
  }

  /** Row numbers by what `key` says of each, from 0 on; rows of which it says a negative number are left out. */
  grouped(count, key) {
    const groups = [];
    for (let i = 0; i < count; i++) {
      const k = key(i);
      if (k >= 0) (groups[k] ??= []).push(i);
    }
    return groups;
  }

  /** One more than the highest number of a processor. */
  countProcs() {
    const highest = (list) => list.reduce((a, b) => Math.max(a, b), 0);
    let most = highest(this.data.others.proc);
    for (let i = 0; i < this.count; i++) if (this.state[i] === RUNNING) most = Math.max(most, this.place[i]);
    return most;
  }

  makeLanes() {
    const byG = this.grouped(this.count, (i) => this.g[i]);
    this.byGoroutine = byG.map((spans, g) => new Lane(this, spans, this.goroutine(g), "g", g));
    const onProc = (i) => (this.state[i] === RUNNING || this.state[i] === CALL ? this.place[i] - 1 : -1);
    const byP = this.grouped(this.count, onProc);
    this.byProc = [];
    for (let p = 0; p < this.procs; p++) this.byProc.push(this.procLane(byP[p] ?? [], p));
  }

  /** A processor's lane: a call shows there until the processor is taken away, or runs something else. */
  procLane(spans, p) {
    const lane = new Lane(this, spans, `P${p}`, "p", p);
    for (let i = 0; i + 1 < lane.spans.length; i++) {
      if (lane.to[i] > lane.from[i + 1]) lane.to[i] = lane.from[i + 1];
    }
    const gone = this.marks[p].filter((mark) => mark.kind === "handoff" || mark.kind === "retake").map((mark) => mark.at);
    for (let i = 0; i < lane.spans.length; i++) {
      if (this.state[lane.spans[i]] !== CALL) continue;
      lane.to[i] = Math.min(lane.to[i], gone[above(gone, lane.from[i] - 1)] ?? Infinity);
    }
    lane.measure(this);
    return lane;
  }

  makeDecisions() {
    const all = [];
    for (let i = 0; i < this.count; i++) if (this.state[i] === RUNNING) all.push(i);
    this.decisions = Int32Array.from(all);
    this.decisionTimes = Float64Array.from(all, (i) => this.from[i]);
    const { wakes } = this.data;
    this.wakeOf = new Map(wakes.span.map((span, i) => [span, i]));
    this.wakeTimes = Float64Array.from(wakes.span, (span) => this.from[span]);
  }

  makeQueues() {
    const waits = this.grouped(this.count, (i) => (this.state[i] === RUNNABLE ? this.place[i] : -1));
    this.queues = [];
    for (let q = 0; q < Math.max(waits.length, 1 + 2 * this.procs); q++) {
      this.queues.push(new Queue(this, q, waits[q] ?? []));
    }
  }

  makeEvents() {
    const { others, moves } = this.data;
    this.moveTimes = Float64Array.from(moves.at);
    this.otherTimes = Float64Array.from(others.at);
    // What a processor took where, by the goroutine that it then ran: the event before its decision.
    this.takes = this.grouped(others.at.length, (i) => {
      const text = this.data.kinds[others.kind[i]];
      return ["steal", "steal.runnext", "global", "tick61"].includes(text) ? others.proc[i] : -1;
    });
    this.stops = this.periods("stop", "go");
    this.collections = this.phases();
  }

  /** Times between an event of one kind and the next of another. */
  periods(first, last) {
    const { others } = this.data;
    const out = [];
    let since = -1;
    for (let i = 0; i < others.at.length; i++) {
      if (others.kind[i] === this.kind[first] && since < 0) since = others.at[i];
      if (others.kind[i] === this.kind[last] && since >= 0) {
        out.push({ from: since, to: others.at[i], text: "the world stops" });
        since = -1;
      }
    }
    if (since >= 0) out.push({ from: since, to: this.length, text: "the world stops" });
    return out;
  }

  /** What the collector does when. */
  phases() {
    const { others, phases } = this.data;
    const out = [];
    let open = null;
    for (let i = 0; i < others.at.length; i++) {
      if (others.kind[i] !== this.kind.gc) continue;
      if (open) out.push({ ...open, to: others.at[i] });
      const text = phases[others.arg[i]];
      open = text ? { from: others.at[i], text: `collector: ${text}` } : null;
    }
    if (open) out.push({ ...open, to: this.length });
    return out;
  }

  makeCurves() {
    const curve = (name, keep) => {
      const rows = [];
      for (let i = 0; i < this.count; i++) if (keep(i)) rows.push(i);
      const begins = Float64Array.from(rows, (i) => this.from[i]);
      const ends = Float64Array.from(rows, (i) => this.to[i]).sort();
      return new Curve(name, begins, ends);
    };
    const inQueue = (...numbers) => (i) => this.state[i] === RUNNABLE && numbers.includes(this.place[i]);
    this.curves = [];
    for (let p = 0; p < this.procs; p++) this.curves.push(curve(`P${p} queue`, inQueue(1 + 2 * p, 2 + 2 * p)));
    this.curves.push(curve("global queue", inQueue(0)));
    this.curves.push(curve("running", (i) => this.state[i] === RUNNING));
    this.curves.push(this.threads());
    this.curves.push(this.searching());
  }

  /** How many Ms are awake; those that were there before the trace begins count from their first event on. */
  threads() {
    const { others } = this.data;
    const begins = [], ends = [];
    const awake = new Set();
    for (let i = 0; i < others.at.length; i++) {
      const text = this.data.kinds[others.kind[i]], m = others.arg[i];
      const on = text === "thread.new" || text === "thread.wake" || text === "proc.start";
      const off = text === "thread.idle" || text === "thread.exit";
      if (on && !awake.has(m)) awake.add(m), begins.push(others.at[i]);
      if (off && awake.delete(m)) ends.push(others.at[i]);
    }
    return new Curve("Ms awake", Float64Array.from(begins), Float64Array.from(ends));
  }

  /** How many Ms search for work. */
  searching() {
    const { others } = this.data;
    const times = (kind) => Float64Array.from(others.at.filter((_, i) => others.kind[i] === this.kind[kind]));
    return new Curve("Ms searching", times("spin.start"), times("spin.stop"));
  }

  /** What happens to a processor beside running: hand-offs, Ms that take it, requests to yield. */
  makeMarks() {
    const { others, kinds } = this.data;
    const texts = {
      handoff: () => "handed off: its M begins a long call",
      retake: () => "retaken from a blocking call",
      "proc.start": (m) => `M${m} takes it`,
      "proc.idle": () => "becomes idle",
      "preempt.ask": () => "its goroutine is asked to yield",
      overflow: (n) => `its queue is full: ${n} goroutines go to the global queue`,
    };
    this.marks = Array.from({ length: this.procs }, () => []);
    for (let i = 0; i < others.at.length; i++) {
      const kind = kinds[others.kind[i]];
      if (!texts[kind]) continue;
      const p = kind === "retake" || kind === "preempt.ask" ? others.arg[i] : others.proc[i] - 1;
      this.marks[p]?.push({ at: others.at[i], kind, text: texts[kind](others.arg[i]) });
    }
    this.markTimes = this.marks.map((list) => Float64Array.from(list, (mark) => mark.at));
  }

  goroutine(g) {
    const { id, func } = this.data.goroutines;
    return `G${id[g]} ${this.texts[func[g]].replace(/^main\./, "")}`.trim();
  }

  shortName(g) {
    return `G${this.data.goroutines.id[g]}`;
  }

  /** A queue in words. */
  queueName(number) {
    if (number === 0) return "global queue";
    const p = (number - 1) >> 1;
    return number % 2 ? `runnext of P${p}` : `queue of P${p}`;
  }

  /** The last event by which processor `p` took `g` from somewhere at `time`, or -1. */
  take(p, g, time) {
    const list = this.takes[p + 1];
    if (!list) return -1;
    const { others } = this.data;
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (others.at[list[middle]] <= time) low = middle + 1;
      else high = middle;
    }
    const i = list[low - 1];
    return low > 0 && others.g[i] === g + 1 ? i : -1;
  }

  /** The moves of the goroutines that came with a taken one. */
  movesOf(take, until) {
    const { others, moves } = this.data;
    const list = [];
    const p = others.proc[take] - 1;
    for (let i = above(this.moveTimes, others.at[take] - 1e-9); i < moves.at.length && moves.at[i] <= until; i++) {
      if (moves.why[i] === others.kind[take] && moves.to[i] === 2 + 2 * p) list.push(i);
    }
    return list;
  }
}
