// @ts-check
// The values of all files of a dossier, as they are read and as a grid shows them.

import {html} from '../vendor/lit.js';
import {dossierPath, get} from '../api.js';
import {failureWords} from './base.js';
import {toast} from './feedback.js';
import {linkTo} from './queue.js';

export const pageSize = 100; // files
const mostAtOnce = 500; // files of one answer
/**
 * @typedef {{id: string, filename: string, status: Api.File | null, dossierId: string, dossierTemplateId: string,
 *   version: string, cells: Map<string, Api.Component>}} Row a file with its components by technical name
 * @typedef {{name: string, display: string, definition: Api.Definition | null, format: string, number: boolean}} Column
 * @typedef {{components: string, files: string | null}} Cursor
 * @typedef {{cursor: Cursor | null, total: number, reading: Promise<void> | null}} Tail what follows the rows of a
 *   table: where it begins, how many there are, and the reading of more
 * @typedef {{definitions: Api.Definition[], all: Column[], columns: Column[], source: GridSource | null,
 *   at: {file: Row, column: Column, value?: ReviewValue | null} | null, lines: LinesOwner | null}} Shown what a table
 *   draws: all columns, those that are shown, the source of its grid, the current cell, and the one whose values are
 *   open
 */

/** @type {Record<string, string>} */
const doubts = {DOUBTFUL: 'doubtful', UNCERTAIN: 'doubtful', CONTRADICTED: 'contradicted'};

/**
 * Reads files with their components and states, in the order of their upload.
 * @param {number} limit
 * @param {import('../api.js').Call} o
 * @param {Api.Dossier} dossier
 * @param {Cursor | null} cursor
 */
export async function readPage(dossier, limit, cursor, o) {
  const path = dossierPath(dossier);
  const [page, states] = await Promise.all([
    get(path + '/components', {includeDetails: true, sort: 'added', limit, cursor: cursor?.components}, o),
    get(path + '/files', {sort: 'added', limit, cursor: cursor?.files}, o)
  ]);
  const byId = new Map(states.fileStatus.map((/** @type {Api.File} */ f) => [f.id, f]));
  const rows = page.files.map((/** @type {Api.Components & {version: string}} */ f) => ({
    id: f.fileId,
    filename: f.filename,
    status: byId.get(f.fileId) ?? null,
    dossierId: f.dossierId,
    dossierTemplateId: f.dossierTemplateId,
    version: f.version,
    cells: new Map([...(f.missingComponents ?? []), ...(f.componentDetails ?? [])].map((c) => [c.technicalName, c]))
  }));
  return {
    rows,
    total: page.total ?? rows.length,
    cursor: page.nextCursor ? {components: page.nextCursor, files: states.nextCursor} : null
  };
}

/**
 * Reads a number of files from the first on, in as many answers as that takes.
 * @param {Api.Dossier} dossier
 * @param {number} wanted
 * @param {import('../api.js').Call} o
 */
export async function readRows(dossier, wanted, o) {
  const read = await readPage(dossier, Math.min(mostAtOnce, wanted), null, o);
  while (read.cursor && read.rows.length < wanted) {
    const next = await readPage(dossier, Math.min(mostAtOnce, wanted - read.rows.length), read.cursor, o);
    read.rows.push(...next.rows);
    read.cursor = next.cursor;
  }
  return read;
}

/**
 * Reads the files that follow those of a table, once at a time; null when there are none.
 * @param {Table} table
 * @returns {Promise<void> | null}
 */
export function readMore(table) {
  const {tail} = table;
  if (!tail.cursor) return null;
  tail.reading ??= readNext(table, tail.cursor)
    .catch((/** @type {unknown} */ error) => {
      if (table.isConnected) toast(failureWords(error), {bad: true});
    })
    .finally(() => {
      tail.reading = null;
    });
  return tail.reading;
}

