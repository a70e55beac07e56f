// @ts-check
// Changes of rows: made, taken back, and made again on rows that somebody else has changed meanwhile. Rows are known
// by keys.

import {indexOfKey} from './grid-key.js';

/**
 * @typedef {{key: string, cells: Record<string, string>, id?: string, added?: boolean, places?: Api.Position[],
 *   value?: ReviewValue, by?: string, byOf?: (column: string) => string | undefined, head?: unknown,
 *   headMarks?: string[], marks?: Record<string, string[]>, saving?: Set<string> | null, file?: TableRow}} Row
 *   marks and saving (what is on its way) are by column
 * @typedef {{kind: 'set', key: string, column: string, before: string, after: string, place?: FoundWords,
 *   leaves?: FoundWords}} SetCell the text comes from a place, or a place goes with the text that came from it
 * @typedef {{kind: 'insert', key: string, before: string | null, after: Row}} InsertRow puts a row in before the one
 *   with a key, null: at the end
 * @typedef {{kind: 'remove', key: string, before: Row, next: string[]}} RemoveRow next are the keys of the rows
 *   behind it
 * @typedef {{kind: 'move', key: string, before: string | null, after: string | null}} MoveRow to before a row, and
 *   where it stood
 * @typedef {{kind: 'paste', key: string, column: string, changes: (SetCell | InsertRow)[]}} Paste
 * @typedef {SetCell | InsertRow | RemoveRow | MoveRow | Paste} Change
 */

/** The key of the row behind one; null for the last. @param {Row[]} rows @param {string} key */
export const keyAfter = (rows, key) => rows[indexOfKey(rows, key) + 1]?.key ?? null;

/**
 * Puts a row in before the one with a key, at the end without it.
 * @param {Row[]} rows
 * @param {Row} row
 * @param {string | null} key
 * @returns {Row[]}
 */
function putBefore(rows, row, key) {
  const at = key === null ? -1 : indexOfKey(rows, key);
  return at < 0 ? [...rows, row] : rows.toSpliced(at, 0, row);
}

/**
 * The rows after a change; a change of a row that is gone changes nothing.
 * @param {Row[]} rows
 * @param {Change} change
 * @returns {Row[]}
 */
export function applyChange(rows, change) {
  switch (change.kind) {
    case 'set': {
      const {key, column, after} = change;
      return rows.map((r) => (r.key === key ? {...withPlaces(r, change), cells: {...r.cells, [column]: after}} : r));
    }
    case 'insert':
      return indexOfKey(rows, change.key) < 0 ? putBefore(rows, change.after, change.before) : rows;
    case 'remove':
      return rows.filter((r) => r.key !== change.key);
    case 'move': {
      const row = rows.find((r) => r.key === change.key);
      return row
        ? putBefore(
            rows.filter((r) => r !== row),
            row,
            change.after
          )
        : rows;
    }
    case 'paste':
      return change.changes.reduce(applyChange, rows);
  }
}

/**
 * A row with the place that a text comes from, and without the one that it leaves.
 * @param {Row} row
 * @param {SetCell} change
 * @returns {Row}
 */
function withPlaces(row, {place, leaves}) {
  if (!place && !leaves) return row;
  const left = (row.places ?? []).filter((p) => !leaves || wordsOf(p) !== wordsOf(leaves));
  return {...row, places: place ? [...left, place] : left};
}

/**
 * What tells a place on a page from others, also when the service has sent it back: to a tenth of a point.
 * @param {Api.Position | FoundWords} place
 */
const wordsOf = ({page, boxes}) =>
  [page, ...boxes.flatMap(({x, y, width, height}) => [x, y, width, height].map((v) => Math.round(v * 10)))].join();

/**
 * The change that takes one back, on rows as they are now.
 * @param {Change} change
 * @param {Row[]} rows
 * @returns {Change}
 */
export function invertChange(change, rows) {
  switch (change.kind) {
    case 'set': {
      const {key, column, place: leaves, leaves: place} = change;
      const places = {...(place && {place}), ...(leaves && {leaves})};
      return {kind: 'set', key, column, before: change.after, after: change.before, ...places};
    }
    case 'insert':
      return removalOf(rows, change.key, change.after);
    case 'remove': {
      const before = change.next.find((key) => indexOfKey(rows, key) >= 0) ?? null;
      return {kind: 'insert', key: change.key, before, after: change.before};
    }
    case 'move':
      return {kind: 'move', key: change.key, before: change.after, after: change.before};
    case 'paste': {
      const changes = change.changes.toReversed().map((c) => invertChange(c, rows));
      return {kind: 'paste', key: change.key, column: change.column, changes: /** @type {any} */ (changes)};
    }
  }
}

/**
 * The removal of a row, which tells what it was and where it stood.
 * @param {Row[]} rows
 * @param {Row} [was]
 * @param {string} key
 * @returns {RemoveRow}
 */
