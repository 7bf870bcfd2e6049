// Arrows from wakers to the woken, and moves of goroutines from queue to queue. Where there are more than can be told
// apart only those of the selected goroutine are drawn.

const MOST_ARROWS = 400, MOST_OWN = 60;

function drawArrows(painter) {
  const { view } = painter;
  const { model } = view;
  const first = above(model.wakeTimes, view.from - view.perPixel * 40);
  const last = above(model.wakeTimes, view.to);
  const g = view.selected >= 0 ? model.g[view.selected] : -1;
  const few = last - first <= MOST_ARROWS;
  const { wakes } = model.data;
  const faint = last - first > 60 ? 0.3 : 0.6;
  let ours = 0;
  for (let i = first; i < last && last - first < 200_000; i++) {
    const own = g >= 0 && (model.g[wakes.span[i]] === g || wakes.g[i] === g + 1);
    const chosen = wakes.span[i] === view.selected;
    if (few || chosen || (own && ours++ < MOST_OWN)) drawWake(painter, i, chosen || (own && ours < MOST_OWN / 2), faint);
  }
  drawMoves(painter, g);
}

/** The middle of a lane on the canvas, or NaN. */
function middle(view, lane) {
  const row = view.rowOf.get(lane);
  return row ? row.y - view.top + row.height / 2 : NaN;
}

function drawWake(painter, i, ours, faint) {
  const { view, context: c, colours } = painter;
  const { model } = view;
  const { wakes } = model.data;
  const span = wakes.span[i];
  c.strokeStyle = c.fillStyle = ours ? colours.mark : colours.arrow;
  c.globalAlpha = ours ? 0.95 : faint;
  c.lineWidth = ours ? 1.6 : 1;
  const x1 = view.x(model.from[span]);
  const x0 = view.x(Math.min(wakes.at[i], model.from[span]));
  if (wakes.proc[i]) {
    const y0 = middle(view, model.byProc[wakes.proc[i] - 1]);
    const y1 = middle(view, model.byProc[model.place[span] - 1]);
    if (y0 !== y1 || x1 - x0 > 12) arrow(c, view, x0, y0, x1, y1);
  }
  if (wakes.g[i]) {
    const y0 = middle(view, model.byGoroutine[wakes.g[i] - 1]);
    const y1 = middle(view, model.byGoroutine[model.g[span]]);
    // The woken one can run from then on: its lane shows where.
    if (y0 !== y1) arrow(c, view, x0, y0, x0 + Math.min(3, Math.max(0, x1 - x0)), y1);
  }
  c.globalAlpha = 1;
  c.lineWidth = 1;
}

/** A curve with a head at its end; nothing if an end is not there, or both are beyond the same edge. */
function arrow(c, view, x0, y0, x1, y1) {
  if (Number.isNaN(y0) || Number.isNaN(y1)) return;
  if (x1 < view.left || x0 > view.width || Math.max(y0, y1) < RULER || Math.min(y0, y1) > view.height) return;
  x0 = Math.max(x0, view.left);
  const bend = Math.max(8, Math.min(40, Math.abs(x1 - x0) / 2));
  c.beginPath();
  c.moveTo(x0, y0);
  if (Math.abs(x1 - x0) < 6) c.lineTo(x1, y1);
  else c.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
  c.stroke();
  const angle = Math.abs(x1 - x0) < 6 ? Math.atan2(y1 - y0, x1 - x0) : 0;
  c.beginPath();
  c.moveTo(x1, y1);
  c.lineTo(x1 - 7 * Math.cos(angle - 0.45), y1 - 7 * Math.sin(angle - 0.45));
  c.lineTo(x1 - 7 * Math.cos(angle + 0.45), y1 - 7 * Math.sin(angle + 0.45));
  c.fill();
}

/** Steals, overflows and batches: from the lane of the queue's owner to that of the new one. */
function drawMoves(painter, selected) {
  const { view, context: c, colours } = painter;
  const { model } = view;
  const { moves } = model.data;
  const first = above(model.moveTimes, view.from), last = above(model.moveTimes, view.to);
  if (last - first > 4 * MOST_ARROWS && selected < 0) return;
  const height = (queue) => (queue === 0 ? globalHeight(view) : middle(view, model.byProc[(queue - 1) >> 1]));
  c.strokeStyle = c.fillStyle = colours.move;
  c.setLineDash([3, 2]);
  for (let i = first; i < last; i++) {
    if (last - first > 4 * MOST_ARROWS && moves.g[i] !== selected) continue;
    const y0 = height(moves.from[i]), y1 = height(moves.to[i]);
    const x = view.x(moves.at[i]);
    c.globalAlpha = moves.g[i] === selected ? 1 : 0.7;
    if (y0 !== y1) arrow(c, view, x - 4, y0, x, y1);
    const row = view.rowOf.get(model.byGoroutine[moves.g[i]]);
    if (row && y0 !== y1) {
      const y = row.y - view.top;
      if (y > 0 && y < view.height) c.fillRect(x - 1.5, y + 1, 3, row.height - 3);
    }
  }
  c.setLineDash([]);
  c.globalAlpha = 1;
}

/** Where the curve of the global queue is. */
function globalHeight(view) {
  const row = view.rows.find((r) => r.curve?.name === "global queue");
  return row ? row.y - view.top + row.height / 2 : NaN;
}
