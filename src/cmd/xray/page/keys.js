// The keyboard does all that the mouse does; one table says what, and is the help too.

/** Rows of keys, what they do, and how. `page` has the parts of the page. */
const KEYS = [
  [["Space"], "play or pause", (page) => page.replay.toggle()],
  [[".", "n"], "next decision", (page) => page.replay.step(1)],
  [[",", "p"], "decision before", (page) => page.replay.step(-1)],
  [["s"], "next line of the story", (page) => page.story.step(1)],
  [["S"], "line of the story before", (page) => page.story.step(-1)],
  [["]"], "faster", (page) => page.replay.faster(1)],
  [["["], "slower", (page) => page.replay.faster(-1)],
  [["ArrowRight"], "to the right", (page) => page.view.pan(0.15)],
  [["ArrowLeft"], "to the left", (page) => page.view.pan(-0.15)],
  [["ArrowDown", "j"], "lane below", (page) => page.moveLane(1)],
  [["ArrowUp", "k"], "lane above", (page) => page.moveLane(-1)],
  [["PageDown"], "lanes further down", (page) => page.moveLane(12)],
  [["PageUp"], "lanes further up", (page) => page.moveLane(-12)],
  [["Enter"], "select the lane's span at the cursor", (page) => page.selectHere()],
  [["l"], "next span of the lane", (page) => page.alongLane(1)],
  [["h"], "span before in the lane", (page) => page.alongLane(-1)],
  [["+", "="], "zoom in", (page) => page.view.zoom(1 / 1.6)],
  [["-", "_"], "zoom out", (page) => page.view.zoom(1.6)],
  [["0", "f"], "show all", (page) => page.view.show(0, page.view.model.length)],
  [["z"], "zoom to what is selected", (page) => page.view.selected >= 0 && page.panel.zoomTo(page.view.selected)],
  [["w"], "go to what woke it", (page) => page.toWaker()],
  [["Home"], "first decision", (page) => page.view.goTo(0)],
  [["End"], "last decision", (page) => page.view.goTo(Infinity)],
  [["/"], "search", (page) => page.search.query.focus()],
  [["m"], "next match", (page) => page.search.go(1)],
  [["M"], "match before", (page) => page.search.go(-1)],
  [["Escape"], "back to the timeline, nothing selected", (page) => page.leave()],
  [["?"], "these keys", () => document.getElementById("keys").showModal()],
];

const KEY_NAMES = { ArrowRight: "→", ArrowLeft: "←", ArrowDown: "↓", ArrowUp: "↑", PageDown: "PgDn", PageUp: "PgUp", Escape: "Esc" };

function listenToKeys(page) {
  const table = new Map(KEYS.flatMap(([keys, , act]) => keys.map((key) => [key === "Space" ? " " : key, act])));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.getElementById("keys").open) return;
    const { target } = event;
    const typing = target instanceof HTMLInputElement && target.type === "search";
    if (typing && event.key !== "Escape") return;
    // A button keeps the keys that press it, a check box its space bar.
    const presses = event.key === " " || event.key === "Enter";
    if (presses && (target instanceof HTMLButtonElement || target instanceof HTMLInputElement)) return;
    const act = table.get(event.key);
    if (!act) return;
    event.preventDefault();
    act(page);
  });
  const name = (key) => `<kbd>${escape(KEY_NAMES[key] ?? key)}</kbd>`;
  const rows = KEYS.map(([keys, text]) => `<dt>${keys.map(name).join(" ")}</dt><dd>${text}</dd>`);
  const mouse = [
    ["drag", "moves the window"], ["Ctrl and wheel", "zooms"], ["Shift and drag", "zooms to a window"],
    ["double click", "zooms in"],
  ].map(([what, text]) => `<dt>${what}</dt><dd>${text}</dd>`);
  document.getElementById("key-list").innerHTML = rows.concat(mouse).join("");
}
