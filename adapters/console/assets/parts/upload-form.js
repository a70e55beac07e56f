// @ts-check
// What is asked before files are sent: what becomes of those whose names are there, and whether all are analysed.

import {html} from '../vendor/lit.js';
import {get, dossierPath} from '../api.js';
import {formatDay, t} from '../i18n.js';
import {firstNames, personName, session} from './context.js';
import {openDialog, openSending} from './dialogs.js';
import {refusalOf, upload} from './upload-queue.js';
import './uploads.js';

const mostAtOnce = 500; // files of one answer

/**
 * Reads the files of a dossier by their names.
 * @returns {Promise<Map<string, Api.File>>}
 * @param {Api.Dossier} dossier
 */
async function readByName(dossier) {
  const found = new Map();
  for (let cursor; cursor !== null;) {
    const page = await get(dossierPath(dossier) + '/files', {limit: mostAtOnce, cursor});
    for (const f of page.fileStatus) found.set(f.filename, f);
    cursor = page.nextCursor;
  }
  return found;
}

/**
 * Whether a file that is there is somebody else's, who alone may replace it.
 * @param {Api.Dossier} dossier
 * @param {Api.File | undefined} f
 */
const isForeign = (dossier, f) => f?.assignee && f.assignee !== session.id && dossier.memberIds.includes(f.assignee);

/**
 * Sends files; those that are worth sending and whose names are there are asked about first.
 * @param {File[]} files
 * @param {boolean} [analyse]
 * @param {Api.Dossier} dossier
 */
export async function bringFiles(dossier, files, analyse = true) {
  const there = await readByName(dossier);
  const refusals = new Map(
    files
      .filter((f) => isForeign(dossier, there.get(f.name)))
      .map((f) => [f.name, t('upload.foreign', {name: personName(there.get(f.name)?.assignee)})])
  );
  const same = files.filter((f) => there.has(f.name) && !refusals.has(f.name) && !refusalOf(f));
  const answer = same.length ? await askAboutSame(same.flatMap((f) => there.get(f.name) ?? [])) : 'keep';
  if (!answer) return;
  upload(
    dossier,
    answer === 'skip' ? files.filter((f) => !same.includes(f)) : files,
    {keep: answer === 'keep', analyse},
    refusals
  );
}

/**
 * Asks what becomes of files whose names are there.
 * @param {Api.File[]} files
 * @returns {Promise<'skip' | 'drop' | 'keep' | undefined>}
 */
const askAboutSame = (files) =>
  openDialog(
    t('upload.same', {n: files.length}),
    (close) =>
      html`<p>${firstNames(files.map((f) => `${f.filename} (${formatDay(f.lastUploaded ?? f.added)})`))}</p>
        <p>${t('upload.same-more')}</p>
        <footer>
          <button @click=${() => close('skip')}>${t('upload.skip')}</button
          ><button @click=${() => close('drop')}>${t('upload.replace')}</button>
          <button class="main" @click=${() => close('keep')}>${t('upload.replace-keep')}</button>
        </footer>`
  );

/**
 * Asks for files or a folder, and whether they are analysed by themselves, and sends them.
 * @param {Api.Dossier} dossier
 */
export const openUploadForm = (dossier) =>
  openSending(
    t('upload.action'),
    ({files, analyse}) => bringFiles(dossier, files, analyse),
    ({send, close, refusal}) => {
      const choose = (/** @type {import('../vendor/lit.js').Heard} */ e) => {
        const {files, form} = e.target;
        const analyses = form?.elements.namedItem('analyse');
        if (files?.length && analyses instanceof HTMLInputElement) send({files: [...files], analyse: analyses.checked});
      };
      const button = (/** @type {string} */ name, /** @type {string} */ words, /** @type {string} */ main) =>
        html`<button
          type="button"
          class=${main}
          @click=${(e) => {
            const field = e.currentTarget.closest('form')?.elements.namedItem(name);
            if (field instanceof HTMLElement) field.click();
          }}
        >
          ${words}
        </button>`;
      return html`<form @submit=${(e) => e.preventDefault()}>
        <p>${t('files.empty')}</p>
        <label class="line"><input type="checkbox" name="analyse" checked />${t('upload.analyse')}</label>
        <p class="soft">${t('upload.analyse-more')}</p>
        ${refusal} <input type="file" name="files" multiple hidden @change=${choose} /><input
          type="file"
          name="folder"
          webkitdirectory
          hidden
          @change=${choose}
        />
        <footer>
          <button type="button" @click=${() => close()}>${t('action.cancel')}</button
          >${button('folder', t('upload.choose-folder'), '')}${button('files', t('upload.choose'), 'main')}
        </footer>
      </form>`;
    }
  );
