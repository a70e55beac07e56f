// @ts-check
// Where people are in a grid: one cell, and with an anchor the cells between.

/** @typedef {{row: number, column: number, anchor: {row: number, column: number} | null}} Selection */

/** The cell that an event is of. @param {Heard} e @returns {HTMLElement | null} */
export const cellOf = (e) => e.target.closest('td[data-row]');

/** @param {number} n @param {number} count */
const clamp = (n, count) => Math.max(0, Math.min(count - 1, n));

/**
 * A selection of one cell that exists in a grid of so many rows and columns.
 * @param {number} row
 * @param {number} column
 * @param {number} rows
 * @param {number} columns
 * @returns {Selection}
 */
export const selectCell = (row, column, rows, columns) => ({
  row: clamp(row, rows),
  column: clamp(column, columns),
  anchor: null
});

/**
 * Moves by rows and columns; extending keeps the other corner.
 * @param {Selection} s
 * @returns {Selection}
 * @param {number} down
 * @param {number} right
 * @param {number} rows
 * @param {number} columns
 */
export function moveBy(s, down, right, rows, columns, extend = false) {
  const to = selectCell(s.row + down, s.column + right, rows, columns);
  return extend ? {...to, anchor: s.anchor ?? {row: s.row, column: s.column}} : to;
}

/** The first and last row and column of a selection, both included. @param {Selection} s */
export function rangeOf(s) {
  const other = s.anchor ?? s;
  return {
    top: Math.min(s.row, other.row),
    bottom: Math.max(s.row, other.row),
    left: Math.min(s.column, other.column),
    right: Math.max(s.column, other.column)
  };
}

/** Reports whether a cell is in a range. @param {GridRange} range @param {number} row @param {number} column */
export const isIn = (range, row, column) =>
  row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;

/**
 * The cell that follows in the order of reading, or goes before; null behind the last and before the first.
 * @param {Selection} s
 * @param {boolean} back
 * @returns {Selection | null}
 * @param {number} rows
 * @param {number} columns
 */
export function nextInOrder(s, back, rows, columns) {
  const at = s.row * columns + s.column + (back ? -1 : 1);
  return at < 0 || at >= rows * columns ? null : {row: Math.floor(at / columns), column: at % columns, anchor: null};
}

/**
 * Where a key leads, as steps down and to the right; null for a key that leads nowhere.
 * @param {KeyboardEvent} e
 * @param {number} page rows in sight
 */
export function stepOf(e, page) {
  const far = e.ctrlKey || e.metaKey;
  if (e.altKey) return null;
  const far1 = Number.MAX_SAFE_INTEGER / 4;
  switch (e.key) {
    case 'ArrowDown':
      return {down: far ? far1 : 1, right: 0};
    case 'ArrowUp':
      return {down: far ? -far1 : -1, right: 0};
    case 'ArrowRight':
      return {down: 0, right: far ? far1 : 1};
    case 'ArrowLeft':
      return {down: 0, right: far ? -far1 : -1};
    case 'Home':
      return {down: far ? -far1 : 0, right: -far1};
    case 'End':
      return {down: far ? far1 : 0, right: far1};
    case 'PageDown':
      return {down: page, right: 0};
    case 'PageUp':
      return {down: -page, right: 0};
    default:
      return null;
  }
}
