// @ts-check
// What is done with several dossiers: the service changes one at a time, and none that somebody changed meanwhile.

import {html} from '../vendor/lit.js';
import {Failure, call, del, dossierPath, get, post} from '../api.js';
import {t} from '../i18n.js';
import {failureWords} from './base.js';
import {firstNames, personName} from './context.js';
import {chooseDialog, confirmDialog, openForm} from './dialogs.js';
import {peopleField} from './dossier-form.js';
import {toast} from './feedback.js';

/** @typedef {{tell: (words: string) => void, again: () => any}} List what is told of the progress, and shows anew what has changed */

/**
 * Changes dossiers one after the other, and tells how far that is. Returns those that were changed, those that were left out, which
 * of these and why in words, and the status of the last refusal.
 * @param {any[]} dossiers @param {List} list @param {(d: any) => Promise<any>} change
 */
async function changeEach(dossiers, list, change) {
  const out = {changed: /** @type {any[]} */ ([]), left: /** @type {any[]} */ ([]), words: '', status: 0};
  /** @type {Map<string, string[]>} names by why */
  const names = new Map();
  for (const [at, d] of dossiers.entries()) {
    if (dossiers.length > 1) list.tell(t('dossiers.progress', {n: at + 1, m: dossiers.length}));
    try {
      await change(d);
      out.changed.push(d);
    } catch (error) {
      const why = failureWords(error) + (error.status === 403 ? ' ' + t('dossiers.owner-only', {name: personName(d.ownerId)}) : '');
      names.set(why, [...(names.get(why) ?? []), d.name]);
      out.left.push(d);
      out.status = error.status;
    }
  }
  out.words = [...names].map(([why, n]) => t('files.left-out', {n: n.length, names: firstNames(n, 3), why})).join(' ');
  list.tell('');
  await list.again();
  return out;
}

/** The same for a dialog, which stays for those that were left out. @param {(given: any) => (d: any) => Promise<any>} change @param {(n: number, given: any) => string} done */
function changeFrom(dossiers, list, change, done) {
  let left = dossiers;
  return async (given) => {
    const out = await changeEach(left, list, change(given));
    left = out.left;
    if (out.changed.length) toast(done(out.changed.length, given));
    if (left.length) throw new Failure(out.status, out.words);
  };
}

/** Stores something of a dossier, unless somebody changes it meanwhile. @param {(now: any) => any} part what is stored, of the dossier as it is now */
async function store(d, part) {
  const {body, version} = await get(dossierPath(d), {}, {as: 'answer'});
  await call('POST', `/dossier-templates/${d.dossierTemplateId}/dossiers`, {body: {id: d.id, name: body.name, ...part(body)}, match: version});
}

/** Asks for a status, and gives it to dossiers of one template. */
export async function setStatus(dossiers, list) {
  const [template, other] = new Set(dossiers.map((d) => d.dossierTemplateId));
  if (other) return toast(t('dossiers.one-template'));
  const {dossierStatusDefinitions} = await get(`/dossier-templates/${template}/dossier-status-definitions`);
  await chooseDialog(t('dossiers.status'), [...dossierStatusDefinitions.map((s) => ({value: s, words: s.name})), {value: {id: null, name: t('dossier.no-status')}, words: t('dossier.no-status'), icon: 'dash'}],
    changeFrom(dossiers, list, (to) => (d) => store(d, () => ({dossierStatusId: to.id})), (n, to) => t('dossiers.status-set', {n, to: to.name})));
}

/** Asks for people, and adds them to the members of dossiers or takes them out. */
export async function setMembers(dossiers, list) {
  const change = changeFrom(dossiers, list, ({ids, add}) => {
    const after = (members) => (add ? [...new Set([...members, ...ids])] : members.filter((id) => !ids.includes(id)));
    return (d) => store(d, (now) => ({memberIds: after(now.memberIds), ...(add ? {} : {approverIds: after(now.approverIds)})}));
  }, (n) => t('dossiers.members-set', {n}));
  await openForm(t('dossiers.members-of', {n: dossiers.length}), {action: t('dossiers.add-members'), more: html`<button name="remove">${t('dossiers.remove-members')}</button>`,
    fieldOf: () => 'members', fields: ({beside}) => html`${peopleField('member', [], t('dossiers.members'))}${beside('members')}`,
    store: (f, _keyFor, by) => {
      if (!f.has('member')) throw new Failure(422, t('dossiers.nobody'));
      return change({ids: f.getAll('member'), add: by !== 'remove'});
    }});
}

/** Archives dossiers after a question, since nothing takes that back. */
export const archive = (dossiers, list) => confirmDialog(t('dossier.archive'), t('dossier.archive-more', {name: dossiers.map((d) => d.name).join(', ')}), t('dossier.archive'),
  changeFrom(dossiers, list, () => (d) => post(dossierPath(d) + '/archive'), (n) => t('dossiers.archived', {n})));

/** Changes dossiers without a question, and tells the outcome; the message takes it back where undo is given. */
async function changeAll(dossiers, list, change, done, undo) {
  const {changed, left, words} = await changeEach(dossiers, list, change);
  toast([changed.length || !left.length ? done(changed.length) : '', words].filter(Boolean).join(' '), {bad: left.length > 0, ...(changed.length && undo ? {undo: () => undo(changed)} : {})});
}

/** Puts dossiers into the trash; the message takes them back. */
export const remove = (dossiers, list) => changeAll(dossiers, list, (d) => del(dossierPath(d)), (n) => t('dossiers.deleted', {n}),
  (changed) => changeAll(changed, list, (d) => post(dossierPath(d) + '/restore'), (n) => t('dossiers.restored', {n})));
