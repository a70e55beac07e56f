// @ts-check
// Asking for a package of a dossier or of some of its files.

import {html} from '../vendor/lit.js';
import {dossierPath, post} from '../api.js';
import {t} from '../i18n.js';
import {openForm} from './dialogs.js';
import {readReports} from './dossier-form.js';

/**
 * Asks what a package of a dossier is to hold, and asks for it. Returns whether it is being made.
 * @param {string[]} fileIds
 * @param {number} count
 * @param {Api.Dossier} dossier
 */
export async function openPackageForm(dossier, fileIds, count) {
  const reportTemplates = await readReports(dossier.dossierTemplateId);
  const isOfDossier = (/** @type {{id: string, name: string}} */ r) => dossier.reportTemplateIds.includes(r.id);
  const some = fileIds.length > 0;
  const store = (/** @type {FormData} */ f, /** @type {(body: object) => string} */ keyFor) => {
    const body = {
      downloadFileTypes: f.getAll('type'),
      reportTemplateIds: f.getAll('report'),
      ...(f.has('colored') ? {redactionPreviewColor: f.get('color')} : {}),
      ...(some ? {fileIds} : {})
    };
    return post(dossierPath(dossier) + (some ? '/files/bulk-download' : '/downloads'), body, {key: keyFor(body)});
  };
  /**
   * @param {string} name
   * @param {string} value
   * @param {boolean} checked
   * @param {string} words
   */
  const choice = (name, value, checked, words) =>
    html`<label class="line"><input type="checkbox" name=${name} value=${value} ?checked=${checked} />${words}</label>`;
  return openForm(t('download.all', {n: count}), {
    action: t('download.make'),
    store,
    fields: () =>
      html`<fieldset>
          <legend>${t('download.content')}</legend>
          ${['ORIGINAL', 'PREVIEW'].map((type) => choice('type', type, true, t('download.' + type)))}
          <div class="color">
            ${choice('colored', 'yes', false, t('download.color'))}
            <input
              type="color"
              name="color"
              value="#f5c542"
              aria-label=${t('download.color')}
              @input=${(e) => {
                const colored = e.target.form?.elements.namedItem('colored');
                if (colored instanceof HTMLInputElement) colored.checked = true;
              }}
            />
          </div>
          ${reportTemplates.map((/** @type {{id: string, name: string}} */ r) =>
            choice('report', r.id, isOfDossier(r), t('download.report', {name: r.name}))
          )}
        </fieldset>
        <p class="soft">${t('download.unapproved')}</p>`
  });
}
