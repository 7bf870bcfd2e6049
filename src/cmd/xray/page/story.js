// The story of an explored run: what its goroutines did, step by step, beside a run that passes.

class Story {
  constructor(view, words) {
    this.view = view;
    this.words = words;
    this.story = view.model.data.story;
    this.buttons = [];
    this.section = document.getElementById("story");
    if (!this.story) return;
    document.documentElement.classList.add("told");
    this.section.hidden = false;
    this.write();
    this.section.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-decision]");
      if (button) this.show(Number(button.dataset.decision));
    });
  }

  /** The decision that began a step; below 0 if the trace does not have it. */
  decision(does) {
    const { model } = this.view;
    const at = does.step - 1, span = model.decisions[at];
    const id = does.goroutine === "main" ? 1 : Number(does.goroutine.slice(1));
    return span !== undefined && model.data.goroutines.id[model.g[span]] === id ? at : -1;
  }

  write() {
    const { story } = this;
    const title = story.title ?? "The run does not fail";
    const takes = story.title ? `<p>${escape(story.takes)}</p>` : "";
    const parts = [`<p id="failure">${escape(title)}</p>`, takes, this.list(story.steps, true)];
    if (story.beside) parts.push(this.beside(story.beside));
    document.getElementById("told").innerHTML = parts.join("");
    this.buttons = [...this.section.querySelectorAll("button[data-decision]")];
  }

  list(lines, linked) {
    return `<ol class="story">${lines.map((line) => this.line(line, linked)).join("")}</ol>`;
  }

  line(line, linked) {
    if (line.kind === "switch") return `<li class="switch">${line.back ? "back to" : "switch to"} ${escape(line.to)}</li>`;
    if (line.kind === "timer") {
      return `<li class="switch">a timer fires ${escape(line.ahead)} early, while goroutines can run</li>`;
    }
    if (line.kind === "clock") {
      return `<li class="switch">all goroutines of the bubble wait: its clock advances by ${escape(line.by)}</li>`;
    }
    if (line.kind === "collects") return `<li class="switch">the garbage collector runs</li>`;
    const at = linked ? this.decision(line) : -1;
    const text = this.does(line);
    return at < 0 ? `<li>${text}</li>` : `<li><button data-decision="${at}" title="Step ${line.step}">${text}</button></li>`;
  }

  does(it) {
    const source = it.source ? `<span class="code">${escape(it.source)}</span>` : "";
    const lost = it.lost ? `, <em>${escape(it.lost)}</em>` : "";
    const times = it.times > 1 ? ` (${it.times} times)` : "";
    const place = `<small>${escape(it.function)} ${escape(it.place)}</small>`;
    return `<span class="g">${escape(it.goroutine)}</span> ${escape(it.does)}${lost}${times} ${place}${source}`;
  }

  /** Both runs, from where they part. */
  beside(beside) {
    const nothing = "no further step that this story shows";
    const none = (text) => `<p class="none">${text}</p>`;
    const ended = beside.ends ? "the program ends while goroutines could go on" : nothing;
    const common = beside.common ? `<p>${this.does(beside.common)}</p>` : "";
    const behind = this.story.steps.findIndex((line) => line.kind === "does" && line.step > beside.steps);
    const ours = behind < 0 ? [] : this.story.steps.slice(behind);
    const column = (lines, linked, text) => (lines.length ? this.list(lines, linked) : none(text));
    const rows = `<tr><td>${column(ours, true, nothing)}</td><td>${column(beside.story, false, ended)}</td></tr>`;
    const head = `<tr><th scope="col">this run</th><th scope="col">that run</th></tr>`;
    const { differs } = beside;
    const then = differs
      ? `<p>${escape(`Where ${differs.fails.goroutine} comes to ${differs.fails.place}:`)}</p>
        <dl id="differs"><dt>this run</dt><dd>${escape(differs.fails.does)}</dd><dt>that run</dt><dd>${escape(differs.passes.does)}</dd></dl>`
      : "";
    return `<h2>Beside another run</h2><p>${escape(this.story.head)}</p>${common}
      <table id="beside"><thead>${head}</thead><tbody>${rows}</tbody></table>${then}`;
  }

  /** Goes to a step, and marks the goroutine's span. */
  show(decision) {
    this.view.goTo(decision);
    this.view.select(this.view.model.decisions[decision]);
    this.view.decision = decision;
    this.view.changed();
  }

  /** The line at the cursor. */
  draw() {
    let now = -1;
    this.buttons.forEach((button, i) => {
      if (Number(button.dataset.decision) <= this.view.decision && !button.closest("#beside")) now = i;
    });
    if (now === this.now) return;
    this.now = now;
    for (const button of this.section.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    this.buttons[now]?.setAttribute("aria-current", "step");
    this.buttons[now]?.scrollIntoView({ block: "nearest" });
  }

  /** To the line behind the one at the cursor, or before it. */
  step(by) {
    const lines = this.buttons.filter((button) => !button.closest("#beside"));
    const next = lines[Math.min(Math.max(0, (this.now ?? -1) + by), lines.length - 1)];
    if (next) this.show(Number(next.dataset.decision));
  }
}