/** @param {Table} table @param {Cursor} cursor @returns {Promise<void>} */
async function readNext(table, cursor) {
  const page = await readPage(table.dossier, pageSize, cursor, {background: true, signal: table.reads.signal});
  const {tail} = table;
  // The rows before may have been read again, and end elsewhere.
  if (tail.cursor?.components !== cursor.components) return tail.cursor ? readNext(table, tail.cursor) : undefined;
  table.rows = [...table.rows, ...page.rows];
  tail.cursor = page.cursor;
  table.draw();
}

/**
 * Columns in the order of definitions, then what else was found.
 * @param {Api.Definition[]} definitions
 * @param {Row[]} rows
 * @returns {Column[]} as a grid takes them
 */
export function columnsOf(definitions, rows) {
  /** @type {Map<string, Pick<Column, 'display' | 'definition'>>} */
  const known = new Map(definitions.map((d) => [d.technicalName, {display: d.displayName, definition: d}]));
  for (const row of rows)
    for (const [name, c] of row.cells)
      if (!known.has(name)) known.set(name, {display: c.name.replaceAll('_', ' '), definition: null});
  return [...known].map(([name, {display, definition}]) => ({
    name,
    display,
    definition,
    format: definition?.format ?? '',
    number: ['NUMBER', 'AMOUNT'].includes(definition?.format ?? '')
  }));
}

/** All values of a component in words. @param {Api.Component | undefined} c */
export const wordsOf = (c) => (c?.componentValues ?? []).map((v) => v.value).join(', ');

/** What there is to be seen of a component, as marks of a grid. @param {Api.Component | undefined} c */
export function marksOf(c) {
  if (!c) return [];
  const marks = new Set(c.checked ? [] : (c.attention ?? []).map((a) => doubts[a.code] ?? 'attention'));
  if (c.componentValues?.length > 1) marks.add('several');
  if (c.overridden) marks.add('corrected');
  if (c.checked) marks.add('checked');
  return [...marks];
}

/**
 * Reports whether a component is opened as a list: it has several values, or its values are rows.
 * @param {Api.Component | undefined} c
 * @param {Column} column
 */
export const isList = (c, column) =>
  (c?.componentValues?.length ?? 0) > 1 || !!c?.componentValues?.[0]?.cells || !!column.definition?.columns?.length;

/**
 * The cells below, beside and above one: those that somebody may come to next.
 * @param {Row[]} rows
 * @param {Column[]} columns
 * @param {Row | undefined} file
 * @param {Column} column
 * @returns {[any, any][]}
 */
export function neighboursOf(rows, columns, file, column) {
  const [at, i] = [rows.findIndex((r) => r.id === file?.id), columns.indexOf(column)];
  if (at < 0 || i < 0) return [];
  /** @type {[Row, Column][]} */
  const all = [
    [rows[at + 1], column],
    [rows[at], columns[i + 1]],
    [rows[at - 1], column],
    [rows[at], columns[i - 1]]
  ];
  return all.filter(([row, to]) => row && to);
}

/**
 * A file as a row of a grid.
 * @param {Row} row
 * @param {Column[]} columns
 * @param {Map<string, string>} saving values that are on their way, by file and component
 */
export function gridRow(row, columns, saving) {
  /** @type {Record<string, string>} */
  const cells = {};
  /** @type {Record<string, string[]>} */
  const marks = {};
  /** @type {Set<string> | null} */
  let on = null;
  for (const {name} of columns) {
    const c = row.cells.get(name);
    const text = saving.get(row.id + name);
    cells[name] = text ?? wordsOf(c);
    marks[name] = marksOf(c);
    if (text !== undefined) (on ??= new Set()).add(name);
  }
  const by = (/** @type {string} */ name) => row.cells.get(name)?.overridden?.by;
  return {
    key: row.id,
    cells,
    marks,
    saving: on,
    byOf: by,
    file: row,
    head: html`<a data-file=${row.id} href=${linkTo(row, 'all')} tabindex="-1">${row.filename}</a>`
  };
}
