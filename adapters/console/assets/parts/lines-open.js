// @ts-check
// Which lines are open in a review.

/** @type {WeakMap<any, {name: string, path: string, owner: any}>} the component whose lines are open, by review */
const open = new WeakMap();

/** What is open in a review. */
export const openIn = (/** @type {object} */ review) => open.get(review);

/** Opens other lines in a review, or none. @param {any} review @param {any} lines */
export function setOpen(review, lines) {
  if (lines) open.set(review, lines);
  else open.delete(review);
  review.requestUpdate();
}
