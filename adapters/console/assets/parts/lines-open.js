// @ts-check
// Which lines are open in a review.

/** @typedef {{name: string, path: string, owner: LinesOwner}} Lines */

/** @type {WeakMap<object, Lines>} the component whose lines are open, by review */
const open = new WeakMap();

/** What is open in a review. */
export const openIn = (/** @type {object} */ review) => open.get(review);

/** Opens other lines in a review, or none. @param {Review} review @param {Lines | null} lines */
export function setOpen(review, lines) {
  if (lines) open.set(review, lines);
  else open.delete(review);
  review.requestUpdate();
}
