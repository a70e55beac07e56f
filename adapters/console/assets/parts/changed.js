// @ts-check
// Changes that heed what has been seen, and what becomes of those that are refused.

import {filePath, post, put} from '../api.js';
import {t} from '../i18n.js';
import {placesOf, putValues} from '../screens/review.js';
import {personName, session} from './context.js';
import {say, toast} from './feedback.js';

const listed = (component) => component?.componentValues.map((v) => v.value).join(', ') ?? '';

/** What is seen of rows: their versions and values. */
export const seenOf = (...rows) => ({versions: rows.map((r) => r.version), words: rows.map((r) => valueWords(r.values)).join('\n')});

export const valueWords = (values) => JSON.stringify(values.map((v) => v.value));

/** The values of a row, as the service takes them. */
export const valuesOf = (row) => row.values.map((v) => ({value: v.value, places: v.places}));

/**
 * Sends a change of components that is refused when others have changed them since they were seen; an analysis that found
 * the same does not count. Without seen, it is based on what changes made here have left.
 */
export async function sendMatching(review, send, names, seen) {
  try {
    const versions = new Set([...(seen?.versions ?? ['']), ...names.flatMap((name) => review.left.get(name) ?? [])]);
    const {version} = await send({match: `"${[...versions].join('","')}"`, as: 'answer'});
    if (version) for (const name of names) review.left.set(name, [...(review.left.get(name) ?? []), version.slice(1, -1)]);
  } catch (error) {
    const now = error.status === 412 && seen && seenNow(error.told, names);
    if (!now || now.words !== seen.words) throw error;
    await sendMatching(review, send, names, now);
  }
}

/** What the refused change would see now, as seenOf tells it of rows; null when the service does not say. */
function seenNow(told, names) {
  if (!told.current) return null;
  const found = names.map((name) => told.current.find((c) => c.name.toLowerCase() === name.toLowerCase()));
  return {versions: [told.version, ...found.flatMap((c) => (c ? [c.version] : []))], words: found.map((c) => valueWords(c?.componentValues ?? [])).join('\n')};
}

/** What somebody else has stored, in words; empty when the service does not say. */
export function changedWords(failure) {
  const [now] = failure.told.current ?? [];
  if (!now) return '';
  const words = {name: now.name.replaceAll('_', ' '), value: listed(now)};
  return now.overridden ? t('review.changed-by', {...words, who: personName(now.overridden.by)}) : t('review.changed', words);
}

/** What stands beside the field: the value and who stored it, which is nobody for an extracted one. */
export function theirsOf(failure) {
  const [now] = failure.told.current ?? [];
  return {value: listed(now), by: now?.overridden?.by};
}

/** Gives a file that nobody has to whoever changes it first. */
async function claim(review, path, file) {
  if (file.assignee) return;
  Object.assign(file, await put(path + '/assignee', {assigneeId: session.id}));
  toast(t('review.claimed'), {undo: () => review.assign(null)});
}

/** Stores values of a component, which show at once, and with checked says that they are right, before anything that was begun later. */
export async function override(review, body, seen, checked = false) {
  const path = review.path;
  const {file} = review.data;
  review.saving.set(body.name, body.componentValues);
  const row = review.rows.find((r) => r.name === body.name);
  const was = row?.values;
  if (row) putValues(row, body.componentValues);
  review.requestUpdate();
  let stored = false;
  await review.attempt(async () => {
    await claim(review, path, file);
    await sendMatching(review, (o) => post(path + '/component-overrides', body, {...o, key: true}), [body.name], seen);
    stored = true;
    if (checked) await sendMatching(review, (o) => put(path + '/component-checks', {checked: [body.name], unchecked: []}, o), [body.name]);
  });
  if (review.saving.get(body.name) === body.componentValues) review.saving.delete(body.name);
  if (!stored && row) row.values = was;
  await review.load(true);
  return stored;
}

/** Takes corrections of a component back. */
export async function revert(review, name, seen) {
  const path = review.path;
  const {file} = review.data;
  const ok = await review.attempt(async () => {
    await claim(review, path, file);
    await sendMatching(review, (o) => post(path + '/component-overrides/revert', {components: [name]}, o), [name], seen);
  });
  await review.load(true);
  return ok;
}

/** Tells who is typing when somebody else has changed the same value. */
export function watchEdit(review) {
  const e = review.editing;
  const row = e && review.rows.find((r) => r.name === e.row);
  const now = row?.values[e?.index ?? 0]?.value ?? '';
  if (!e || !row || e.insert || now === e.was || !row.overridden || row.overridden.by === session.id) return;
  review.conflict = {value: now, by: row.overridden.by};
  e.seen = seenOf(row);
}

/** Stores what was typed, and goes on. */
export async function save(review, {text, place, note, then}) {
  const e = review.editing;
  const row = e && review.rows.find((r) => r.name === e.row);
  if (!e || !row || (!text && then !== 'remove')) return;
  const at = review.rows.indexOf(row);
  const values = valuesOf(row);
  const value = {value: text, places: place ? [{page: place.page, boxes: place.boxes}] : []};
  const same = !e.insert && text === row.values[e.index]?.value && !place && note === (row.overridden?.note ?? '');
  if (then === 'remove') values.splice(e.index, e.insert ? 0 : 1);
  else if (!same) values.splice(e.index, e.insert ? 0 : 1, value);
  const to = moveValue(values, e.index, then);
  review.stopEditing();
  if (then === 'next') toUnchecked(review);
  if (then === 'add') review.edit(at, e.index + 1, true);
  if (to !== e.index) review.edit(at, to, false, {was: values[to].value, text: values[to].value, note});
  if (sameValues(values, row) && (same || then === 'remove')) {
    if (then === 'next' && !row.checked) await check(review, [row.name], [], e.seen);
    return;
  }
  const before = row.overridden ? {name: row.name, componentValues: valuesOf(row), ...(row.overridden.note ? {note: row.overridden.note} : {})} : null;
  const after = {name: row.name, componentValues: values, ...(note ? {note} : {})};
  const ok = await remember(review, t('review.corrected', {name: row.display}), () => (before ? override(review, before) : revert(review, row.name)), () => override(review, after, e.seen, then === 'next'));
  if (ok) review.tally.values++;
  else if (!review.editing) {
    await review.edit(at, e.index, e.insert, {was: e.was, text, note});
    if (review.failure.status === 412) review.set({conflict: theirsOf(review.failure)});
  }
}

