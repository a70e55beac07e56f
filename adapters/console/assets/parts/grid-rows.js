// @ts-check
// Rows of a grid: put in, removed, moved, and taken from and to the clipboard.

import {t} from '../i18n.js';
import {copyText, say, toast} from './feedback.js';
import {cellsIn, keyAfter, moveOf, pasteOf, removalOf} from './grid-changes.js';
import {rangeOf} from './grid-selection.js';
import {parseTsv, printTsv} from './grid-tsv.js';
import {leaveDraft} from './grid-typing.js';

let made = 0;

/** A key for a row that nothing knows yet. */
export const newKey = () => 'new-' + ++made;

/** Whether rows may be changed; says why not. @param {import('./grid.js').Grid} grid */
export function mayGrow(grid) {
  if (grid.locked) toast(grid.locked);
  return !!grid.shown.grows && !grid.locked;
}

/** @param {import('./grid.js').Grid} grid @param {number} by */
export function insertRow(grid, by) {
  if (!mayGrow(grid)) return;
  if (grid.draft) leaveDraft(grid);
  const key = newKey();
  const at = grid.row?.key ?? null;
  grid.tell('apply', {kind: 'insert', key, before: by < 0 ? at : keyAfter(grid.rows, at), after: {key, cells: {}}});
  grid.selectKey(key, 0);
}

/** @param {import('./grid.js').Grid} grid */
export function removeRow(grid) {
  if (!grid.row || !mayGrow(grid)) return;
  grid.draft = null;
  grid.tell('apply', removalOf(grid.shown.rows, grid.row.key));
  grid.selectKey(null, grid.selection.column);
}

/** @param {import('./grid.js').Grid} grid @param {number} by */
export function moveRow(grid, by) {
  if (!grid.row || !mayGrow(grid)) return;
  if (grid.draft) leaveDraft(grid);
  const change = moveOf(grid.shown.rows, grid.row.key, by);
  if (!change) return;
  grid.tell('apply', change);
  grid.selectKey(change.key, grid.selection.column);
}

/** @param {import('./grid.js').Grid} grid @param {ClipboardEvent} e */
export function onCopy(grid, e) {
  if (!e.clipboardData || /** @type {Element} */ (e.target).closest('input')) return;
  const names = grid.shown.columns.map((c) => c.name);
  e.clipboardData.setData('text/plain', printTsv(cellsIn(grid.rows, names, rangeOf(grid.selection))));
  e.preventDefault();
  say(t('state.copied'));
  if (e.type === 'cut' && grid.shown.grows) clear(grid);
}

/**
 * Copies the cells that are chosen where the event that asked for it is over.
 * @param {import('./grid.js').Grid} grid
 * @param {boolean} cuts
 */
export function copyLater(grid, cuts) {
  const names = grid.shown.columns.map((c) => c.name);
  void copyText(printTsv(cellsIn(grid.rows, names, rangeOf(grid.selection))));
  if (cuts && grid.shown.grows) clear(grid);
}

/** Puts a text of the clipboard in from the current cell on. @param {Grid} grid @param {string} text */
export function paste(grid, text) {
  const cells = parseTsv(text);
  if (cells.length) putCells(grid, cells, rangeOf(grid.selection));
}

/** Puts in what the clipboard has, for the mouse; a browser may ask first, and may refuse. @param {Grid} grid */
export async function pasteClipboard(grid) {
  if (grid.draft) leaveDraft(grid);
  const read = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('there is no clipboard'));
  const text = await read.catch(() => null);
  if (text === null) toast(t('grid.no-clipboard'), {bad: true});
  else paste(grid, text);
}

/** Empties the cells that are chosen. @param {import('./grid.js').Grid} grid */
export function clear(grid) {
  const range = rangeOf(grid.selection);
  const row = Array.from({length: range.right - range.left + 1}, () => '');
  putCells(
    grid,
    Array.from({length: range.bottom - range.top + 1}, () => row),
    range
  );
}

/**
 * Puts cells in from a place on.
 * @param {import('./grid.js').Grid} grid
 * @param {string[][]} cells
 * @param {{top: number, left: number}} place
 */
export function putCells(grid, cells, {top, left}) {
  if (grid.locked) return toast(grid.locked);
  const {shown} = grid;
  const names = shown.columns.map((c) => c.name);
  const rows = shown.rows.length ? {row: top, column: left} : {row: 0, column: left};
  const {change, left: over} = pasteOf(shown.rows, names, cells, rows, shown.grows ? newKey : null);
  if (over) toast(t('grid.no-place', {n: over}));
  if (!change) return;
  grid.tell('apply', change);
  if (grid.row) grid.selectKey(grid.row.key, left);
  else grid.selectKey(change.key, left);
}
