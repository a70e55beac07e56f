// @ts-check
// What is done with chosen files of a dossier: one request for all of them, which leaves out what cannot be changed and
// says why.

import {html} from '../vendor/lit.js';
import {Failure, dossierPath, get, post} from '../api.js';
import {t} from '../i18n.js';
import {failureWords} from './base.js';
import {firstNames, hasRole, personName, session} from './context.js';
import {chooseDialog, openForm} from './dialogs.js';
import {valueField} from './dossiers.js';
import {toast} from './feedback.js';

/**
 * Makes the same change to files, and tells which were left out.
 * @param {DossierScreen} screen
 * @param {Api.File[]} files
 * @param {string} what
 * @param {object} body
 * @param {(n: number) => string} done
 * @param {(body: object) => string} keyFor
 */
async function sendChange(screen, files, what, body, done, keyFor) {
  const sent = {...body, fileIds: files.map((f) => f.id)};
  const {fileIds: changed, skipped} = await post(`${dossierPath(screen.dossier)}/files/bulk-${what}`, sent, {
    key: keyFor(sent),
    query: {skipInvalid: true}
  });
  const left = [...Map.groupBy(skipped, (f) => f.message)].map(([message, of]) => {
    const names = of.map((left) => files.find((f) => f.id === left.fileId)?.filename ?? '');
    return t('files.left-out', {
      n: of.length,
      names: firstNames(names, 3),
      why: failureWords(new Failure(409, message))
    });
  });
  toast([...(changed.length || !left.length ? [done(changed.length)] : []), ...left].join(' '), {bad: left.length > 0});
  void screen.load(true);
}

/**
 * The same without a dialog: what is refused is told, and can be tried again.
 * @param {DossierScreen} screen
 * @param {Api.File[]} files
 * @param {string} what
 * @param {object} body
 * @param {(n: number) => string} done
 */
function change(screen, files, what, body, done) {
  const key = crypto.randomUUID();
  return screen.change(() => sendChange(screen, files, what, body, done, () => key), false);
}

/** @param {number} n @param {string | null} id */
const assignedWords = (n, id) => (id ? t('files.assigned', {n, name: personName(id)}) : t('files.unassigned', {n}));

/** @param {DossierScreen} screen @param {Api.File[]} files */
export const assignToMe = (screen, files) =>
  change(screen, files, 'assign', {assigneeId: session.id}, (/** @type {number} */ n) => assignedWords(n, session.id));

/** @param {DossierScreen} screen @param {Api.File[]} files */
export const reanalyse = (screen, files) =>
  change(screen, files, 'reanalyse', {}, (/** @type {number} */ n) => t('files.analysing', {n}));

/** Asks whom files are assigned to. @param {DossierScreen} screen @param {Api.File[]} files */
export function chooseAssignee(screen, files) {
  const people = screen.dossier.memberIds
    .map((id) => ({value: {id: /** @type {string | null} */ (id)}, words: personName(id), icon: 'user'}))
    .filter((c) => c.words);
  return chooseDialog(
    t('files.assign'),
    [...people, {value: {id: null}, words: t('files.nobody'), icon: 'dash'}],
    ({id}, keyFor) => sendChange(screen, files, 'assign', {assigneeId: id}, (n) => assignedWords(n, id), keyFor)
  );
}

/** Asks for the status among people that files get. @param {DossierScreen} screen @param {Api.File[]} files */
export function chooseStep(screen, files) {
  const steps = ['UNDER_REVIEW', ...(screen.dossier.approverIds.length ? ['UNDER_APPROVAL'] : []), 'APPROVED', 'NEW'];
  return chooseDialog(
    t('files.step'),
    steps.map((value) => ({value, words: t('workflow.' + value)})),
    (workflowStatus, keyFor) =>
      sendChange(
        screen,
        files,
        'workflow-status',
        {workflowStatus},
        (n) => t('count.files', {n}) + ': ' + t('workflow.' + workflowStatus),
        keyFor
      )
  );
}

/** Asks for an attribute of files and its value. @param {DossierScreen} screen @param {Api.File[]} files */
export async function setAttribute(screen, files) {
  const {fileAttributeDefinitions} = await get(
    `/dossier-templates/${screen.dossier.dossierTemplateId}/file-attribute-definitions`
  );
  const definitions = fileAttributeDefinitions.filter((/** @type {Api.FileAttribute} */ d) => d.editable);
  let [chosen] = definitions;
  await openForm(t('files.attributes-of', {n: files.length}), {
    action: t('action.save'),
    isReady: () => !!chosen,
    fieldOf: () => 'value',
    store: (f, keyFor) =>
      sendChange(
        screen,
        files,
        'attributes',
        {attributeIdToValue: {[chosen.id]: String(f.get('value'))}},
        (n) => t('count.files', {n}) + ': ' + t('attribute.set', {name: chosen.name}),
        keyFor
      ),
    fields: ({beside, redraw}) =>
      !chosen
        ? html`<p>${t('attribute.none')}</p>`
        : html`<label
              >${t('attribute.which')}<select
                name="attribute"
                @change=${(e) => {
                  chosen = definitions[/** @type {HTMLSelectElement} */ (e.currentTarget).selectedIndex];
                  redraw();
                }}
              >
                ${definitions.map(
                  (/** @type {Api.FileAttribute} */ d) => html`<option value=${d.id}>${d.name}</option>`
                )}
              </select></label
            ><label>${t('review.value')}${valueField(chosen)}</label>${beside('value')}
            <p class="soft">${t('attribute.empty')}</p>`
  });
}

/** Puts files into the trash; the message takes them back. @param {DossierScreen} screen @param {Api.File[]} files */
export async function remove(screen, files) {
  const fileIds = files.map((f) => f.id);
  const path = dossierPath(screen.dossier) + '/files';
  await screen.change(async () => {
    await post(path + '/bulk-delete', {fileIds});
    screen.chosen.clear();
    toast(
      t('files.deleted', {n: fileIds.length}),
      hasRole('MANAGER') ? {undo: () => screen.change(() => post(path + '/restore', {fileIds}))} : {}
    );
  });
}

/** Asks what a package of files is to hold, and shows the packages. @param {DossierScreen} screen */
export const download = (screen) => screen.download();