/** Reports whether values are those of a row. */
const sameValues = (values, row) => values.length === row.values.length && values.every((v, i) => v.value === row.values[i].value);

/** Moves a value up or down in a list, and returns where it is then. */
function moveValue(values, at, where) {
  const to = at + ({up: -1, down: 1}[where] ?? 0);
  if (to === at || to < 0 || to >= values.length) return at;
  [values[at], values[to]] = [values[to], values[at]];
  return to;
}

/** Opens the field of a value of a row; typed is what stands in it already. */
export async function openField(review, row, index, insert, typed) {
  const was = typed?.was ?? (insert ? '' : row.values[index]?.value ?? '');
  review.set({editing: {row: row.name, index, insert, was, text: typed?.text ?? was, note: typed?.note ?? row.overridden?.note ?? '', seen: seenOf(row)}, offered: null, conflict: null});
  readWords(review);
  await review.updateComplete;
}

/** Reads the words of the pages, those of the current row first, to offer them. */
async function readWords(review) {
  const {path} = review;
  const near = new Set(placesOf(review.rows[review.current] ?? {values: []}).map((p) => p.page));
  const order = review.data.entities.pages.map((p) => p.page).sort((a, b) => Number(near.has(b)) - Number(near.has(a)) || a - b).slice(0, 50);
  for (const page of order) {
    if (review.lines.has(page)) continue;
    await review.linesOf(page).catch(() => {});
    if (path !== review.path) return;
    review.field?.refresh();
  }
}

/** Says of components that somebody found them right, or takes that back; it shows at once. */
export function check(review, checked, unchecked, seen) {
  const {path} = review;
  const {file} = review.data;
  const mark = (names, made) => { for (const r of review.rows) if (names.includes(r.name)) r.checked = made; };
  mark(checked, {by: session.id, at: new Date().toISOString()});
  mark(unchecked, null);
  review.requestUpdate();
  const turn = review.attempt(async () => {
    await claim(review, path, file);
    await sendMatching(review, (o) => put(path + '/component-checks', {checked, unchecked}, o), [...checked, ...unchecked], seen);
  });
  turn.then(() => { if (turn === review.turn) review.load(true); }); // else what follows would look undone
  return turn;
}

/** Checks rows, or takes back the check of one; without names, of the current one. */
export async function checkRows(review, names, onward) {
  const row = review.rows[review.current];
  names ??= row ? [row.name] : [];
  const back = names.length === 1 && review.rows.find((r) => r.name === names[0])?.checked;
  if (!names.length) return undefined;
  if (onward && !back) toUnchecked(review);
  const seen = seenOf(...review.rows.filter((r) => names.includes(r.name)));
  const there = () => (back ? check(review, [], names, seen) : check(review, names, [], seen));
  const again = () => (back ? check(review, names, [], seen) : check(review, [], names, seen));
  return remember(review, t('review.checked', {n: names.length, name: row?.display ?? ''}), again, there, true);
}

/** Goes to the next row with a value that nobody has checked, behind the current one first. */
function toUnchecked(review) {
  const {rows, current} = review;
  const order = [...rows.keys()].map((i) => (current + 1 + i) % rows.length);
  const next = order.find((i) => i !== current && rows[i].values.length && !rows[i].checked);
  if (next === undefined) return review.move(1);
  review.choose(next);
  return review.updateComplete.then(() => review.focusRow());
}

/** Does something that can be undone from now on, unless it fails. */
export async function remember(review, words, undo, redo, quiet = false) {
  const change = {words, undo, redo};
  review.done.push(change);
  review.undone = [];
  const ok = await redo();
  if (!ok) review.done = review.done.filter((c) => c !== change);
  else if (!quiet) toast(words, {undo: () => review.undo()});
  return ok;
}

/** Takes changes back, or makes them again, one after the other: keys may be faster than answers. */
function inTurn(review, step) {
  review.stepped = review.stepped.then(step, step);
  return review.stepped;
}

/** Takes the last change back. */
export const undo = (review) => inTurn(review, async () => {
  const last = review.done.pop();
  if (!last) return say(t('review.nothing'));
  const undone = review.undone; // a change that is made meanwhile begins a new list
  if (await last.undo()) {
    undone.push(last);
    toast(t('review.undone', {words: last.words}));
  } else if (review.failure?.status !== 412) review.done.push(last);
});

/** Makes the change again that was taken back last. */
export const redo = (review) => inTurn(review, async () => {
  const last = review.undone.pop();
  if (last && await last.redo()) review.done.push(last);
});

/** What stores the value of an attribute of the file, which can be undone, or fails. */
export const setAttribute = (review) => async (a, value, before) => {
  const path = filePath(review.data.file);
  const store = async (v) => {
    const ok = await review.attempt(() => put(path + '/attributes', {attributeIdToValue: {[a.id]: v}}), true);
    if (ok) await review.load(true);
    return ok;
  };
  if (!await remember(review, t('attribute.set', {name: a.name}), () => store(before), () => store(value))) throw review.failure;
};
