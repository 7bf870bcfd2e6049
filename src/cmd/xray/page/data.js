// The data: base64 of deflated JSON, as `minigo xray` put them into the page.

/** The text of the data element as an object. */
async function readData(text) {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

/** A column of differences as times from 0 on. */
function sums(differences) {
  const out = new Float64Array(differences.length);
  let sum = 0;
  for (let i = 0; i < out.length; i++) out[i] = sum += differences[i];
  return out;
}

/** The first index in the sorted `list` whose value is above `value`; `list[i]` by `key`. */
function above(list, value, from = 0, to = list.length) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}
