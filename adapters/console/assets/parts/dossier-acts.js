// @ts-check
// What is done with several dossiers: the service changes one at a time, and none that somebody changed meanwhile.

import {html} from '../vendor/lit.js';
import {call, del, dossierPath, get, post} from '../api.js';
import {t} from '../i18n.js';
import {failureWords} from './base.js';
import {everybody, personName} from './context.js';
import {chooseDialog, confirmDialog, openDialog} from './dialogs.js';
import {toast} from './feedback.js';

const mostNamed = 3;

/** @typedef {{tell: (words: string) => void, again: () => any}} List what is told of the progress, and shows anew what has changed */

/**
 * Changes dossiers one after the other, and tells how far that is and which were left out.
 * @param {any[]} dossiers @param {List} list @param {(d: any) => Promise<any>} change @param {(n: number) => string} done @param {(changed: any[]) => any} [undo]
 */
async function changeEach(dossiers, list, change, done, undo) {
  /** @type {any[]} */
  const changed = [];
  /** @type {Map<string, string[]>} names by why */
  const left = new Map();
  for (const [at, d] of dossiers.entries()) {
    if (dossiers.length > 1) list.tell(t('dossiers.progress', {n: at + 1, m: dossiers.length}));
    try {
      await change(d);
      changed.push(d);
    } catch (error) {
      const why = error.status === 403 ? t('dossiers.owner-only', {name: personName(d.ownerId)}) : failureWords(error);
      left.set(why, [...(left.get(why) ?? []), d.name]);
    }
  }
  const skipped = [...left].map(([why, names]) => t('files.left-out', {n: names.length, names: names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : ''), why}));
  toast([...(changed.length || !left.size ? [done(changed.length)] : []), ...skipped].join(' '), {bad: left.size > 0, ...(changed.length && undo ? {undo: () => undo(changed)} : {})});
  list.tell('');
  await list.again();
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
  const to = await chooseDialog(t('dossier.status'), [...dossierStatusDefinitions.map((s) => ({value: s, words: s.name})), {value: {id: null, name: t('dossier.no-status')}, words: t('dossier.no-status'), icon: 'dash'}]);
  if (to) await changeEach(dossiers, list, (d) => store(d, () => ({dossierStatusId: to.id})), (n) => t('dossiers.status-set', {n, to: to.name}));
}

/** Asks for people, and adds them to the members of dossiers or takes them out. */
export async function setMembers(dossiers, list) {
  const asked = await openDialog(t('dossiers.members-of', {n: dossiers.length}), (close) => html`<form @submit=${(e) => {
    e.preventDefault();
    const ids = new FormData(e.target).getAll('member');
    if (ids.length) close({ids, add: e.submitter?.name !== 'remove'});
  }}><fieldset><legend>${t('dossiers.members')}</legend><div class="choices tall">${everybody().filter((p) => p.active && p.roles.some((r) => r === 'USER' || r === 'MANAGER')).map((p) => html`<label class="line">
    <input type="checkbox" name="member" value=${p.id}>${personName(p.id)}</label>`)}</div></fieldset>
    <footer><button type="button" @click=${() => close()}>${t('action.cancel')}</button><button name="remove">${t('dossiers.remove-members')}</button><button class="main">${t('dossiers.add-members')}</button></footer></form>`);
  if (!asked) return;
  const after = (members) => (asked.add ? [...new Set([...members, ...asked.ids])] : members.filter((id) => !asked.ids.includes(id)));
  await changeEach(dossiers, list, (d) => store(d, (now) => ({memberIds: after(now.memberIds), ...(asked.add ? {} : {approverIds: after(now.approverIds)})})), (n) => t('dossiers.members-set', {n}));
}

/** Archives dossiers after a question, since nothing takes that back. */
export async function archive(dossiers, list) {
  const names = dossiers.map((d) => d.name).join(', ');
  if (await confirmDialog(t('dossier.archive'), t('dossier.archive-more', {name: names}), t('dossier.archive'))) {
    await changeEach(dossiers, list, (d) => post(dossierPath(d) + '/archive'), (n) => t('dossiers.archived', {n}));
  }
}

/** Puts dossiers into the trash; the message takes them back. */
export const remove = (dossiers, list) => changeEach(dossiers, list, (d) => del(dossierPath(d)), (n) => t('dossiers.deleted', {n}),
  (changed) => changeEach(changed, list, (d) => post(dossierPath(d) + '/restore'), (n) => t('dossiers.restored', {n})));
