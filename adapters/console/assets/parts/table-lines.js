// @ts-check
// All values of a cell of the table of a dossier, in a drawer below it.

import {post} from '../api.js';
import {afterFirst} from '../review/undo-log.js';
import {html} from '../vendor/lit.js';
import './line-items.js';
import {change, nameIn, remember, seenIn} from './table-changes.js';

/**
 * Stores all values of a component of a file, or takes its corrections back; returns once it was read again.
 * @param {string} name
 * @param {Table} table
 * @param {TableRow} file
 * @param {Api.NewValue[] | null} values
 * @param {Seen | null | undefined} seen
 */
async function send(table, file, name, values, seen) {
  const stored = await change(
    table,
    file,
    name,
    seen,
    (/** @type {string} */ path, /** @type {import('../api.js').Call} */ o) =>
      values
        ? post(path + '/component-overrides', {name, componentValues: values}, {...o, key: true})
        : post(path + '/component-overrides/revert', {components: [name]}, o),
    true
  );
  return stored ? 'stored' : table.failure?.status === 412 ? 'changed' : 'failed';
}

/**
 * What shows all values of a cell.
 * @param {Table} table
 * @param {TableRow} file
 * @param {TableColumn} column
 * @returns {LinesOwner}
 */
function ownerOf(table, file, column) {
  const fileNow = () => table.rows.find((r) => r.id === file.id);
  const read = () => {
    const now = fileNow();
    const c = now?.cells.get(column.name);
    return now ? {overridden: null, ...c, version: c?.version ?? now.version, values: c?.componentValues ?? []} : null;
  };
  return {
    title: `${file.filename} · ${column.display}`,
    format: column.format,
    columns: column.definition?.columns ?? [],
    read,
    seen: (c) => seenIn(fileNow() ?? file, c),
    send: (values, seen) => send(table, fileNow() ?? file, nameIn(file, column.name), values, seen),
    locked: () => table.lockedBecause(fileNow() ?? file),
    remember: ({words, undo, redo}) =>
      remember(table, words, {touches: [file.id + ' ' + column.name], merges: true, undo, redo: afterFirst(redo)}),
    undo: () => table.undo(),
    redo: () => table.redo(),
    words: () => new Map(),
    readWords: () => {},
    placesOf: () => [],
    look: (_place, value) => table.lookAt(value),
    close: () => closeLines(table),
    pages: null
  };
}

/** Opens all values of a cell, and goes to the first. @param {Table} table */
export function openLines(table, /** @type {{row: GridRow, column: TableColumn}} */ {row, column}) {
  table.shown.lines = ownerOf(table, /** @type {TableRow} */ (row.file), column);
  table.requestUpdate();
  void table.updateComplete.then(() =>
    /** @type {import('./line-items.js').Self | null} */ (table.querySelector('dk-line-items'))?.begins()
  );
}

/** @param {Table} table */
function closeLines(table) {
  table.shown.lines = null;
  table.lookAt(null);
  void table.updateComplete.then(() => table.grid?.focusCell());
}

/** The drawer of a table. @param {Table} table */
export const linesView = (table) => html`<dk-line-items class="rows" .owner=${table.shown.lines}></dk-line-items>`;
