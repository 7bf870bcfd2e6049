// The panel: the decision at the cursor with what the queues hold, and what is selected.

/** How many goroutines of a queue are named. */
const NAMED = 48;

class Panel {
  constructor(view, words) {
    this.view = view;
    this.words = words;
    this.find = (id) => document.getElementById(id);
    this.follow();
    this.legend();
  }

  draw() {
    this.now();
    this.details();
  }

  now() {
    const { view, words } = this;
    const { model } = view;
    const count = model.decisions.length;
    this.find("place").textContent = count ? `${view.decision + 1} of ${count}` : "";
    if (!count) {
      this.find("now-text").textContent = "The trace has no decision of the scheduler.";
      return;
    }
    const span = model.decisions[view.decision];
    const scale = Math.min(10, view.perPixel), since = view.cursor - model.from[span];
    const later = since > 0 ? ` <span class="none">(the cursor is ${duration(since)} later)</span>` : "";
    const text = `${moment(model.from[span], scale)} · ${words.decision(span)}${later}`;
    if (text !== this.said) this.find("now-text").innerHTML = text;
    this.said = text;
    if (this.shown === view.cursor) return;
    this.shown = view.cursor;
    this.find("queues").innerHTML = this.queues(span);
  }

  /** What runs and what waits at the cursor, as a table. */
  queues(span) {
    const { view } = this;
    const { model } = view;
    const moved = this.justMoved(span);
    const rows = [];
    for (let p = 0; p < model.procs; p++) {
      const runs = model.byProc[p].at(view.cursor);
      const now = runs >= 0 && model.to[runs] > view.cursor ? this.token(runs, "runs") : `<span class="none">idle</span>`;
      const next = model.queues[1 + 2 * p].at(view.cursor).map((s) => this.token(s, "next"));
      const queue = this.list(model.queues[2 + 2 * p].at(view.cursor), moved);
      const parts = [now, next.length ? `<small>next</small> ${next.join("")}` : "", queue];
      rows.push(`<tr><th scope="row">P${p}</th><td>${parts.filter(Boolean).join(" ")}</td></tr>`);
    }
    const all = this.list(model.queues[0].at(view.cursor), moved) || `<span class="none">empty</span>`;
    rows.push(`<tr><th scope="row">global</th><td>${all}</td></tr>`);
    return `<table><tbody>${rows.join("")}</tbody></table>`;
  }

  /** The goroutines that the decision moved. */
  justMoved(span) {
    const { model } = this.view;
    const take = model.take(model.place[span] - 1, model.g[span], model.from[span]);
    if (take < 0) return new Set();
    return new Set(model.movesOf(take, model.from[span]).map((i) => model.data.moves.g[i]));
  }

  list(spans, moved) {
    const { model } = this.view;
    if (!spans.length) return "";
    const shown = spans.slice(0, NAMED).map((s) => this.token(s, moved.has(model.g[s]) ? "queued new" : "queued"));
    const more = spans.length > NAMED ? ` <small>and ${spans.length - NAMED} more</small>` : "";
    return `<small>${spans.length}:</small> ${shown.join("")}${more}`;
  }

  token(span, kind) {
    const { model } = this.view;
    const g = model.g[span];
    const name = kind === "runs" ? model.goroutine(g) : model.shortName(g);
    const title = escape(model.goroutine(g));
    return `<button class="token ${kind}" data-span="${span}" title="${title}">${escape(name)}</button>`;
  }

  details() {
    const { view } = this;
    if (this.detailed === view.selected) return;
    this.detailed = view.selected;
    const none = "Nothing: click a span, or press Enter on the lane that the arrow keys chose.";
    this.find("details").innerHTML = view.selected < 0 ? `<p class="none">${none}</p>` : this.about(view.selected);
  }

  about(span) {
    const { view, words } = this;
    const { model } = view;
    const g = model.g[span];
    const { goroutines } = model.data;
    const rows = [["goroutine", `<span class="g">${words.g(g)}</span>`]];
    if (goroutines.parent[g]) rows.push(["made by", words.g(goroutines.parent[g] - 1)]);
    if (goroutines.made[g]) rows.push(["made at", words.place(goroutines.made[g])]);
    rows.push(["does", words.state(span)]);
    rows.push(["for", `${duration(model.to[span] - model.from[span])}, from ${moment(model.from[span], 1)}`]);
    if (model.state[span] === RUNNING) {
      rows.push(["chosen", words.rule(span)]);
      rows.push(["then", words.end(span)]);
    }
    if (words.waker(span)) rows.push(["it was", words.waker(span)]);
    if (words.object(span)) rows.push(["object", words.object(span)]);
    if (model.line[span]) rows.push(["at", words.place(model.line[span])]);
    const list = rows.map(([k, v]) => `<dt>${k}</dt><dd>${v}</dd>`).join("");
    return `<dl>${list}</dl>${this.links(span)}`;
  }

  /** Ways to other spans. */
  links(span) {
    const { model } = this.view;
    const lane = model.byGoroutine[model.g[span]];
    const i = lane.spans.indexOf(span);
    const to = (s, text) => (s === undefined ? "" : `<button data-span="${s}">${text}</button>`);
    const wake = model.wakeOf.get(span);
    const { wakes } = model.data;
    let waker = -1;
    if (wake !== undefined && wakes.g[wake]) waker = model.byGoroutine[wakes.g[wake] - 1]?.at(wakes.at[wake]) ?? -1;
    const parts = [to(lane.spans[i - 1], "◀ before"), to(lane.spans[i + 1], "after ▶")];
    if (waker >= 0) parts.push(to(waker, "its waker"));
    parts.push(`<button data-zoom="${span}">zoom to it</button>`);
    return `<div class="links">${parts.join("")}</div>`;
  }

  follow() {
    this.find("panel").addEventListener("click", (event) => {
      const { span, zoom } = event.target.dataset;
      if (span) this.view.select(Number(span));
      if (zoom) this.zoomTo(Number(zoom));
    });
  }

  zoomTo(span) {
    const { from, to } = this.view.model;
    const size = Math.max(200, to[span] - from[span]);
    this.view.show(from[span] - size * 0.5, to[span] + size * 0.5);
  }

  legend() {
    const items = [
      ["running", "running"], ["runnable", "runnable, in a queue"], ["waiting", "waiting"], ["call", "blocking call"],
      ["arrow", "wakes"], ["move", "moves to another queue; collector"], ["stopped", "the world stops"],
    ];
    const item = ([name, text]) => `<li><i style="background:var(--${name})"></i>${text}</li>`;
    this.find("legend").innerHTML = items.map(item).join("");
  }
}
