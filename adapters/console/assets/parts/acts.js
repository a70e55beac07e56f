// @ts-check
// What people do in a review less often than correct and check.

import {html} from '../vendor/lit.js';
import {put} from '../api.js';
import {formatDuration, t} from '../i18n.js';
import {findNamed, needsLook, newRow} from '../screens/review.js';
import {entityMarks} from './boxes.js';
import {seenOf, valuesOf} from './changed.js';
import {go, personName} from './context.js';
import {chooseDialog, confirmDialog, openDialog} from './dialogs.js';
import {copyText, say, toast} from './feedback.js';
import {goesThroughAll} from './queue.js';

/** Takes a step of the file: on to approval, approved, or back. Components that still need a look are told of first. */
export async function takeStep(review, step) {
  let approverId;
  if (step.to === 'UNDER_APPROVAL' && review.dossier.approverIds.length > 1) {
    approverId = await chooseDialog(t('step.who'), review.dossier.approverIds.map((id) => ({value: id, words: personName(id), icon: 'user'})));
    if (!approverId) return;
  }
  const open = review.rows.filter(needsLook);
  const onward = step.leaves && step.to !== 'UNDER_REVIEW';
  if (onward && open.length && !await confirmDialog(t('review.open', {n: open.length}), open.map((r) => r.display).join(', '), step.words, 'a')) return;
  const path = review.path;
  const name = review.data.file.filename;
  await review.attempt(async () => {
    const file = await put(path + '/workflow-status', {workflowStatus: step.to, ...(approverId ? {approverId} : {})});
    if (path === review.path) review.data.file = file;
    toast(t('step.done', {name, to: t('workflow.' + step.to)}));
    if (onward) review.tally.files++;
    review.queue = review.queue.map((f) => (f.id === file.id ? {...f, ...file} : f));
    if (step.leaves && path === review.path) review.goTo(1);
  });
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

/** Leads back to the list behind the last file of a queue, with what was done. */
export function finishQueue(review) {
  const {files, values, from} = review.tally;
  const done = files + values ? t('queue.done', {files: t('queue.files', {n: files}), values: t('queue.values', {n: values}), time: formatDuration((Date.now() - from) / 1000)}) : '';
  toast([t('review.last'), done].filter(Boolean).join('. '));
  go(goesThroughAll(review.query.get('queue') ?? '') ? '/' : `/dossiers/${review.params.dossier}`);
}

/** Takes a correction back. */
export async function takeBack(review, row) {
  const seen = seenOf(row);
  const before = {name: row.name, componentValues: valuesOf(row), ...(row.overridden.note ? {note: row.overridden.note} : {})};
  await review.remember(t('review.reverted', {name: row.display}), () => review.override(before), () => review.revert(row.name, seen));
}
