// @ts-check
// What is done with dossiers: the service changes one at a time, and none that somebody changed meanwhile.

import {html} from '../vendor/lit.js';
import {Failure, call, del, dossierPath, filePath, get, post} from '../api.js';
import {t} from '../i18n.js';
import {failureWords} from './base.js';
import {firstNames, go, personName} from './context.js';
import {chooseDialog, confirmDialog, openForm} from './dialogs.js';
import {peopleField} from './dossier-form.js';
import {toast} from './feedback.js';
import {csvOf, saveFile} from './lists.js';
import {chooseMenu} from './menu.js';
import {upload} from './upload-queue.js';
import './uploads.js';

const mostAtOnce = 500; // files of one answer
const mostSamples = 3;

/**
 * @typedef {{set: (of: {progress: string}) => void, load: (background: boolean) => unknown}} List the screen, which
 *   shows
 *   how far that is
 */

/**
 * Changes dossiers one after the other, and tells how far that is. Returns those that were changed, those that were
 * left out, which
 * of these and why in words, and the status of the last refusal.
 * @param {List} list @param {Api.Dossier[]} dossiers @param {(d: Api.Dossier) => Promise<unknown>} change
 */
async function changeEach(list, dossiers, change) {
  const out = {
    changed: /** @type {Api.Dossier[]} */ ([]),
    left: /** @type {Api.Dossier[]} */ ([]),
    words: '',
    status: 0
  };
  /** @type {Map<string, string[]>} names by why */
  const names = new Map();
  for (const [at, d] of dossiers.entries()) {
    if (dossiers.length > 1) list.set({progress: t('dossiers.progress', {n: at + 1, m: dossiers.length})});
    try {
      await change(d);
      out.changed.push(d);
    } catch (caught) {
      const error = /** @type {any} */ (caught);
      const why =
        failureWords(error) +
        (error.status === 403 ? ' ' + t('dossiers.owner-only', {name: personName(d.ownerId)}) : '');
      names.set(why, [...(names.get(why) ?? []), d.name]);
      out.left.push(d);
      out.status = error.status;
    }
  }
  out.words = [...names].map(([why, n]) => t('files.left-out', {n: n.length, names: firstNames(n, 3), why})).join(' ');
  list.set({progress: ''});
  await list.load(true);
  return out;
}

/**
 * The same for a dialog, which stays for those that were left out.
 * @template T
 * @param {(given: T) => (d: Api.Dossier) => Promise<unknown>} change
 * @param {(n: number, given: T) => string} done
 * @param {List} list
 * @param {Api.Dossier[]} dossiers
 */
function changeFrom(list, dossiers, change, done) {
  let left = dossiers;
  return async (/** @type {T} */ given) => {
    const out = await changeEach(list, left, change(given));
    left = out.left;
    if (out.changed.length) toast(done(out.changed.length, given));
    if (left.length) throw new Failure(out.status, out.words);
  };
}

/**
 * Stores something of a dossier, unless somebody changes it meanwhile.
 * @param {(now: Api.Dossier) => object} part what is stored, of the dossier as it is now
 * @param {Api.Dossier} d
 */
async function store(d, part) {
  const {body, version} = await get(dossierPath(d), {}, {as: 'answer'});
  await call('POST', `/dossier-templates/${d.dossierTemplateId}/dossiers`, {
    body: {id: d.id, name: body.name, ...part(body)},
    match: version
  });
}

/** Asks for a status, and gives it to dossiers of one template. @param {List} list @param {Api.Dossier[]} dossiers */
export async function setStatus(list, dossiers) {
  const [template, other] = new Set(dossiers.map((/** @type {Api.Dossier} */ d) => d.dossierTemplateId));
  if (other) return toast(t('dossiers.one-template'));
  const {dossierStatusDefinitions} = await get(`/dossier-templates/${template}/dossier-status-definitions`);
  await chooseDialog(
    t('dossiers.status'),
    [
      ...dossierStatusDefinitions.map((/** @type {{id: string | null, name: string}} */ s) => ({
        value: s,
        words: s.name
      })),
      {value: {id: null, name: t('dossier.no-status')}, words: t('dossier.no-status'), icon: 'dash'}
    ],
    changeFrom(
      list,
      dossiers,
      (to) => (d) => store(d, () => ({dossierStatusId: to.id})),
      (n, to) => t('count.dossiers', {n}) + ': ' + to.name
    )
  );
}

/**
 * Asks for people, and adds them to the members of dossiers or takes them out.
 * @param {List} list
 * @param {Api.Dossier[]} dossiers
 */
export async function setMembers(list, dossiers) {
  const change = changeFrom(
    list,
    dossiers,
    ({ids, add}) => {
      const after = (/** @type {string[]} */ members) =>
        add ? [...new Set([...members, ...ids])] : members.filter((id) => !ids.includes(id));
      return (d) =>
        store(d, (now) => ({memberIds: after(now.memberIds), ...(add ? {} : {approverIds: after(now.approverIds)})}));
    },
    (n) => t('dossiers.members-set', {n})
  );
  /** @type {string[]} */
  const nobody = [];
  await openForm(t('dossiers.members-of', {n: dossiers.length}), {
    action: t('dossiers.add-members'),
    more: html`<button name="remove">${t('dossiers.remove-members')}</button>`,
    fieldOf: () => 'members',
    fields: ({beside}) => html`${peopleField('member', nobody, t('dossiers.members'), true)}${beside('members')}`,
    store: (f, _keyFor, by) => {
      if (!f.has('member')) throw new Failure(422, t('dossiers.nobody'));
      return change({ids: f.getAll('member'), add: by !== 'remove'});
    }
  });
}

