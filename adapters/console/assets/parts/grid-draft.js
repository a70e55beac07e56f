// @ts-check
// A text that is being typed in a cell of a grid: what becomes of it when the data are replaced under it, and when it
// is stored.

import {has, t} from '../i18n.js';
import {fits} from '../review/expect.js';

/**
 * @typedef {{value: string | null, by?: string, seen?: boolean}} Clash what somebody else has set meanwhile, null:
 *   the row is gone; seen: one was told before storing
 * @typedef {{key: string, column: string, text: string, was: string, place: FoundWords | null, clash: Clash | null,
 *   doubted: string | null, row: GridRow, at: number, selects: boolean}} Draft row is the one it was begun in, at its
 *   index then; selects: the
 *   whole text is replaced by the next letter
 */

/**
 * A draft in a cell.
 * @param {GridRow} row
 * @param {number} at
 * @param {string} column
 * @param {string | null} [text]
 * @param {FoundWords | null} [place]
 * @returns {Draft}
 */
export function openDraft(row, at, column, text = null, place = null) {
  const was = row.cells[column] ?? '';
  return {
    key: row.key,
    column,
    text: text ?? was,
    was,
    place,
    clash: null,
    doubted: null,
    row,
    at,
    selects: text === null
  };
}

/**
 * The draft on rows that have replaced those it was begun in: what somebody else has set in its cell is noted.
 * @param {Draft} d
 * @param {GridRow[]} rows
 * @returns {Draft}
 */
export function followRows(d, rows) {
  const at = rows.findIndex((r) => r.key === d.key);
  if (at < 0) return {...d, clash: {...d.clash, value: null, by: d.row.byOf?.(d.column) ?? d.row.by}};
  const row = rows[at];
  const now = row.cells[d.column] ?? '';
  const changed = now !== d.was && now !== d.text;
  return {
    ...d,
    row,
    at,
    was: now,
    clash: changed
      ? {value: now, by: row.byOf?.(d.column) ?? row.by}
      : now === d.text || d.clash?.value === null
        ? null
        : d.clash
  };
}

/**
 * The rows with that of a draft, which is shown also when somebody else has removed it.
 * @param {Draft | null} d
 * @param {GridRow[]} rows
 */
export const rowsWith = (rows, d) =>
  d && !rows.some((r) => r.key === d.key) ? rows.toSpliced(Math.min(d.at, rows.length), 0, d.row) : rows;

/**
 * The change that stores a draft; null when there is nothing to store.
 * @param {Draft} d
 * @param {GridRow[]} rows
 * @returns {import('./grid-changes.js').Change | null}
 */
export function changeOf(d, rows) {
  const after = d.text.trim();
  const gone = d.clash?.value === null;
  if (gone)
    return {
      kind: 'insert',
      key: d.key,
      before: rows[d.at]?.key ?? null,
      after: {...d.row, cells: {...d.row.cells, [d.column]: after}}
    };
  if (after === d.was && !d.place) return null;
  return {kind: 'set', key: d.key, column: d.column, before: d.was, after, ...(d.place ? {place: d.place} : {})};
}

/** Why a text is not what a column expects; empty when it is. @param {{format?: string}} column @param {string} text */
export function doubtAbout(column, text) {
  const {format = ''} = column;
  if (fits(format, text)) return '';
  return has('expect.' + format) ? t('expect.' + format) : t('expect.pattern', {pattern: format});
}
