// Puts the page together.

class Page {
  constructor(data) {
    this.model = new Model(data);
    this.view = new View(this.model);
    this.words = new Words(this.model);
    this.canvas = document.getElementById("lanes");
    this.scroll = document.getElementById("scroll");
    this.painter = new Painter(this.canvas, this.view);
    this.overview = new Overview(document.getElementById("overview"), this.view, this.painter);
    this.panel = new Panel(this.view, this.words);
    this.search = new Search(this.view);
    this.replay = new Replay(this.view);
    this.story = new Story(this.view, this.words);
    this.pointer = new Pointer(this.canvas, this.view, this.words);
    this.frame = 0;
    this.frameTimes = [];
    this.summary();
    this.listen();
    this.resize();
    this.begin();
  }

  summary() {
    const { model } = this;
    const { data } = model;
    const facts = [
      `${model.goroutines.toLocaleString("en")} goroutines`, `${model.procs} Ps`,
      `${model.decisions.length.toLocaleString("en")} decisions`, duration(model.length),
    ];
    if (data.dropped + data.leftOut) facts.push("the beginning of the run is left out");
    document.getElementById("program").textContent = document.title.replace(/ · X-ray$/, "");
    document.getElementById("summary").textContent = facts.join(" · ");
  }

  listen() {
    const { view, scroll, replay } = this;
    view.addEventListener("change", () => this.later());
    view.addEventListener("layout", () => this.layOut());
    view.addEventListener("reveal", (event) => this.reveal(event.detail));
    scroll.addEventListener("scroll", () => {
      view.top = scroll.scrollTop;
      this.later();
    });
    new ResizeObserver(() => this.resize()).observe(scroll);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.painter.colours = readColours();
      this.later();
    });
    const actions = {
      first: () => view.goTo(0), back: () => replay.step(-1), play: () => replay.toggle(), step: () => replay.step(1),
      slower: () => replay.faster(-1), faster: () => replay.faster(1), out: () => view.zoom(1.6),
      in: () => view.zoom(1 / 1.6), fit: () => view.show(0, this.model.length),
      help: () => document.getElementById("keys").showModal(),
    };
    for (const [id, act] of Object.entries(actions)) document.getElementById(id).addEventListener("click", act);
    listenToKeys(this);
  }

  /** At first some hundred decisions from the first on are visible: single spans, not a crowd. */
  begin() {
    const { model, view } = this;
    const { decisionTimes } = model;
    const many = decisionTimes.length > 400;
    if (many) {
      const last = decisionTimes[Math.min(decisionTimes.length - 1, 150)];
      view.show(0, Math.max(last * 1.05, 2000));
    }
    view.changed();
  }

  resize() {
    const { view, scroll } = this;
    view.width = scroll.clientWidth;
    view.height = scroll.clientHeight;
    this.painter.resize(view.width, view.height);
    this.layOut();
    this.draw();
  }

  layOut() {
    const rest = Math.max(0, this.view.total - this.view.height);
    document.getElementById("height").style.height = `${rest}px`;
  }

  later() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const begin = performance.now();
    this.painter.draw();
    this.overview.draw();
    this.panel.draw();
    this.story.draw();
    this.frameTimes.push(performance.now() - begin);
    if (this.frameTimes.length > 600) this.frameTimes.shift();
  }

  /** Scrolls so that a lane is visible. */
  reveal(row) {
    const { view, scroll } = this;
    const above = row.y - RULER, below = row.y + row.height - view.height + 8;
    if (scroll.scrollTop > above) scroll.scrollTop = above;
    else if (scroll.scrollTop < below) scroll.scrollTop = Math.min(above, below + view.height / 3);
  }

  moveLane(by) {
    const { view } = this;
    view.lane = Math.min(Math.max(0, view.lane + by), view.lanes.length - 1);
    if (view.lanes[view.lane]) this.reveal(view.lanes[view.lane]);
    view.changed();
  }

  selectHere() {
    const { view } = this;
    const lane = view.lanes[view.lane]?.lane;
    if (!lane?.spans.length) return;
    view.select(lane.spans[Math.max(0, lane.before(view.cursor))]);
  }

  alongLane(by) {
    const { view, model } = this;
    const lane = view.lanes[view.lane]?.lane;
    if (!lane?.spans.length) return;
    const here = view.selected >= 0 ? lane.spans.indexOf(view.selected) : lane.before(view.cursor);
    const next = Math.min(Math.max(0, here + by), lane.spans.length - 1);
    const row = view.lane;
    view.select(lane.spans[next]);
    if (lane.kind === "p") view.lane = row;
    view.reveal(model.from[lane.spans[next]]);
  }

  toWaker() {
    const { view, model } = this;
    const i = model.wakeOf.get(view.selected);
    const { wakes } = model.data;
    if (i === undefined || !wakes.g[i]) return;
    const span = model.byGoroutine[wakes.g[i] - 1].at(wakes.at[i]);
    if (span >= 0) view.select(span);
  }

  leave() {
    this.view.selected = -1;
    this.canvas.focus();
    this.view.changed();
  }
}

readData(document.getElementById("data").textContent).then(
  (data) => {
    // For tests and for the console.
    window.xray = new Page(data);
    document.documentElement.dataset.ready = "true";
  },
  (error) => {
    const failed = document.getElementById("failed");
    failed.hidden = false;
    failed.textContent = `This browser cannot show the page: ${error}`;
  },
);
