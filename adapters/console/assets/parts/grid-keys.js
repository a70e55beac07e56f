// @ts-check
// The keys of a grid, in a field and beside one.

import {clear, insertRow, moveRow, removeRow} from './grid-rows.js';
import {nextInOrder, selectCell, stepOf} from './grid-selection.js';
import {choose, commit, dropDraft, edit} from './grid-typing.js';

/**
 * Does what a key stands for; one that stands for nothing here is left to the screen.
 * @param {Grid} grid
 * @param {KeyboardEvent} e
 */
export function handleKey(grid, e) {
  if (e.isComposing || e.defaultPrevented) return;
  const done = grid.draft ? inField(grid, e) : inCells(grid, e);
  if (grid.draft) e.stopPropagation(); // letters are text
  if (done) e.preventDefault();
}

/** What keys do while somebody types. @param {import('./grid.js').Grid} grid @param {KeyboardEvent} e */
function inField(grid, e) {
  const fresh = !(/** @type {HTMLElement} */ (e.target).matches('input'));
  if (fresh) return false; // a button beside the field
  if (e.altKey) return withAlt(grid, e);
  switch (e.key) {
    case 'Escape':
      dropDraft(grid);
      return true;
    case 'Enter':
      commit(grid, e.shiftKey ? -1 : 1, 0);
      return true;
    case 'Tab':
      return commitInOrder(grid, e.shiftKey);
    case 'ArrowDown':
    case 'ArrowUp':
      choose(grid, e.key === 'ArrowDown' ? 1 : -1);
      return true;
    default:
      return false;
  }
}

/**
 * Stores, and goes to the next cell in the order of reading.
 * @param {import('./grid.js').Grid} grid
 * @param {boolean} back
 */
function commitInOrder(grid, back) {
  const to = nextInOrder(grid.selection, back, grid.rows.length, grid.shown.columns.length);
  if (commit(grid, 0, 0) && to) grid.select(to);
  return true;
}

/** What keys do on a cell. @param {import('./grid.js').Grid} grid @param {KeyboardEvent} e */
function inCells(grid, e) {
  if (!(/** @type {HTMLElement} */ (e.target).closest('td, .grid-scroll'))) return false;
  if (e.altKey && !e.getModifierState('AltGraph')) return withAlt(grid, e);
  if ((e.ctrlKey || e.metaKey) && !e.getModifierState('AltGraph') && withControl(grid, e)) return true;
  if (e.key === 'Tab') return nextInRow(grid, e.shiftKey);
  if (e.key === 'Enter' || e.key === 'F2') {
    edit(grid);
    return true;
  }
  if (e.key === 'Escape') return leave(grid);
  if ((e.key === 'Delete' || e.key === 'Backspace') && grid.shown.grows) {
    clear(grid);
    return true;
  }
  const step = stepOf(e, grid.page);
  if (step) {
    grid.go(step.down, step.right, e.shiftKey);
    return true;
  }
  if (e.ctrlKey || e.metaKey || !grid.shown.types?.()) return false;
  if (e.key === 'Dead' || e.key === 'Process') {
    edit(grid, '');
    return false; // the field gets it
  }
  if (e.key.length !== 1) return false;
  edit(grid, e.key);
  return true;
}

/**
 * Tab goes through the cells of a row, and leaves the grid behind the last.
 * @param {import('./grid.js').Grid} grid
 * @param {boolean} back
 */
function nextInRow(grid, back) {
  const to = grid.selection.column + (back ? -1 : 1);
  if (to < 0 || to >= grid.shown.columns.length) return false;
  grid.go(0, back ? -1 : 1);
  return true;
}

/** Escape gives up the range first; then the owner has it. @param {import('./grid.js').Grid} grid */
function leave(grid) {
  const {row, column, anchor} = grid.selection;
  if (anchor) grid.select(selectCell(row, column, grid.rows.length, grid.shown.columns.length));
  else grid.tell('leave');
  return !!anchor || !!grid.shown.grows;
}

/** @param {import('./grid.js').Grid} grid @param {KeyboardEvent} e */
function withAlt(grid, e) {
  switch (e.key) {
    case 'Enter':
      if (!grid.shown.grows) grid.tell('open', {row: grid.row, column: grid.column, text: null});
      else insertRow(grid, e.shiftKey ? -1 : 1);
      return true;
    case 'Backspace':
      removeRow(grid);
      return true;
    case 'ArrowUp':
    case 'ArrowDown':
      moveRow(grid, e.key === 'ArrowUp' ? -1 : 1);
      return true;
    default:
      return false;
  }
}

/** @param {import('./grid.js').Grid} grid @param {KeyboardEvent} e */
function withControl(grid, e) {
  switch (e.key.toLowerCase()) {
    case 'z':
      grid.tell(e.shiftKey ? 'redo' : 'undo');
      return true;
    case 'y':
      grid.tell('redo');
      return true;
    case 'a':
      grid.select({row: grid.rows.length - 1, column: grid.shown.columns.length - 1, anchor: {row: 0, column: 0}});
      return true;
    default:
      return false;
  }
}
