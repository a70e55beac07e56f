// @ts-check
// What is changed in the values of the files of a dossier: one change after the other, each of which can be taken back.

import {filePath, post, put} from '../api.js';
import {t} from '../i18n.js';
import {correctionOf} from '../review/changes.js';
import {madeName} from '../review/names.js';
import {failureWords} from './base.js';
import {session} from './context.js';
import {toast} from './feedback.js';
import {setsOf} from './grid-changes.js';
import {lazy} from './load.js';

/** Loads what stores changes. */
export const openChanged = lazy(() => import('./changed.js'));

/**
 * A component as a correction that would bring it back, null for one that nobody corrected.
 * @param {Api.Component | undefined} c
 */
const correctionIn = (c) => (c ? correctionOf({...c, values: c.componentValues}) : null);

/**
 * What is seen of a component in a row: its version and values; it may have none.
 * @param {TableRow} row
 * @param {{version: string, componentValues?: {value: string}[]} | undefined} c
 */
export const seenIn = (row, c) => ({
  versions: [c?.version ?? row.version],
  words: JSON.stringify((c?.componentValues ?? []).map((v) => v.value))
});

/**
 * The name of a component of a row, also of one that has no values yet.
 * @param {TableRow} row
 * @param {string} technicalName
 */
export const nameIn = (row, technicalName) => row.cells.get(technicalName)?.name || madeName(technicalName);

/** @param {string} name */
const displayOf = (name) => name.replaceAll('_', ' ');

/**
 * Does something that can be undone from now on, unless it fails; see remember of changed.js.
 * @param {Table} table
 * @param {import('./changed.js').Done} change
 * @param {string} words
 */
export async function remember(table, words, change, quiet = false) {
  const changed = await openChanged();
  return changed.remember(table, words, change, quiet);
}

/**
 * Changes a component of a file after what was begun before, unless somebody else has changed it since it was seen;
 * the file is
 * given to whoever changes it first when nobody has it. Without seen, the change is based on what changes made here
 * have left.
 * What is refused is told, unless that is quiet.
 * @param {string} name
 * @returns {Promise<boolean>} whether it was stored; else table.failure and table.theirs tell why not
 * @param {Table} table
 * @param {TableRow} row
 * @param {Seen | null | undefined} seen
 * @param {(path: string, o: Call) => Promise<{version?: string}>} what
 */
export async function change(table, row, name, seen, what, quiet = false) {
  const run = async (/** @type {Promise<unknown>} */ before) => {
    await before;
    table.theirs = null;
    const changed = await openChanged();
    try {
      if (row.status && !row.status.assignee) {
        row.status = await put(filePath(row) + '/assignee', {assigneeId: session.id});
        toast(t('review.claimed'));
      }
      const left = table.left.get(row.id) ?? new Map();
      table.left.set(row.id, left);
      await changed.sendMatching(
        {left},
        (/** @type {import('../api.js').Call} */ o) => what(filePath(row), o),
        [name],
        seen
      );
      return true;
    } catch (/** @type {any} */ error) {
      table.failure = error;
      if (error.status === 412) table.theirs = changed.theirsOf(error);
      if (!quiet) toast((table.theirs && changed.changedWords(error)) || failureWords(error), {bad: true});
      return false;
    }
  };
  const turn = run(table.turn);
  table.turn = turn;
  const ok = await turn;
  await table.load(true);
  return ok;
}

/**
 * Stores the values of a component, which show at once.
 * @param {Table} table
 * @param {TableRow} row
 * @param {string} technicalName
 * @param {Api.NewOverride} body
 * @param {Seen} [seen] as seenIn tells it
 */
export async function store(table, row, technicalName, body, seen) {
  const key = row.id + technicalName;
  table.saving.set(key, body.componentValues.map((v) => v.value).join(', '));
  table.draw();
  const ok = await change(
    table,
    row,
    body.name,
    seen,
    (/** @type {string} */ path, /** @type {import('../api.js').Call} */ o) =>
      post(path + '/component-overrides', body, {...o, key: true})
  );
  table.saving.delete(key);
  table.draw();
  return ok;
}

/**
 * Takes the corrections of a component back.
 * @param {Table} table
 * @param {TableRow} row
 * @param {string} name
 * @param {Seen} [seen] as seenIn tells it
 */
