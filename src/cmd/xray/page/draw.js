// Draws the timeline. A lane costs as many strokes as it has visible spans or the canvas has pixels, whichever is less.

/** On a processor each goroutine has one of so many colours; its lane has a spot of that colour. */
const HUES = 8;

const STATES = ["runnable", "running", "waiting", "call"];

/** The colours of the page, read from its style. */
function readColours() {
  const style = getComputedStyle(document.documentElement);
  const names = ["ground", "raised", "line", "faint", "text", "quiet", "accent", "mark", "running", "runnable", "waiting"];
  names.push("call", "stopped", "arrow", "move", "curve", "on-bar");
  for (let hue = 0; hue < HUES; hue++) names.push(`hue-${hue}`);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

class Painter {
  constructor(canvas, view) {
    this.canvas = canvas;
    this.view = view;
    this.colours = readColours();
    this.context = canvas.getContext("2d", { alpha: false });
  }

  resize(width, height) {
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
  }

  draw() {
    const { view, context: c, colours } = this;
    c.fillStyle = colours.ground;
    c.fillRect(0, 0, view.width, view.height);
    c.font = "12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
    c.textBaseline = "middle";
    this.periods();
    c.save();
    c.beginPath();
    c.rect(0, RULER, view.width, view.height - RULER);
    c.clip();
    for (const row of view.rows) {
      const y = row.y - view.top;
      if (y + row.height < RULER || y > view.height) continue;
      if (row.title) this.title(row, y);
      else if (row.curve) this.curve(row, y);
      else this.lane(row, y);
    }
    drawArrows(this);
    c.restore();
    this.ruler();
    this.cursor();
  }

  title(row, y) {
    const { context: c, view, colours } = this;
    c.fillStyle = colours.raised;
    c.fillRect(0, y, view.width, row.height);
    c.fillStyle = colours.quiet;
    c.font = "600 11px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
    c.fillText(row.title, 8, y + row.height / 2);
    c.font = "12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
  }

  /** What stands at the left of a lane. */
  label(text, y, height, strong, indent = 0) {
    const { context: c, view, colours } = this;
    c.fillStyle = colours.ground;
    c.fillRect(0, y, view.left - 1, height);
    c.fillStyle = strong ? colours.text : colours.quiet;
    c.fillText(fitted(c, text, view.left - 14 - indent), 8 + indent, y + height / 2);
  }

  lane(row, y) {
    const { context: c, view, colours } = this;
    const { lane, height } = row;
    const dim = view.matches && lane.kind === "g" && !view.matches.has(lane.number);
    c.globalAlpha = dim ? 0.3 : 1;
    const begin = Math.max(0, lane.before(view.from));
    const end = lane.before(view.to) + 1;
    if (end > begin) {
      if (end - begin > (view.width - view.left) * 1.5) this.crowd(lane, y, height, begin);
      else this.spans(lane, y, height, begin, end);
    }
    if (lane.kind === "p") this.marks(lane, y, height);
    c.globalAlpha = 1;
    c.strokeStyle = colours.faint;
    c.beginPath();
    c.moveTo(view.left, y + height - 0.5);
    c.lineTo(view.width, y + height - 0.5);
    c.stroke();
    const current = view.lanes[view.lane] === row;
    this.label(lane.name, y, height, lane.kind === "p" || current || (view.matches && !dim), lane.kind === "g" ? 11 : 0);
    if (lane.kind === "g") {
      c.fillStyle = this.hue(lane.number);
      c.fillRect(8, y + height / 2 - 4, 7, 7);
    }
    if (current) {
      c.fillStyle = colours.accent;
      c.fillRect(0, y, 3, height - 1);
    }
  }

  /** Spans one by one. */
  spans(lane, y, height, begin, end) {
    const { context: c, view, colours } = this;
    const { model } = view;
    const inProc = lane.kind === "p";
    let last = -1;
    for (let i = begin; i < end; i++) {
      const span = lane.spans[i];
      const x0 = Math.max(view.left, view.x(lane.from[i]));
      const x1 = Math.min(view.width, view.x(lane.to[i]));
      if (x1 < view.left || (x1 - x0 < 0.4 && x1 < last)) continue;
      const state = model.state[span];
      const wide = Math.max(x1 - x0, state === RUNNING ? 1 : 0.5);
      last = x0 + wide;
      c.fillStyle = inProc && state === RUNNING ? this.hue(model.g[span]) : colours[STATES[state]];
      const thin = state === WAITING;
      const top = thin ? y + height * 0.36 : y + 2;
      c.fillRect(x0, top, wide > 3 ? wide - 0.6 : wide, thin ? height * 0.28 : height - 5);
      if (state === CALL && inProc) this.hatch(x0, y + 2, wide, height - 5);
      if (span === view.selected || span === view.hovered) this.outline(x0, y, wide, height, span === view.selected);
      if (wide > 34) this.inside(span, inProc, x0, y, wide, height);
    }
  }

  hue(g) {
    return this.colours[`hue-${g % HUES}`];
  }

  /** Flags for what happens to a processor, where there are not too many of them. */
  marks(lane, y, height) {
    const { context: c, view, colours } = this;
    const { marks, markTimes } = view.model;
    const first = above(markTimes[lane.number], view.from), last = above(markTimes[lane.number], view.to);
    if (last - first > (view.width - view.left) / 8) return;
    for (let i = first; i < last; i++) {
      const { at, kind } = marks[lane.number][i];
      if (kind === "proc.idle") continue;
      const x = view.x(at);
      c.fillStyle = kind === "proc.start" ? colours.accent : colours.move;
      c.fillRect(x - 0.5, y + 1, 1, height - 3);
      c.beginPath();
      c.moveTo(x, y + 1);
      c.lineTo(x + 6, y + 4);
      c.lineTo(x, y + 7);
      c.fill();
    }
  }

  outline(x, y, width, height, selected) {
    const { context: c, colours } = this;
    c.strokeStyle = selected ? colours.mark : colours.text;
    c.lineWidth = selected ? 2 : 1;
    c.strokeRect(x, y + 1.5, Math.max(2, width), height - 4);
    c.lineWidth = 1;
  }

  hatch(x, y, width, height) {
    const { context: c, colours } = this;
    c.save();
    c.beginPath();
    c.rect(x, y, width, height);
    c.clip();
    c.strokeStyle = colours.ground;
    c.beginPath();
    for (let at = x - height; at < x + width; at += 6) {
      c.moveTo(at, y + height);
      c.lineTo(at + height, y);
    }
    c.stroke();
    c.restore();
  }

  /** The words in a wide span. */
  inside(span, inProc, x, y, width, height) {
    const { context: c, view, colours } = this;
    const { model } = view;
    const state = model.state[span];
    let text = "";
    if (inProc) text = model.goroutine(model.g[span]);
    else if (state === WAITING) text = this.waitText(span);
    else if (state === RUNNING) text = `P${model.place[span] - 1}`;
    else if (state === RUNNABLE) text = model.queueName(model.place[span]);
    else text = "blocking call";
    const bright = state !== WAITING;
    text = fitted(c, text, width - 8);
    if (!text) return;
    if (!bright) {
      const wide = c.measureText(text).width;
      c.fillStyle = colours.ground;
      c.fillRect(x + 3, y + 2, wide + 6, height - 5);
    }
    c.fillStyle = bright ? colours["on-bar"] : colours.quiet;
    c.fillText(text, x + 6, y + height / 2 - 0.5);
  }

  waitText(span) {
    const { model } = this.view;
    const name = model.texts[model.what[span]];
    const reason = model.data.reasons[model.reason[span]] ?? "";
    return name ? `${reason}: ${name}` : reason;
  }

  /** More spans than pixels: each column shows what part of its time the lane was in which state. */
  crowd(lane, y, height, begin) {
    const { context: c, view, colours } = this;
    const { model } = view;
    const order = [RUNNING, CALL, RUNNABLE, WAITING];
    const spent = (time, i) => order.map((state) => lane.spent(model, state, time, i));
    let i = begin;
    const n = lane.from.length;
    let before = spent(view.from, lane.before(view.from));
    for (let x = view.left; x < view.width; x++) {
      const time = view.time(x + 1);
      if (i + 64 < n && lane.from[i + 64] > time) while (i + 1 < n && lane.from[i + 1] <= time) i++;
      else i = Math.max(i, lane.before(time));
      const now = spent(time, i);
      let bottom = y + height - 3;
      const whole = view.perPixel;
      order.forEach((state, k) => {
        const part = ((now[k] - before[k]) / whole) * (height - 5);
        if (part > 0.2) {
          c.fillStyle = colours[STATES[state]];
          c.fillRect(x, bottom - part, 1, part);
          bottom -= part;
        }
      });
      before = now;
    }
  }

  curve(row, y) {
    const { context: c, view, colours } = this;
    const { curve, top, height } = row;
    const floor = y + height - 4, scale = (height - 9) / top;
    c.beginPath();
    c.moveTo(view.left, floor);
    let i = above(curve.times, view.from);
    let value = i ? curve.levels[0][i - 1] : curve.first;
    for (let x = view.left; x <= view.width; x++) {
      const time = view.time(x + 1);
      const next = above(curve.times, time, i);
      const shown = next > i ? Math.max(value, curve.max(i, next)) : value;
      c.lineTo(x, floor - shown * scale);
      c.lineTo(x + 1, floor - shown * scale);
      if (next > i) value = curve.levels[0][next - 1];
      i = next;
    }
    c.lineTo(view.width, floor);
    c.globalAlpha = 0.25;
    c.fillStyle = colours.curve;
    c.fill();
    c.globalAlpha = 1;
    c.strokeStyle = colours.curve;
    c.stroke();
    this.label(curve.name, y, height, false);
    c.fillStyle = colours.quiet;
    c.textAlign = "right";
    c.fillText(`${curve.at(view.cursor)} / ${curve.highest}`, view.width - 6, y + 9);
    c.textAlign = "left";
  }

  /** Times in which the world stops or the collector works. */
  periods() {
    const { context: c, view, colours } = this;
    const { model } = view;
    const draw = (list, colour, alpha) => {
      c.fillStyle = colour;
      c.globalAlpha = alpha;
      for (const { from, to } of list) {
        if (to < view.from || from > view.to) continue;
        const x0 = Math.max(view.left, view.x(from)), x1 = Math.min(view.width, view.x(to));
        c.fillRect(x0, RULER, Math.max(1, x1 - x0), view.height - RULER);
      }
      c.globalAlpha = 1;
    };
    draw(model.collections, colours.move, 0.1);
    draw(model.stops, colours.stopped, 0.28);
  }

  ruler() {
    const { context: c, view, colours } = this;
    c.fillStyle = colours.raised;
    c.fillRect(0, 0, view.width, RULER);
    c.strokeStyle = colours.line;
    c.beginPath();
    c.moveTo(0, RULER - 0.5);
    c.lineTo(view.width, RULER - 0.5);
    c.moveTo(view.left - 0.5, 0);
    c.lineTo(view.left - 0.5, view.height);
    c.stroke();
    const rough = view.perPixel * 110;
    const unit = 10 ** Math.floor(Math.log10(rough));
    const every = [1, 2, 5, 10].map((k) => k * unit).find((size) => size >= rough);
    c.fillStyle = colours.quiet;
    for (let time = Math.ceil(view.from / every) * every; time <= view.to; time += every) {
      const x = view.x(time);
      c.fillRect(x, RULER - 7, 1, 6);
      if (x + 60 < view.width) c.fillText(duration(time), x + 4, RULER / 2);
    }
    c.fillText(duration(view.to - view.from), 8, RULER / 2);
  }

  cursor() {
    const { context: c, view, colours } = this;
    const x = view.x(view.cursor);
    if (x < view.left - 1 || x > view.width) return;
    c.fillStyle = colours.mark;
    c.fillRect(x - 0.75, 8, 1.5, view.height);
    c.beginPath();
    c.moveTo(x - 6, 2);
    c.lineTo(x + 6, 2);
    c.lineTo(x, 11);
    c.fill();
  }
}

/** The text, cut with an ellipsis to a width; empty if nothing of it fits. */
function fitted(c, text, width) {
  if (c.measureText(text).width <= width) return text;
  let fits = Math.floor((text.length * width) / c.measureText(text).width);
  while (fits > 1 && c.measureText(`${text.slice(0, fits)}…`).width > width) fits--;
  return fits > 1 ? `${text.slice(0, fits)}…` : "";
}
