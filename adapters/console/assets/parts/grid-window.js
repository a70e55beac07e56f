// @ts-check
// Which rows of a grid are drawn: those in sight and some beyond, of rows that are all as high.

const beyond = 6; // rows, above and below the sight

/**
 * The rows to be drawn, from one to before another.
 * @param {{top: number, height: number, rowHeight: number, count: number}} sight px that are scrolled away, px in sight
 */
export function windowOf({top, height, rowHeight, count}) {
  const from = Math.max(0, Math.min(Math.floor(top / rowHeight) - beyond, count - 1));
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + beyond);
  return {from: Math.max(0, from), to: Math.max(to, Math.min(count, from + 1))};
}

/**
 * The px to scroll to so that a row is seen whole below the head; the same where it is already.
 * @param {number} row
 * @param {{top: number, height: number, rowHeight: number, head: number}} sight
 */
export function topFor(row, {top, height, rowHeight, head}) {
  const at = row * rowHeight;
  const seen = height - head;
  if (at < top) return at;
  return at + rowHeight > top + seen ? at + rowHeight - seen : top;
}

/**
 * How wide columns are, in px, by the longest text of each; texts are those of some rows and the head.
 * @param {string[][]} texts by column
 */
export const widthsOf = (texts, least = 96, most = 288) =>
  texts.map((all) => Math.max(least, Math.min(most, 28 + 8 * Math.max(0, ...all.map((text) => text.length)))));
