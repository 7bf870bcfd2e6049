// What is visible: a window of time, the cursor, the selection, and which lanes there are at which heights.

const LEFT = 132, NARROW_LEFT = 84;
const RULER = 26, CURVE = 34, PROC = 26, GOROUTINE = 18, TITLE = 22;

class View extends EventTarget {
  constructor(model) {
    super();
    this.model = model;
    this.from = 0;
    this.to = model.length;
    this.width = 800;
    this.height = 600;
    this.top = 0;
    this.cursor = model.decisions.length ? model.decisionTimes[0] : 0;
    this.decision = model.decisions.length ? 0 : -1;
    this.selected = -1;
    this.hovered = -1;
    this.lane = 0;
    this.matches = null;
    this.only = false;
    this.layOut();
  }

  get left() {
    return this.width < 560 ? NARROW_LEFT : LEFT;
  }

  get perPixel() {
    return (this.to - this.from) / Math.max(1, this.width - this.left);
  }

  x(time) {
    return this.left + (time - this.from) / this.perPixel;
  }

  time(x) {
    return this.from + (x - this.left) * this.perPixel;
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Lays the lanes out from top to bottom. */
  layOut() {
    const { model } = this;
    const rows = [];
    let y = RULER;
    const add = (row, height) => {
      rows.push({ ...row, y, height });
      y += height;
    };
    const most = Math.max(1, ...model.curves.slice(0, model.procs + 1).map((c) => c.highest));
    const few = model.procs <= 8 ? model.curves : model.curves.slice(model.procs);
    add({ title: "Processors" }, TITLE);
    model.byProc.forEach((lane) => add({ lane }, PROC));
    add({ title: "Queues, threads" }, TITLE);
    few.forEach((curve) => {
      const top = curve.name.includes("queue") ? most : Math.max(1, curve.highest);
      add({ curve, top }, CURVE);
    });
    const shown = model.byGoroutine.filter((lane) => !this.only || !this.matches || this.matches.has(lane.number));
    const all = shown.length === model.byGoroutine.filter(Boolean).length ? "" : ` (${shown.length} of ${model.goroutines})`;
    add({ title: `Goroutines${all}` }, TITLE);
    shown.forEach((lane) => add({ lane }, GOROUTINE));
    this.rows = rows;
    this.rowOf = new Map(rows.filter((r) => r.lane).map((r) => [r.lane, r]));
    this.lanes = rows.filter((r) => r.lane);
    this.total = y + 8;
    this.lane = Math.min(this.lane, this.lanes.length - 1);
  }

  /** The row at a height of the canvas. */
  rowAt(y) {
    if (y < RULER) return null;
    const at = y + this.top;
    let low = 0, high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].y + this.rows[middle].height <= at) low = middle + 1;
      else high = middle;
    }
    return this.rows[low] ?? null;
  }

  /** Shows this window. */
  show(from, to) {
    const { length } = this.model;
    const size = Math.min(length, Math.max(to - from, Math.min(length, 200)));
    from = Math.min(Math.max(0, from + (to - from - size) / 2), length - size);
    if (this.width && (from !== this.from || from + size !== this.to)) {
      this.from = from;
      this.to = from + size;
    }
    this.changed();
  }

  /** Makes the window smaller or larger by a factor, around a time. */
  zoom(factor, around = this.cursor) {
    if (around < this.from || around > this.to) around = (this.from + this.to) / 2;
    this.show(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }

  pan(part) {
    const by = (this.to - this.from) * part;
    const { length } = this.model;
    const size = this.to - this.from;
    const from = Math.min(Math.max(0, this.from + by), length - size);
    this.show(from, from + size);
  }

  /** Brings a time into the window. */
  reveal(time) {
    const size = this.to - this.from;
    if (time < this.from + size * 0.05 || time > this.to - size * 0.1) this.show(time - size / 3, time + (size * 2) / 3);
  }

  /** Puts the cursor on a decision. */
  goTo(decision) {
    const { decisions, decisionTimes } = this.model;
    if (!decisions.length) return;
    this.decision = Math.min(Math.max(0, decision), decisions.length - 1);
    this.cursor = decisionTimes[this.decision];
    this.reveal(this.cursor);
    this.changed();
  }

  /** Puts the cursor at a time: on the last decision up to there. */
  moveTo(time) {
    this.cursor = Math.min(Math.max(0, time), this.model.length);
    this.decision = Math.max(0, above(this.model.decisionTimes, this.cursor) - 1);
    this.changed();
  }

  /** Selects a span, and puts the cursor at its beginning. */
  select(span, reveal = true) {
    this.selected = span;
    if (span >= 0) {
      this.moveTo(this.model.from[span]);
      if (this.model.state[span] === RUNNING) {
        const i = this.model.decisions.indexOf(span, Math.max(0, this.decision - 64));
        if (i >= 0) this.decision = i;
      }
      if (reveal) this.revealSpan(span);
    }
    this.changed();
  }

  revealSpan(span) {
    const { from, to } = this.model;
    const size = this.to - this.from;
    if (to[span] - from[span] > size) this.show(from[span] - size * 0.1, to[span] + size * 0.1);
    else this.reveal(from[span]);
    const row = this.rowOf.get(this.model.byGoroutine[this.model.g[span]]);
    if (row) {
      this.lane = this.lanes.indexOf(row);
      this.dispatchEvent(new CustomEvent("reveal", { detail: row }));
    }
  }
}
