// A queue: the spans of goroutines that wait in it. What it holds at a time is found from the nearest of the states
// that are kept, one for each 512 spans.

const KEEP = 512;

class Queue {
  /** `spans` are numbers of rows, sorted by where they begin. */
  constructor(model, number, spans) {
    this.model = model;
    this.number = number;
    this.spans = Int32Array.from(spans);
    this.from = this.spans.length ? Float64Array.from(this.spans, (s) => model.from[s]) : new Float64Array();
    this.kept = [];
    let held = [];
    for (let i = 0; i < this.spans.length; i++) {
      if (i % KEEP === 0) {
        held = held.filter((s) => model.to[s] > this.from[i]);
        this.kept.push(Int32Array.from(held));
      }
      held.push(this.spans[i]);
    }
  }

  /** The spans that are in the queue at a time, the oldest first. */
  at(time) {
    const n = above(this.from, time);
    if (n === 0) return [];
    const page = ((n - 1) / KEEP) | 0;
    const to = this.model.to;
    const held = Array.from(this.kept[page]).filter((s) => to[s] > time);
    for (let i = page * KEEP; i < n; i++) if (to[this.spans[i]] > time) held.push(this.spans[i]);
    return held;
  }
}
