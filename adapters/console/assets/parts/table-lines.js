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

/** What shows all values of a cell. @param {any} table @param {any} file @param {any} column */
function ownerOf(table, file, column) {
  const fileNow = () => table.rows.find((r) => r.id === file.id);
  const read = () => {
    const now = fileNow();
    const c = now?.cells.get(column.name);
    return now ? {...c, version: c?.version ?? now.version, values: c?.componentValues ?? []} : null;
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

/** Opens all values of a cell, and goes to the first. */
export function openLines(table, {row, column}) {
  table.shown.lines = ownerOf(table, row.file, column);
  table.requestUpdate();
  table.updateComplete.then(() => table.querySelector('dk-line-items')?.begins());
}

function closeLines(table) {
  table.shown.lines = null;
  table.lookAt(null);
  table.updateComplete.then(() => table.grid?.focusCell());
}

/** The drawer of a table. */
export const linesView = (table) => html`<dk-line-items class="rows" .owner=${table.shown.lines}></dk-line-items>`;
