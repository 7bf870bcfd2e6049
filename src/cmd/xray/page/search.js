// Search: goroutines by number or function, lines, objects, reasons. What matches is bright, Enter goes from one
// matching span to the next.

class Search {
  constructor(view) {
    this.view = view;
    this.query = document.getElementById("query");
    this.found = document.getElementById("found");
    this.only = document.getElementById("only");
    this.spans = [];
    this.follow();
  }

  /** Looks for the text; says how many goroutines and spans match. */
  look(text) {
    const { view } = this;
    const { model } = view;
    const wanted = text.trim().toLowerCase();
    if (!wanted) {
      this.spans = [];
      view.matches = null;
      this.found.textContent = "";
    } else {
      this.spans = this.matching(wanted);
      view.matches = new Set(this.spans.map((s) => model.g[s]));
      this.found.textContent = `${view.matches.size} of ${model.goroutines} Gs`;
      this.found.title = `${this.spans.length} spans`;
    }
    view.only = this.only.checked;
    view.layOut();
    view.dispatchEvent(new Event("layout"));
    view.changed();
    return { goroutines: view.matches?.size ?? 0, spans: this.spans.length };
  }

  matching(wanted) {
    const { model } = this.view;
    const number = /^g?(\d+)$/.exec(wanted);
    const has = model.texts.map((text) => text.toLowerCase().includes(wanted));
    const reasons = model.data.reasons.map((text) => text.toLowerCase().includes(wanted));
    const { goroutines, objects } = model.data;
    const ofG = goroutines.id.map((id, g) => (number ? id === Number(number[1]) : has[goroutines.func[g]]));
    const ofObject = objects.name.map((name, i) => has[name] || has[objects.about[i]]);
    const spans = [];
    for (let i = 0; i < model.count; i++) {
      const other = number
        ? false
        : has[model.line[i]] || has[model.what[i]] || (model.object[i] > 0 && ofObject[model.object[i] - 1])
          || (model.state[i] === WAITING && reasons[model.reason[i]]);
      if (ofG[model.g[i]] || other) spans.push(i);
    }
    return spans;
  }

  /** Goes to the next matching span, or to the one before. */
  go(step) {
    const { view } = this;
    if (!this.spans.length) return;
    const after = view.selected >= 0 ? view.selected : above(view.model.from, view.cursor) - 1;
    let i = above(this.spans, after);
    if (step < 0) i = above(this.spans, after - 1) - 1;
    view.select(this.spans[(i + this.spans.length) % this.spans.length]);
  }

  follow() {
    let timer = 0;
    this.query.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.look(this.query.value), 120);
    });
    this.only.addEventListener("change", () => this.look(this.query.value));
    document.getElementById("search").addEventListener("submit", (event) => event.preventDefault());
    this.query.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        clearTimeout(timer);
        this.look(this.query.value);
        this.go(event.shiftKey ? -1 : 1);
      }
    });
  }
}
