// Words: times, spans, decisions. Everything that comes from the program is escaped before it becomes part of the page.

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text) {
  return String(text).replace(/[&<>"']/g, (c) => ESCAPES[c]);
}

/** A time in nanoseconds with a unit that suits it. */
function duration(ns) {
  const size = Math.abs(ns);
  if (size >= 1e9) return `${(ns / 1e9).toFixed(size >= 1e10 ? 2 : 3)} s`;
  if (size >= 1e6) return `${(ns / 1e6).toFixed(size >= 1e8 ? 1 : size >= 1e7 ? 2 : 3)} ms`;
  if (size >= 1e3) return `${(ns / 1e3).toFixed(size >= 1e5 ? 0 : 1)} µs`;
  return `${Math.round(ns)} ns`;
}

/** A moment, as exact as a scale of `perPixel` nanoseconds a pixel can show. */
function moment(ns, perPixel) {
  const digits = Math.max(0, Math.min(6, Math.ceil(6 - Math.log10(Math.max(1, perPixel * 100)))));
  return `${(ns / 1e6).toFixed(digits)} ms`;
}

class Words {
  constructor(model) {
    this.model = model;
  }

  g(g) {
    return escape(this.model.goroutine(g));
  }

  /** A line of the program, with its text. */
  place(line) {
    const { texts, data } = this.model;
    if (!line) return "";
    const code = data.source[line];
    const text = `<code>${escape(texts[line])}</code>`;
    return code ? `${text}<span class="code">${escape(code)}</span>` : text;
  }

  /** What a goroutine waits for. */
  object(span) {
    const { model } = this;
    const name = model.texts[model.what[span]] || this.objectName(model.object[span]);
    const about = this.objectAbout(model.object[span]);
    const more = about && about !== name ? ` <span class="none">(${escape(about)})</span>` : "";
    return name ? `<b>${escape(name)}</b>${more}` : "";
  }

  objectName(object) {
    const { data, texts } = this.model;
    return object ? texts[data.objects.name[object - 1]] : "";
  }

  objectAbout(object) {
    const { data, texts } = this.model;
    return object ? texts[data.objects.about[object - 1]] : "";
  }

  /** What a goroutine does in a span, in a few words. */
  state(span) {
    const { model } = this;
    switch (model.state[span]) {
      case RUNNING:
        return `runs on P${model.place[span] - 1}, M${model.worker[span] - 1}`;
      case RUNNABLE:
        return `runnable, in the ${model.queueName(model.place[span])}`;
      case CALL:
        return "in a blocking call";
      default:
        return escape(model.data.reasons[model.reason[span]] ?? "waiting");
    }
  }

  /** How a slice ended. */
  end(span) {
    const { model } = this;
    const kind = model.data.kinds[model.end[span]];
    const words = {
      park: `waits: ${escape(model.data.reasons[model.reason[span]])}`,
      yield: "yields",
      preempted: "is preempted",
      displaced: "makes room",
      done: "ends",
      "syscall.enter": "begins a blocking call",
      go: "the trace ends",
    };
    return words[kind] ?? escape(kind);
  }

  /** Who woke or made the goroutine for this slice. */
  waker(span) {
    const { model } = this;
    const i = model.wakeOf.get(span);
    if (i === undefined) return "";
    const { wakes } = model.data;
    const what = wakes.made[i] ? "made" : "woken";
    const by = wakes.g[i] ? `by ${this.g(wakes.g[i] - 1)}` : wakes.proc[i] ? "by the runtime" : "from outside";
    const on = wakes.proc[i] ? ` on P${wakes.proc[i] - 1}` : "";
    return `${what} ${by}${on}, ${duration(model.from[span] - wakes.at[i])} before`;
  }

  /** The rule of a decision in words, with where the goroutine came from. */
  rule(span) {
    const { model } = this;
    const p = model.place[span] - 1;
    const take = model.take(p, model.g[span], model.from[span]);
    let text = escape(model.data.rules[model.rule[span]]);
    if (take >= 0) {
      const kind = model.data.kinds[model.data.others.kind[take]];
      const moved = model.movesOf(take, model.from[span]).map((i) => model.shortName(model.data.moves.g[i]));
      if (kind.startsWith("steal")) text += ` from P${model.data.others.arg[take]}`;
      if (moved.length) text += `; with it ${moved.length} more: ${names(moved)}`;
    }
    return text;
  }

  /** A decision as a sentence. */
  decision(span) {
    const { model } = this;
    return `<b>P${model.place[span] - 1}</b>: ${this.rule(span)} → <b>${this.g(model.g[span])}</b>`;
  }
}

/** Some names, cut after the first eight. */
function names(list) {
  return list.slice(0, 8).join(" ") + (list.length > 8 ? " …" : "");
}
