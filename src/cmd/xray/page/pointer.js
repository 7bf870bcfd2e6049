// Mouse, pen and fingers on the timeline: drag pans, the wheel with Ctrl and two fingers zoom, a click selects, hovering
// explains.

class Pointer {
  constructor(canvas, view, words) {
    this.canvas = canvas;
    this.view = view;
    this.words = words;
    this.tip = document.getElementById("tip");
    this.down = new Map();
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", (event) => this.down.delete(event.pointerId));
    canvas.addEventListener("pointerleave", () => this.hover(-1));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("dblclick", (event) => view.zoom(1 / 3, view.time(event.offsetX)));
  }

  /** The span under a point, or -1. */
  span(x, y) {
    const { view } = this;
    const row = view.rowAt(y);
    if (!row?.lane || x < view.left) return -1;
    return row.lane.at(view.time(x), view.perPixel * 2);
  }

  /** What happens to a processor near a point, in words. */
  markAt(x, y) {
    const { view } = this;
    const lane = view.rowAt(y)?.lane;
    if (lane?.kind !== "p" || x < view.left) return "";
    const { marks, markTimes } = view.model;
    const near = (time) => above(markTimes[lane.number], time);
    const found = marks[lane.number].slice(near(view.time(x - 5)), near(view.time(x + 4)));
    return found.slice(0, 4).map((mark) => `${lane.name}: ${escape(mark.text)}`).join("<br>");
  }

  press(event) {
    this.down.set(event.pointerId, { x: event.offsetX, y: event.offsetY, moved: false });
    this.canvas.setPointerCapture(event.pointerId);
    this.from = { from: this.view.from, to: this.view.to };
    this.selecting = event.shiftKey ? this.view.time(event.offsetX) : null;
  }

  move(event) {
    const { view } = this;
    const start = this.down.get(event.pointerId);
    if (!start) {
      this.mark = this.markAt(event.offsetX, event.offsetY);
      return this.hover(this.span(event.offsetX, event.offsetY), event);
    }
    const by = event.offsetX - start.x;
    if (Math.abs(by) > 3) start.moved = true;
    if (this.down.size === 2) return this.pinch(event, start);
    if (start.moved && this.selecting === null) {
      const size = this.from.to - this.from.from;
      const shift = by * view.perPixel;
      const from = Math.min(Math.max(0, this.from.from - shift), view.model.length - size);
      view.show(from, from + size);
    }
  }

  pinch(event, start) {
    const other = [...this.down].find(([id]) => id !== event.pointerId)[1];
    const before = Math.abs(start.x - other.x), now = Math.abs(event.offsetX - other.x);
    if (before > 10 && now > 10) this.view.zoom(before / now, this.view.time((event.offsetX + other.x) / 2));
    start.x = event.offsetX;
  }

  release(event) {
    const { view } = this;
    const start = this.down.get(event.pointerId);
    this.down.delete(event.pointerId);
    if (!start) return;
    if (this.selecting !== null && start.moved) {
      const ends = [this.selecting, view.time(event.offsetX)].sort((a, b) => a - b);
      return view.show(...ends);
    }
    if (start.moved) return;
    const row = view.rowAt(event.offsetY);
    const lane = view.lanes.indexOf(row);
    if (lane >= 0) view.lane = lane;
    const span = this.span(event.offsetX, event.offsetY);
    if (span >= 0) view.select(span, false);
    else if (event.offsetX >= view.left) view.moveTo(view.time(event.offsetX));
    else view.changed();
  }

  wheel(event) {
    const { view } = this;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      view.zoom(Math.exp(event.deltaY * 0.004), view.time(event.offsetX));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      view.pan((event.deltaX || event.deltaY) / view.width);
    }
  }

  hover(span, event) {
    const { view, tip } = this;
    const mark = event ? this.mark ?? "" : "";
    if (view.hovered !== span) view.changed();
    view.hovered = span;
    const text = [mark, span < 0 ? "" : this.text(span)].filter(Boolean).join("<br>");
    if (text !== this.said) tip.innerHTML = text;
    this.said = text;
    tip.hidden = !text;
    if (!text || !event) return;
    const { width, height } = tip.getBoundingClientRect();
    const x = Math.min(event.clientX + 14, innerWidth - width - 6);
    const y = event.clientY + 18 + height > innerHeight ? event.clientY - height - 10 : event.clientY + 18;
    tip.style.left = `${Math.max(4, x)}px`;
    tip.style.top = `${Math.max(4, y)}px`;
  }

  text(span) {
    const { words, view } = this;
    const { model } = view;
    const lines = [`<b>${words.g(model.g[span])}</b> ${words.state(span)} · ${duration(model.to[span] - model.from[span])}`];
    if (model.state[span] === RUNNING) lines.push(`${words.rule(span)}; then ${words.end(span)}`);
    if (words.object(span)) lines.push(`for ${words.object(span)}`);
    if (words.waker(span)) lines.push(words.waker(span));
    if (model.line[span]) lines.push(words.place(model.line[span]));
    return lines.join("<br>");
  }
}