/**
 * Archives dossiers after a question, since nothing takes that back.
 * @param {List} list
 * @param {Api.Dossier[]} dossiers
 */
export const archive = (list, dossiers) =>
  confirmDialog(
    t('dossier.archive'),
    t('dossier.archive-more', {name: dossiers.map((/** @type {Api.Dossier} */ d) => d.name).join(', ')}),
    t('dossier.archive'),
    changeFrom(
      list,
      dossiers,
      () => (d) => post(dossierPath(d) + '/archive'),
      (n) => t('dossiers.archived', {n})
    )
  );

/**
 * Changes dossiers without a question, and tells the outcome; the message takes it back where undo is given.
 * @param {List} list
 * @param {Api.Dossier[]} dossiers
 * @param {(d: Api.Dossier) => Promise<unknown>} change
 * @param {(n: number) => string} done
 * @param {(changed: Api.Dossier[]) => void} [undo]
 */
async function changeAll(list, dossiers, change, done, undo) {
  const {changed, left, words} = await changeEach(list, dossiers, change);
  toast([changed.length || !left.length ? done(changed.length) : '', words].filter(Boolean).join(' '), {
    bad: left.length > 0,
    ...(changed.length && undo ? {undo: () => undo(changed)} : {})
  });
}

/** Puts dossiers into the trash; the message takes them back. @param {List} list @param {Api.Dossier[]} dossiers */
export const remove = (list, dossiers) =>
  changeAll(
    list,
    dossiers,
    (/** @type {Api.Dossier} */ d) => del(dossierPath(d)),
    (/** @type {number} */ n) => t('dossiers.deleted', {n}),
    (changed) =>
      changeAll(
        list,
        changed,
        (/** @type {Api.Dossier} */ d) => post(dossierPath(d) + '/restore'),
        (/** @type {number} */ n) => t('trash.restored-many', {n})
      )
  );

/** Offers what can be done with the dossier of a screen. @param {DossierScreen} screen */
export async function chooseMore(screen) {
  const {dossier} = screen;
  const of = (
    /** @type {boolean} */ shown,
    /** @type {string} */ words,
    /** @type {string} */ icon,
    /** @type {() => unknown} */ run
  ) => (shown ? [{value: run, words: t(words), icon}] : []);
  const run = await chooseMenu(t('dossier.more'), [
    ...of(screen.mayUpload, 'upload.options', 'upload', () => screen.bring()),
    ...of(screen.isMember, 'files.download', 'download', () => screen.download()),
    ...of(screen.isMember, 'panel.history', 'history', () => screen.showHistory()),
    ...of(screen.mayEdit, 'dossier.edit', 'pencil', () => screen.edit()),
    {value: () => reportFiles(screen), words: t('files.report'), icon: 'download'},
    ...(!screen.mayEdit
      ? []
      : [
          ...(screen.counts.all
            ? [{value: () => reanalyseAll(screen), words: t('dossier.reanalyse'), icon: 'history'}]
            : []),
          {value: () => archive(screen, [dossier]), words: t('dossier.archive'), icon: 'folder'},
          {value: () => deleteAll(screen), words: t('dossier.delete'), icon: 'trash'}
        ])
  ]);
  run?.();
}

/** @param {DossierScreen} screen */
const reanalyseAll = (screen) =>
  screen.change(async () => {
    const {fileIds} = await post(dossierPath(screen.dossier) + '/reanalyse');
    toast(t('files.analysing', {n: fileIds.length}));
  });

/** @param {DossierScreen} screen */
async function deleteAll(screen) {
  const {id, name} = screen.dossier;
  const path = dossierPath(screen.dossier);
  if (!(await screen.change(() => del(path), false))) return;
  toast(t('dossier.deleted', {name}), {
    bound: '',
    undo: async () => {
      await post(path + '/restore');
      go('/dossiers/' + id);
    }
  });
  go('/dossiers');
}

/** Gives the files of the list away with their states, as csv. @param {DossierScreen} screen */
const reportFiles = (screen) =>
  screen.change(async () => {
    const lines = [
      [
        'files.name',
        'review.pages',
        'files.workflow',
        'files.attention',
        'files.processing',
        'files.assignee',
        'files.changed'
      ].map((c) => t(c))
    ];
    for (let cursor; cursor !== null;) {
      /** @type {{rows: Api.File[], cursor: string | null} | null} */
      const page = await screen.readRows(mostAtOnce, cursor ?? null);
      if (!page) return; // another list is shown
      lines.push(
        ...page.rows.map((/** @type {Api.File} */ f) => [
          f.filename,
          String(f.numberOfPages),
          t('workflow.' + f.workflowStatus),
          String(f.attention ?? ''),
          f.processingStatus === 'PROCESSED' ? '' : f.fileErrorInfo?.cause || t('processing.' + f.processingStatus),
          personName(f.assignee),
          f.lastUpdated ?? f.added ?? ''
        ])
      );
      cursor = page.cursor;
    }
    saveFile(screen.dossier.name + '.csv', csvOf(lines));
  }, false);

/**
 * Brings copies of files of the demo that one may read, of the same template where there are some.
 * @param {DossierScreen} screen
 */
export const bringSamples = (screen) =>
  screen.change(async () => {
    const ask = (/** @type {Query} */ query) =>
      get('/files', {...query, processingStatus: 'PROCESSED', limit: mostSamples}).then((page) => page.files);
    const same = await ask({dossierTemplateId: screen.dossier.dossierTemplateId});
    const from = same.length ? same : await ask({});
    upload(
      screen.dossier,
      await Promise.all(
        from.map(
          async (/** @type {Api.FoundFile} */ f) =>
            new File([await get(filePath(f) + '/content', {}, {as: 'blob'})], f.filename)
        )
      )
    );
  }, false);
