// @ts-check
// What people do in a review less often than correct and check.

import {html} from '../vendor/lit.js';
import {put} from '../api.js';
import {t} from '../i18n.js';
import {findNamed, needsLook, newRow} from '../screens/review.js';
import {override, remember, revert, seenOf, valuesOf} from './changed.js';
import {go, personName} from './context.js';
import {chooseDialog, confirmDialog, openDialog} from './dialogs.js';
import {copyText, say, toast} from './feedback.js';
import {formatDuration} from './lists.js';
import {goesThroughAll, most} from './queue.js';

/** Takes a step of the file: on to approval, approved, or back. Components that still need a look are told of first. */
export async function takeStep(review, step) {
  if (!step) return say(t('step.none'));
  const {path} = review;
  const {filename: name} = review.data.file;
  const onward = step.leaves && step.to !== 'UNDER_REVIEW';
  const open = onward ? review.rows.filter(needsLook) : [];
  const take = async (approverId, quiet = true) => {
    const taken = await review.attempt(async () => {
      const file = await put(path + '/workflow-status', {workflowStatus: step.to, ...(approverId ? {approverId} : {})});
      if (path === review.path) review.data.file = file;
      toast(name + ': ' + t('workflow.' + step.to));
      if (onward) review.tally.files++;
      review.queue = review.queue.map((f) => (f.id === file.id ? {...f, ...file} : f));
    }, quiet);
    if (!taken) throw review.failure;
  };
  const look = (approverId) => confirmDialog(t('review.open', {n: open.length}), open.map((r) => r.display).join(', '), step.words, () => take(approverId), 'a');
  const approvers = step.to === 'UNDER_APPROVAL' ? review.dossier.approverIds : [];
  let done = true;
  if (approvers.length > 1) {
    const to = await chooseDialog(t('step.who'), approvers.map((id) => ({value: id, words: personName(id), icon: 'user'})), async (id) => { if (!open.length) await take(id); return id; });
    done = to && (!open.length || await look(to));
  } else done = open.length ? await look() : await take(undefined, false).then(() => true, () => false);
  if (done && step.leaves && path === review.path) review.goTo(1);
}

/** Asks for the name of a component that neither rules nor definitions have, and opens it. */
export async function addComponent(review) {
  const name = await openDialog(t('review.add'), (close) => html`<form @submit=${(e) => { e.preventDefault(); close(String(new FormData(e.target).get('name')).trim().replace(/\s+/g, '_')); }}>
    <label>${t('dossiers.name')}<input name="name" required maxlength="255" autocomplete="off" autofocus></label><footer><button class="main">${t('review.add')}</button></footer></form>`);
  if (!name) return;
  if (!findNamed(review.rows, name)) {
    review.added.push(name);
    review.rows.push(newRow(name, review.data.components.version));
  }
  const at = review.rows.indexOf(findNamed(review.rows, name));
  review.set({filter: ''});
  await review.edit(at);
}

/** Boxes of entities: those that count or, with all, also those that were skipped, ignored or removed, dashed. */
const entityMarks = (entities, all) => entities.filter((e) => all || e.state === 'APPLIED').flatMap((e) => e.positions.flatMap((p) => p.boxes.map((box) =>
  ({page: p.page, box, color: e.color, row: -1, words: e.displayName + ': ' + e.value, dashed: e.state !== 'APPLIED'}))));

/** Shows the boxes of components, of all that counts, or of all that was marked, in turn. */
export function showBoxes(review) {
  review.entityMarks = entityMarks;
  review.boxes = (review.boxes + 1) % 3;
  review.mark();
  say(t('review.boxes-' + review.boxes));
}

/** Copies the values of the current component. */
export function copyValue(review) {
  const value = review.rows[review.current]?.values.map((v) => v.value).join(', ');
  if (value) copyText(value);
}

/** Reads the queue again, once at a time: new files join at its end, and those that have left it go, unless they were shown. */
export async function renewQueue(review) {
  const name = review.queueName;
  if (review.renewing || !name) return;
  review.renewing = true;
  const files = await review.askQueue().catch(() => null);
  review.renewing = false;
  if (!files || name !== review.queueName) return;
  const left = files.length < most ? new Set(files.map((f) => f.id)) : null; // else it was not read whole
  const known = new Set(review.queue.map((f) => f.id));
  review.set({queue: [...review.queue.filter((f) => !left || left.has(f.id) || review.seen.has(f.id)), ...files.filter((f) => !known.has(f.id))]});
  review.readAhead();
}

/** Leads back to the list behind the last file of a queue, with what was done; before the first there is nothing. */
export function endQueue(review, by) {
  if (by < 0) return say(t('review.first'));
  const {files, values, from} = review.tally;
  const done = [t('queue.files', {n: files}), t('queue.values', {n: values}), formatDuration((Date.now() - from) / 1000)].join(', ');
  toast(t('review.last') + (files + values ? '. ' + done : ''));
  go(goesThroughAll(review.query.get('queue') ?? '') ? '/' : `/dossiers/${review.params.dossier}`);
}

/** Takes a correction back. */
export async function takeBack(review, row) {
  const seen = seenOf(row);
  const before = {name: row.name, componentValues: valuesOf(row), ...(row.overridden.note ? {note: row.overridden.note} : {})};
  await remember(review, t('review.reverted', {name: row.display}), () => override(review, before), () => revert(review, row.name, seen));
}

/** Goes to the next or a former row that needs attention. */
export function toAttention(review, by) {
  const n = review.rows.length;
  for (let i = 1; i <= n; i++) {
    const at = (review.current + by * i + n * i) % n;
    if (!needsLook(review.rows[at])) continue;
    review.choose(at);
    review.updateComplete.then(() => review.focusRow());
    return;
  }
  say(t('review.no-attention'));
}

/** Moves the focus from the list to the pages, and back. */
export function crossOver(review) {
  if (review.pagesElement?.contains(document.activeElement)) return review.focusRow();
  review.choose(review.current, review.box);
  return review.pagesElement?.focus();
}

/** Asks what to do with the current row of a review, and does it. @param {any} review */
export async function showRowMenu(review) {
  const row = review.rows[review.current];
  if (!row) return;
  const found = row.values.length > 0;
  const open = !review.locked;
  const choices = [
    {shown: open, run: () => review.edit(), words: t('review.key-edit'), icon: 'pencil'},
    {shown: open && found, run: () => review.checkRows([row.name], false), words: t(row.checked ? 'review.uncheck' : 'review.is-checked'), icon: 'tick'},
    {shown: open && !!row.overridden, run: () => review.takeBack(), words: t('review.key-revert'), icon: 'undo'},
    {shown: found, run: () => copyValue(review), words: t('review.key-copy')},
    ...['explanation', 'differences', 'entities', 'attributes', 'history'].map((name) => ({shown: true, run: () => review.showPanel(name), words: t('panel.' + name)})),
  ];
  const run = await chooseDialog(row.display, choices.filter((c) => c.shown).map((c) => ({...c, value: c.run})));
  run?.();
}