export function removalOf(rows, key, was) {
  const at = indexOfKey(rows, key);
  const before = /** @type {Row} */ (rows[at] ?? was);
  return {kind: 'remove', key, before, next: at < 0 ? [] : rows.slice(at + 1).map((r) => r.key)};
}

/**
 * The move of a row up or down by one; null at the end of the rows.
 * @param {Row[]} rows
 * @returns {MoveRow | null}
 * @param {string} key
 * @param {number} by
 */
export function moveOf(rows, key, by) {
  const at = indexOfKey(rows, key);
  if (at < 0 || at + by < 0 || at + by >= rows.length) return null;
  const after = rows[by < 0 ? at - 1 : at + 2]?.key ?? null;
  return {kind: 'move', key, before: keyAfter(rows, key), after};
}

/**
 * What pasting cells changes, from one cell on; rows that are missing below are put in with keys of their own, where
 * grows
 * allows it, and cells beside the last column are left out.
 * @param {Row[]} rows @param {string[]} columns @param {string[][]} cells @param {{row: number, column: number}} at
 *   @param {(() => string) | null} newKey null: rows do not grow
 * @returns {{change: Paste | null, left: number}} left is how many cells found no place
 */
export function pasteOf(rows, columns, cells, at, newKey) {
  /** @type {(SetCell | InsertRow)[]} */
  const changes = [];
  let left = 0;
  cells.forEach((texts, down) => {
    const row = rows[at.row + down];
    const named = texts.slice(0, columns.length - at.column).map((text, i) => [columns[at.column + i], text.trim()]);
    left += texts.length - named.length;
    if (!row && !newKey) left += named.length;
    else if (!row) {
      const key = /** @type {() => string} */ (newKey)();
      changes.push({kind: 'insert', key, before: null, after: {key, cells: Object.fromEntries(named)}});
    } else
      for (const [column, after] of named) {
        const before = row.cells[column] ?? '';
        if (before !== after) changes.push({kind: 'set', key: row.key, column, before, after});
      }
  });
  if (!changes.length) return {change: null, left};
  return {
    change: {kind: 'paste', key: rows[at.row]?.key ?? changes[0].key, column: columns[at.column], changes},
    left
  };
}

/** The cells that a change sets. @param {Change} change @returns {SetCell[]} */
export const setsOf = (change) =>
  change.kind === 'set' ? [change] : change.kind === 'paste' ? change.changes.flatMap(setsOf) : [];

/**
 * Makes changes again on rows that somebody else has stored. Where they have changed the same, theirs stays, and what
 * was to be
 * set or removed here is told.
 * @param {Row[]} theirs @param {Change[]} changes
 * @returns {{rows: Row[], changes: Change[], clashes: {key: string, column: string, mine: string, theirs: string |
 *   null}[], kept: Row[]}}
 *   changes are those that still count; theirs is null for a row that they have removed; kept are rows that were to
 *   be removed, and that they have changed
 */
export function rebase(theirs, changes) {
  const clashes = new Map();
  const met = new Set(); // cells that were compared: what follows was based on one's own text
  const now = new Map(theirs.map((r) => [r.key, r]));
  /** @type {Row[]} */
  const kept = [];
  /** @type {(change: Change) => any[]} */
  const counts = (change) => {
    if (change.kind === 'remove') {
      const row = now.get(change.key);
      const changed = row && sameCells(row.cells, change.before.cells) === false;
      if (changed) kept.push(row);
      return changed ? [] : [change];
    }
    if (change.kind === 'paste') return [{...change, changes: change.changes.flatMap(counts)}];
    if (change.kind === 'insert') now.set(change.key, change.after);
    if (change.kind !== 'set') return [change];
    const id = change.key + '\t' + change.column;
    const row = now.get(change.key);
    const text = row ? (row.cells[change.column] ?? '') : null;
    if (!met.has(id) && text !== change.before && text !== change.after)
      clashes.set(id, {key: change.key, column: change.column, theirs: text});
    met.add(id);
    if (clashes.has(id)) clashes.get(id).mine = change.after;
    return clashes.has(id) ? [] : [change];
  };
  const left = changes.flatMap(counts);
  return {rows: left.reduce(applyChange, theirs), changes: left, clashes: [...clashes.values()], kept};
}

/**
 * Reports whether cells have the same texts; an empty one is like none.
 * @param {Record<string, string>} a
 * @param {Record<string, string>} b
 */
const sameCells = (a, b) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((c) => (a[c] ?? '') === (b[c] ?? ''));

/**
 * A part of rows as cells, for the clipboard.
 * @param {Row[]} rows
 * @param {string[]} columns
 * @param {{top: number, bottom: number, left: number, right: number}} range
 */
export const cellsIn = (rows, columns, {top, bottom, left, right}) =>
  rows.slice(top, bottom + 1).map((r) => columns.slice(left, right + 1).map((c) => r.cells[c] ?? ''));
