// @ts-check
// Typing in the cells of a grid.

import {t} from '../i18n.js';
import {say, toast} from './feedback.js';
import {kindOf} from './formats.js';
import {changeOf, doubtAbout, openDraft} from './grid-draft.js';
import {cellId, indexOfKey} from './grid-key.js';
import {selectCell} from './grid-selection.js';
import {suggest} from './suggest.js';

/**
 * Opens the field of the current cell; with a text in place of its own.
 * @param {Grid} grid
 * @param {string | null} [text]
 * @param {FoundWords | null} [place]
 */
export function edit(grid, text = null, place = null) {
  const {row, column} = grid;
  if (!row || !column) return;
  if (grid.locked) return toast(grid.locked);
  if (grid.shown.opens?.(row, column)) return grid.tell('open', {row, column, text});
  grid.draft = openDraft(row, grid.selection.row, column.name, text, place);
  grid.offers = {list: [], chosen: -1};
  if (text) type(grid, text);
  grid.tell('edit', {row, column});
  grid.requestUpdate();
  void grid.updateComplete.then(() => grid.focusCell());
}

/** @param {import('./grid.js').Grid} grid @param {string} text */
export function type(grid, text) {
  const {draft} = grid;
  if (!draft) return;
  if (draft.place && draft.place.text !== text) draft.place = null;
  Object.assign(draft, {text, selects: false});
  offer(grid);
  grid.tell('offer', draft.place ?? grid.offers.list[0] ?? null);
  grid.requestUpdate();
}

/**
 * Offers words of the pages that begin as what was typed, also when more of them are known.
 * @param {import('./grid.js').Grid} grid
 */
export function offer(grid) {
  const {draft, column} = grid;
  if (!draft || grid.offers.chosen >= 0) return;
  const lines = grid.shown.words?.(draft.row);
  const kind = kindOf(column?.format ?? '', draft.was);
  const wanted = draft.text !== draft.was && !draft.place && (draft.text || kind === 'date');
  grid.set({offers: {list: lines && wanted ? suggest(lines, draft.text, kind) : [], chosen: -1}});
}

/** @param {import('./grid.js').Grid} grid @param {number} by */
export function choose(grid, by) {
  const {list, chosen} = grid.offers;
  if (!list.length) return;
  const at = (chosen + by + list.length) % list.length;
  grid.set({offers: {list, chosen: at}});
  grid.tell('offer', list[at]);
}

/**
 * Takes words of a page into the field.
 * @param {import('./grid.js').Grid} grid
 * @param {{text: string, page: number, boxes: Api.Box[]}} words
 */
export function take(grid, words) {
  if (!grid.draft) return;
  Object.assign(grid.draft, {text: words.text, place: words, selects: false});
  grid.set({offers: {list: [], chosen: -1}});
  grid.focusCell();
  grid.tell('offer', words);
  say(t('review.taken', {value: words.text}));
}

/**
 * Fills the current cell with words of a page: the field, when one is open, else what is stored.
 * @param {string} text
 * @param {Omit<FoundWords, 'text'>} place
 * @param {import('./grid.js').Grid} grid
 */
export function fillCurrent(grid, text, place) {
  const words = {...place, text};
  if (grid.draft) return take(grid, words);
  const {row, column} = grid;
  if (!row || !column) return;
  if (grid.locked) return toast(grid.locked);
  const before = row.cells[column.name] ?? '';
  if (before !== text)
    grid.tell('apply', {kind: 'set', key: row.key, column: column.name, before, after: text, place: words});
  grid.focusCell();
  say(t('review.taken', {value: text}));
}

/** Gives the cell back as it was. @param {import('./grid.js').Grid} grid */
export function dropDraft(grid) {
  grid.set({draft: null, offers: {list: [], chosen: -1}});
  void grid.updateComplete.then(() => grid.focusCell());
}

/**
 * Stores what was typed and goes on; a text that is not as expected, or in place of what somebody else has set, is
 * stored the second time.
 * @param {import('./grid.js').Grid} grid
 * @param {number} down
 * @param {number} right
 * @returns {boolean} whether it went on
 */
export function commit(grid, down, right) {
  const {draft, column} = grid;
  if (!draft) return true;
  const chosen = grid.offers.list[grid.offers.chosen];
  if (chosen) Object.assign(draft, {text: chosen.text, place: chosen});
  if (draft.clash && !draft.clash.seen) {
    draft.clash = {...draft.clash, seen: true};
    grid.requestUpdate();
    return false;
  }
  if (draft.text !== draft.was && draft.doubted !== draft.text && doubtAbout(column, draft.text)) {
    draft.doubted = draft.text;
    grid.set({offers: {list: [], chosen: -1}});
    return false;
  }
  const change = changeOf(draft, grid.shown.rows);
  grid.set({draft: null, offers: {list: [], chosen: -1}});
  if (change && (change.kind !== 'set' || change.after || grid.shown.grows)) grid.tell('apply', change);
  grid.go(down, right);
  return true;
}

/**
 * Leaves the field by mouse: what was typed is stored, unless somebody else has set something meanwhile; then it
 * waits.
 * @param {import('./grid.js').Grid} grid
 */
export function leaveDraft(grid) {
  const {draft} = grid;
  if (!draft) return;
  if (draft.clash) grid.held.set(cellId(draft.key, draft.column), draft);
  const change = draft.clash ? null : changeOf(draft, grid.shown.rows);
  grid.set({draft: null, offers: {list: [], chosen: -1}});
  if (change && (change.kind !== 'set' || change.after || grid.shown.grows)) grid.tell('apply', change);
}

/**
 * @typedef {{key: string, column: string, text: string, place?: FoundWords | null, row?: GridRow, at?: number,
 *   clash: import('./grid-draft.js').Clash | null}} Refused
 */

/**
 * Shows a text that was typed in a cell and could not be stored, beside what somebody else has set there.
 * @param {Refused} refused row
 *   and at are what and where the row was, for one that may be gone
 * @param {import('./grid.js').Grid} grid
 */
export function giveBack(grid, refused) {
  const {key, column, text, place = null, clash} = refused;
  const now = indexOfKey(grid.shown.rows, key);
  const at = now < 0 ? (refused.at ?? -1) : now;
  const i = grid.shown.columns.findIndex((c) => c.name === column);
  const row = grid.shown.rows[now] ?? refused.row;
  if (!row || i < 0) return;
  const draft = {...openDraft(row, at, column, text, place), clash};
  if (grid.draft) grid.held.set(cellId(key, column), draft);
  else {
    grid.draft = clash ? {...draft, clash: {...clash, seen: true}} : draft;
    grid.select(selectCell(Math.max(0, at), i, grid.rows.length, grid.shown.columns.length));
  }
  grid.requestUpdate();
}

/** Drops what was typed for what somebody else has set. @param {import('./grid.js').Grid} grid */
export function takeTheirs(grid) {
  grid.tell('theirs', {key: grid.draft?.key, column: grid.draft?.column});
  dropDraft(grid);
}

/**
 * Keeps the field as it is: what is stored next replaces what somebody else has set.
 * @param {import('./grid.js').Grid} grid
 */
export function keepMine(grid) {
  const {draft} = grid;
  if (!draft) return;
  if (draft.clash?.value === null) {
    draft.clash.seen = true;
    return void commit(grid, 0, 0);
  }
  draft.clash = null;
  grid.requestUpdate();
  void grid.updateComplete.then(() => grid.focusCell());
}
