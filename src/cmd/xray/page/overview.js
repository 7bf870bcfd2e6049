// The strip above the lanes: the whole run, how busy the processors were, and the window that is visible.

class Overview {
  constructor(canvas, view, painter) {
    this.canvas = canvas;
    this.view = view;
    this.painter = painter;
    this.context = canvas.getContext("2d");
    this.columns = [];
    this.follow();
  }

  /** How busy the processors are in each column, and how many goroutines could run: found anew for each width. */
  measure(width) {
    const { model } = this.view;
    const running = model.curves[model.procs + 1];
    const queued = model.curves.slice(0, model.procs + 1);
    const at = (x) => (x / width) * model.length;
    this.columns = [];
    for (let x = 0; x < width; x++) {
      let busy = 0;
      for (const lane of model.byProc) {
        const spent = (time) => lane.spent(model, RUNNING, time, lane.before(time));
        busy += spent(at(x + 1)) - spent(at(x));
      }
      busy /= Math.max(1, (model.length / width) * model.byProc.length);
      let waits = 0;
      for (const curve of queued) {
        const i = above(curve.times, at(x)), j = above(curve.times, at(x + 1), i);
        waits += j > i ? curve.max(i, j) : curve.at(at(x));
      }
      this.columns.push({ busy, waits });
    }
    this.most = Math.max(1, ...this.columns.map((c) => c.waits));
    this.running = running;
  }

  draw() {
    const { context: c, canvas, view } = this;
    const { colours } = this.painter;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    const scale = window.devicePixelRatio || 1;
    if (this.columns.length !== width) {
      canvas.width = width * scale;
      canvas.height = height * scale;
      this.measure(width);
    }
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.fillStyle = colours.ground;
    c.fillRect(0, 0, width, height);
    this.columns.forEach(({ busy, waits }, x) => {
      c.fillStyle = colours.running;
      c.fillRect(x, height - busy * (height - 6), 1, busy * (height - 6));
      c.fillStyle = colours.runnable;
      const y = height - 3 - (waits / this.most) * (height - 8);
      if (waits) c.fillRect(x, y, 1, 2);
    });
    const x0 = (view.from / view.model.length) * width, x1 = (view.to / view.model.length) * width;
    c.fillStyle = colours.ground;
    c.globalAlpha = 0.62;
    c.fillRect(0, 0, x0, height);
    c.fillRect(x1, 0, width - x1, height);
    c.globalAlpha = 1;
    c.strokeStyle = colours.accent;
    c.lineWidth = 2;
    c.strokeRect(x0 + 1, 1, Math.max(3, x1 - x0 - 2), height - 2);
    c.fillStyle = colours.mark;
    c.fillRect((view.cursor / view.model.length) * width - 1, 0, 2, height);
  }

  /** Dragging moves the window; a press beside it brings it there. */
  follow() {
    const { canvas, view } = this;
    const to = (event) => {
      const middle = (event.offsetX / canvas.clientWidth) * view.model.length;
      const size = view.to - view.from;
      const from = Math.min(Math.max(0, middle - size / 2), view.model.length - size);
      view.show(from, from + size);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      to(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) to(event);
    });
  }
}
