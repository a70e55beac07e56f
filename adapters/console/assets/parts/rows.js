// @ts-check
// Lists of rows: their styles, and moving through them by keys.

import {loadStyles} from './more.js';

await loadStyles('lists.css');

/** Moves the focus to the link of the next or a former row. @param {HTMLElement} within @param {number} by */
export function moveFocus(within, by) {
  const links = /** @type {HTMLElement[]} */ ([...within.querySelectorAll('[data-row]')]);
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((l) => l.closest('tr') === row);
  const to = links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))];
  to?.focus();
}
