// @ts-check
// Lists of rows: their styles, and moving through them by keys.

const styles = document.createElement('link');
styles.rel = 'stylesheet';
styles.href = new URL('../lists.css', import.meta.url).href;
await new Promise((resolve) => {
  styles.onload = styles.onerror = resolve;
  document.head.append(styles);
});

/** Moves the focus to the link of the next or a former row. @param {HTMLElement} within @param {number} by */
export function moveFocus(within, by) {
  const links = /** @type {HTMLElement[]} */ ([...within.querySelectorAll('[data-row]')]);
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((l) => l.closest('tr') === row);
  const to = links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))];
  to?.focus();
}
