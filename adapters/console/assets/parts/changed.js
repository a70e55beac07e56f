// @ts-check
// Changes in the table of values that heed what has been seen, and can be taken back.

import {sendMatching as sendSeen, theirsOf} from '../review/matching.js';
import {UndoLog} from '../review/undo-log.js';
import {toast} from './feedback.js';
import {changedWords, tellUndone} from './review-tell.js';

export {changedWords, theirsOf};

const own = 'table'; // whose entries those of a table are

/** @param {Table} table */
const logOf = (table) => (table.log ??= new UndoLog());

/**
 * Sends a change of components as sendMatching of matching.js does; versions are left in the table.
 * @param {{left: Map<string, string[]>}} table
 * @param {(o: Call) => Promise<{version?: string}>} send
 * @param {string[]} names
 * @param {Seen | null | undefined} seen
 */
export const sendMatching = (table, send, names, seen) =>
  sendSeen(table.left, (o) => send({...o, as: 'answer'}), names, seen);

/**
 * @typedef {{touches: string[], undo: () => Promise<boolean | null>, redo: () => Promise<boolean | null>, merges?:
 *   boolean}}
 *   Done touches and merges as of an entry of an undo log
 */

/**
 * Does something that its own message takes back from now on, unless it fails.
 * @param {Table} table
 * @param {string} words
 * @param {Done} change
 * @param {boolean} [quiet] whether nothing is told
 * @returns {Promise<boolean>} whether it was done
 */
export async function remember(table, words, {touches, undo, redo, merges}, quiet = false) {
  const {id, ready} = logOf(table).run({
    file: own,
    words,
    touches,
    merges,
    undo: async () => (await undo()) || (table.failure?.status === 412 ? null : false),
    redo
  });
  const ok = await ready;
  if (ok && !quiet) toast(words, {undo: async () => tellUndone(await logOf(table).undo(id))});
  return ok;
}

/** Takes the last change back. @param {Table} table */
export const undo = async (table) => tellUndone(await logOf(table).undoLast(own));

/** Makes the change again that was taken back last. @param {Table} table */
export const redo = (table) => logOf(table).redoLast(own);
