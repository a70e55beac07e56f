// @ts-check
// How the changes of a review went, in words: each message belongs to its file, and takes back its own change.

import {get} from '../api.js';
import {t} from '../i18n.js';
import {log} from '../review/log.js';
import {theirsOf} from '../review/matching.js';
import {reviewStore} from '../review/store.js';
import {failureWords} from './base.js';
import {go, personName} from './context.js';
import {say, toast} from './feedback.js';
import {addressOf} from './queue.js';

/**
 * What somebody else has stored, in words; empty when the service does not say.
 * @param {{status: number, told?: any}} failure
 */
export function changedWords(failure) {
  if (!failure.told?.current?.length) return '';
  const {by, ...words} = theirsOf(failure);
  return by ? t('review.changed-by', {...words, who: personName(by)}) : t('review.changed', words);
}

/** Tells what came of taking something back or doing it again. @param {{entry?: any, outcome: string}} result */
export function tellUndone({entry, outcome}) {
  if (outcome === 'none') say(t('review.nothing'));
  if (outcome === 'changed') toast(t('review.changed-since', {words: entry.words}), {bad: true, bound: entry.file});
  if (outcome === 'done') toast(t('review.undone', {words: entry.words}), {bound: entry.file});
}

/**
 * Takes back the change that a message tells, wherever its file is; a step that led away leads back.
 * @param {string} id
 */
export async function undoEntry(id) {
  const result = await log.undo(id);
  tellUndone(result);
  if (result.outcome === 'done' && result.entry?.onward) await showFile(result.entry.file);
}

/** Shows the review of a file by its path. @param {string} path */
async function showFile(path) {
  const file = await get(path).catch(() => null);
  if (file) go(addressOf(file, new URLSearchParams(location.search).get('queue') ?? ''));
}

/** What is told of a review, by its name: see ReviewModel. @type {Record<string, (d: any, model: any) => void>} */
const tellers = {
  done: ({words, quiet, id, path}) => quiet || toast(words, {undo: () => undoEntry(id), bound: path}),
  claimed: ({id, path}) => toast(t('review.claimed'), {undo: () => undoEntry(id), bound: path}),
  refused({error, path, draft, open}) {
    const words = (error.status === 412 && changedWords(error)) || failureWords(error);
    toast(draft && !open ? words + ' ' + t('review.is-kept', {text: draft.text}) : words, {bad: true, bound: path});
  },
  kept: ({name, text, path}) => toast(t('review.kept', {name, text}), {bound: path}),
  discarded({field, path}, model) {
    toast(t('review.discarded', {text: field.text}), {undo: () => model.editor.restore(path, field), bound: path});
  },
  waiting: ({path}) => toast(t('state.offline'), {bad: true, again: () => reviewStore().outbox.resume(), bound: path}),
  waits: ({words, path}) => toast(t('review.waits', {words}), {bad: true, bound: path})
};

/** Tells of something that happened in a review. @param {any} model @param {string} what @param {any} detail */
export const tellOf = (model, what, detail) => tellers[what]?.(detail, model);
