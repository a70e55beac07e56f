// @ts-check
// The lines of a component in a drawer under the pages of a review.

import {html} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {reviewCalls as calls} from '../review/calls.js';
import {log} from '../review/log.js';
import {sendMatching} from '../review/matching.js';
import {seenOf} from '../review/rows.js';
import {reviewStore} from '../review/store.js';
import {afterFirst} from '../review/undo-log.js';
import {toast} from './feedback.js';
import './line-items.js';
import {openIn, setOpen} from './lines-open.js';

/**
 * Stores the values of a component of a review, or takes its corrections back; returns once it was read again.
 * @param {string} name
 * @param {Review} review
 * @param {Api.NewValue[] | null} values
 * @param {Seen | null} seen
 */
async function send(
  review,
  /** @type {Pick<ReviewModel, 'target' | 'sender'>} */ {target, sender},
  name,
  values,
  seen
) {
  const {path} = target;
  const body = {name, componentValues: values};
  const change = reviewStore().outbox.put({
    file: path,
    touches: [name],
    waits: true,
    body,
    send: async (key) => {
      await sender.claim(target);
      const store = (/** @type {import('../api.js').Call} */ o) =>
        values ? calls.override(path, body, {...o, key}) : calls.revert(path, [name], o);
      await sendMatching(sender.leftIn(path), store, [name], seen);
    }
  });
  const stored = await change.done;
  if (review.path === path) await review.load(true);
  return stored ? 'stored' : change.error?.status === 412 ? 'changed' : 'failed';
}

/**
 * Notes a change that was made already among those of the review, and tells of it.
 * @param {string} path
 * @param {string} name
 * @param {Review} review
 */
function remember(
  review,
  path,
  name,
  /** @type {{words: string, undo: () => Promise<boolean | null>, redo: () => Promise<boolean>}} */ {words, undo, redo}
) {
  const {id} = log.run({file: path, words, touches: [name], merges: true, undo, redo: afterFirst(redo)});
  void review.hear(review.model, 'done', {path, id, words});
}

/**
 * Reads the words of the pages on which a row stands, the first few of them.
 * @param {Review} review
 * @param {ReviewRow} row
 * @param {() => void} done
 */
async function readWords(review, row, done) {
  const pages = new Set(row.values.flatMap((v) => (v.entities ?? []).flatMap((e) => e.positions.map((p) => p.page))));
  for (const page of [...pages].slice(0, 10)) {
    await review.linesOf(page).catch(() => {});
    done();
  }
}

/**
 * The entities of a cell of a value, or of the whole value where the cell has none.
 * @param {Review} review
 * @param {ReviewValue | undefined} value
 * @param {string} column
 */
function entitiesOf(review, value, column) {
  const cell = value?.cells?.find((c) => c.column === column);
  const ids = new Set((cell?.entityReferences ?? []).map((r) => r.id));
  const own = (value?.entities ?? []).filter((e) => ids.has(e.id));
  return own.length ? own : (value?.entities ?? []);
}

/** What shows the lines of a row of a review. @param {Review} review @param {ReviewRow} row @returns {LinesOwner} */
function ownerOf(review, row) {
  const {path} = review;
  const {name} = row;
  const {target, sender} = review.model;
  let known = row;
  /** The row as it is stored: what is on its way is not. */
  const read = () => {
    const now = review.path === path ? review.rows.find((r) => r.name === name) : null;
    if (now && !now.saving) known = now;
    return now ? known : null;
  };
  return {
    title: row.display,
    format: row.format ?? '',
    columns: row.columns ?? [],
    read,
    seen: (component) => seenOf(component),
    send: (values, seen) => send(review, {target, sender}, name, values, seen),
    locked: () => review.locked,
    remember: (entry) => remember(review, path, row.name, entry),
    undo: () => review.undo(),
    redo: () => review.redo(),
    words: () => review.lines,
    readWords: (/** @type {() => void} */ done) => readWords(review, read() ?? row, done),
    placesOf: (value, column) =>
      entitiesOf(review, value, column).flatMap((e) => e.positions.map((p) => ({page: p.page, boxes: p.boxes}))),
    look: (place) => review.lookAt(place),
    close: () => closeLines(review),
    pages: review.pagesElement
  };
}

/**
 * Reports whether a row of a review has lines: its values have cells, or should, or there are several.
 * @param {ReviewRow | undefined} row
 */
export const hasLines = (row) =>
  !!row && (!!row.columns?.length || row.values.some((v) => v.cells) || row.values.length > 1);

/** @param {Review} review @returns {import('./line-items.js').Self | null} */
const linesIn = (review) => review.querySelector('dk-line-items');

/** Opens the lines of the current row of a review, or closes them. @param {Review} review */
export function toggleLines(review) {
  const {row} = review;
  if (openIn(review)?.name === row?.name) return closeLines(review);
  if (!hasLines(row)) return toast(t('grid.none'));
  setOpen(review, {name: row.name, path: review.path, owner: ownerOf(review, row)});
  void review.updateComplete.then(() => linesIn(review)?.begins());
}

/** @param {Review} review */
function closeLines(review) {
  setOpen(review, null);
  review.set({offered: null});
  void review.updateComplete.then(() => review.focusRow());
}

/** The drawer of a review; of another file, with the same component of that. @param {Review} review */
export function linesView(review) {
  const lines = /** @type {import('./lines-open.js').Lines} */ (openIn(review));
  if (lines.path !== review.path) {
    const row = review.rows.find((r) => r.name === lines.name);
    if (row) Object.assign(lines, {path: review.path, owner: ownerOf(review, row)});
  }
  return html`<dk-line-items class="rows" .owner=${lines.owner}></dk-line-items>`;
}

/** Fills the current cell with a word of the page; reports whether there is one. @param {Review} review */
export function fillFrom(review, /** @type {PickedWord} */ {word, place}) {
  const grid = linesIn(review)?.grid;
  grid?.fillCurrent(word, {page: place.page, boxes: [place.box]});
  return !!grid;
}
