// A lane: the spans of one goroutine or processor, in the order of time, none over another. Finding the visible ones
// takes a binary search, and how much of a pixel is of which state takes two look-ups in sums.

class Lane {
  /** `spans` are numbers of rows of the model's table; `name` what stands at the left. */
  constructor(model, spans, name, kind, number) {
    this.name = name;
    this.kind = kind;
    this.number = number;
    this.spans = Int32Array.from(spans);
    const n = this.spans.length;
    this.from = new Float64Array(n);
    this.to = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      this.from[i] = model.from[this.spans[i]];
      this.to[i] = model.to[this.spans[i]];
    }
    this.measure(model);
  }

  /** Adds up how long the lane was in each state, up to the end of each span. */
  measure(model) {
    const n = this.spans.length;
    this.sums = [0, 1, 2, 3].map(() => new Float64Array(n + 1));
    for (let i = 0; i < n; i++) {
      for (const sum of this.sums) sum[i + 1] = sum[i];
      this.sums[model.state[this.spans[i]]][i + 1] += this.to[i] - this.from[i];
    }
  }

  /** The place in the lane of the last span that begins at or before `time`; -1: there is none. */
  before(time) {
    return above(this.from, time) - 1;
  }

  /** The span at a time, or -1. `slack`: how far beside it counts. */
  at(time, slack = 0) {
    const i = this.before(time + slack);
    return i >= 0 && this.to[i] >= time - slack ? this.spans[i] : -1;
  }

  /** How long the lane was in `state` before `time`, where `i` is `before(time)`. */
  spent(model, state, time, i) {
    if (i < 0) return 0;
    const whole = this.sums[state][i];
    if (model.state[this.spans[i]] !== state) return whole;
    return whole + Math.max(0, Math.min(time, this.to[i]) - this.from[i]);
  }
}