export const revert = (table, row, name, seen) =>
  change(table, row, name, seen, (/** @type {string} */ path, /** @type {import('../api.js').Call} */ o) =>
    post(path + '/component-overrides/revert', {components: [name]}, o)
  );

/** The same, so that it can be undone. @param {Table} table @param {TableRow} row @param {Api.Component} c */
export async function takeBack(table, row, c) {
  const why = table.lockedBecause(row);
  if (why) return toast(why);
  const before = /** @type {Api.NewOverride} */ (correctionIn(c)); // it is one that somebody corrected
  return remember(table, t('review.reverted', {name: displayOf(c.name)}), {
    touches: [row.id + ' ' + c.technicalName],
    undo: () => store(table, row, c.technicalName, before),
    redo: () => revert(table, row, c.name, seenIn(row, c))
  });
}

/**
 * What sets cells of a grid, and what takes that back: each a value of a component of a file.
 * @param {Table} table
 * @param {import('./grid-changes.js').SetCell} set
 */
function setting(table, set) {
  const {key, column, after, place} = set;
  const row = /** @type {TableRow} */ (table.rows.find((r) => r.id === key));
  const c = row.cells.get(column);
  const seen = seenIn(row, c);
  const name = nameIn(row, column);
  const places = place ? [{page: place.page, boxes: place.boxes}] : [];
  const values = [{value: after, places}];
  const before = correctionIn(c);
  const rowNow = () => table.rows.find((r) => r.id === key) ?? row;
  let first = true;
  return {
    name,
    undo: () => (before ? store(table, rowNow(), column, before) : revert(table, rowNow(), name)),
    redo: () => {
      const known = first ? seen : undefined;
      first = false;
      return store(table, rowNow(), column, {name, componentValues: values}, known);
    }
  };
}

/**
 * Does all of some things one after the other; reports whether all went well.
 * @param {(() => Promise<boolean | null>)[]} things
 */
async function inOrder(things) {
  let ok = true;
  for (const thing of things) ok = !!(await thing()) && ok;
  return ok;
}

/**
 * Applies what a grid tells of: cells that were set, one or many. What is refused is given back to the grid.
 * @param {Table} table
 * @param {GridChange} change
 */
export async function applySets(table, change) {
  const sets = setsOf(change).filter((s) => s.after && !table.isListAt(s.key, s.column));
  const left = setsOf(change).length - sets.length;
  if (left) toast(t('grid.no-place', {n: left}));
  if (!sets.length) return;
  const done = sets.map((s) => ({...setting(table, s), set: s}));
  const words =
    done.length > 1 ? t('grid.pasted', {n: done.length}) : t('review.corrected', {name: displayOf(done[0].name)});
  const redo = async (/** @type {(typeof done)[number]} */ one) => {
    const ok = await one.redo();
    const {key, column, after: text, place} = one.set;
    if (!ok) table.grid?.giveBack({key, column, text, place, clash: table.theirs});
    return ok;
  };
  await remember(table, words, {
    touches: sets.map(({key, column}) => key + ' ' + column),
    undo: () => inOrder(done.toReversed().map((one) => one.undo)),
    redo: () => inOrder(done.map((one) => () => redo(one)))
  });
}

/**
 * Says that the value of a cell is right, or takes that back.
 * @param {Table} table
 * @param {TableRow} row
 * @param {Api.Component} c
 */
export async function check(table, row, c) {
  const back = !!c.checked;
  const set = (/** @type {boolean} */ off) => {
    // It is marked as the change begins: readings from before it show nothing.
    const shown = table.rows.find((r) => r.id === row.id)?.cells.get(c.technicalName);
    if (shown) shown.checked = off ? null : {by: session.id, at: new Date().toISOString()};
    table.draw();
    return change(
      table,
      row,
      c.name,
      seenIn(row, c),
      (/** @type {string} */ path, /** @type {import('../api.js').Call} */ o) =>
        put(
          path + '/component-checks',
          off ? {checked: [], unchecked: [c.name]} : {checked: [c.name], unchecked: []},
          o
        )
    );
  };
  const words = t('review.checked', {n: 1, name: displayOf(c.name)});
  const touches = [row.id + ' ' + c.technicalName];
  await remember(table, words, {touches, undo: () => set(!back), redo: () => set(back)}, true);
}
