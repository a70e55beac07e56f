// @ts-check
// One attribute of several files.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {t} from '../i18n.js';
import {failureWords} from './base.js';
import {openDialog} from './dialogs.js';

const kinds = {DATE: 'date', NUMBER: 'number', TEXT: 'text'};

/**
 * Asks for an attribute of the files of a template and its value, and has it stored. What was typed stays when that fails.
 * @param {string} template its id @param {number} files how many @param {(values: Record<string, string>, name: string) => Promise<any>} store
 */
export async function openAttributesForm(template, files, store) {
  const {fileAttributeDefinitions} = await get(`/dossier-templates/${template}/file-attribute-definitions`);
  const definitions = fileAttributeDefinitions.filter((d) => d.editable);
  let [chosen] = definitions;
  let problem = '';
  return openDialog(t('files.attributes-of', {n: files}), (close, redraw) => {
    if (!chosen) return html`<p>${t('attribute.none')}</p><footer><button class="main" @click=${() => close()}>${t('action.close')}</button></footer>`;
    const submit = async (e) => {
      e.preventDefault();
      const value = String(new FormData(e.target).get('value'));
      try {
        await store({[chosen.id]: value}, chosen.name);
        close(true);
      } catch (error) {
        problem = failureWords(error);
        redraw();
      }
    };
    return html`<form @submit=${submit}>${problem ? html`<p class="banner error" role="alert">${problem}</p>` : nothing}
      <label>${t('attribute.which')}<select name="attribute" @change=${(e) => { chosen = definitions[e.target.selectedIndex]; redraw(); }}>${definitions.map((d) => html`<option value=${d.id}>${d.name}</option>`)}</select></label>
      <label>${t('attribute.value')}<input name="value" type=${kinds[chosen.type] ?? 'text'} step="any" autocomplete="off"></label><p class="soft">${t('attribute.empty')}</p>
      <footer><button type="button" @click=${() => close()}>${t('action.cancel')}</button><button class="main">${t('action.save')}</button></footer></form>`;
  });
}
