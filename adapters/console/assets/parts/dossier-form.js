// @ts-check
// Creating and changing a dossier: its names, its people, its status and its attributes.

import {html, nothing} from '../vendor/lit.js';
import {call, dossierPath, get, post, put} from '../api.js';
import {t} from '../i18n.js';
import {failureWords} from './base.js';
import {everybody, personName, session} from './context.js';
import {openDialog} from './dialogs.js';

const dayOf = (iso) => (iso ? iso.slice(0, 10) : '');
const mayWork = (u) => u.roles.some((r) => r === 'USER' || r === 'MANAGER');

/** Makes the keys of a request that is sent until it succeeds: a new one for another body, and after an answer which says that nothing was done. */
function createRequestKeys() {
  let sent = '';
  let key = '';
  return {
    keyFor(body) {
      const now = JSON.stringify(body);
      if (now !== sent) key = crypto.randomUUID();
      sent = now;
      return key;
    },
    renewAfter(status) { if (status >= 400 && status < 500 && status !== 429) sent = ''; },
  };
}

/** Reads a dossier as it is now, with its version and what it can have. */
async function readDossier(d) {
  const template = '/dossier-templates/' + d.dossierTemplateId;
  const [now, statuses, attributes] = await Promise.all([get(dossierPath(d), {}, {as: 'answer'}), get(template + '/dossier-status-definitions'), get(template + '/dossier-attribute-definitions')]);
  return {dossier: now.body, version: now.version, statuses: statuses.dossierStatusDefinitions,
    attributes: attributes.dossierAttributeDefinitions.filter((a) => a.editable && a.type !== 'IMAGE')};
}

/**
 * Opens the form of a dossier, or of a new one in one of some templates. Returns the dossier that
 * was stored, undefined for none.
 * @param {any} dossier @param {any[]} [templates]
 * @returns {Promise<any>}
 */
export async function openDossierForm(dossier, templates = []) {
  let known = dossier ? await readDossier(dossier) : {dossier: null, version: '', statuses: [], attributes: []};
  let problem = '';
  let stale = false;
  const keys = createRequestKeys();
  const save = async (form) => {
    const f = new FormData(form);
    const d = known.dossier;
    const due = f.get('due') ? new Date(String(f.get('due'))).toISOString() : null;
    const body = {name: f.get('name'), description: f.get('description'), memberIds: f.getAll('members'), approverIds: f.getAll('approvers'),
      dueDate: d && dayOf(d.dueDate) === f.get('due') ? d.dueDate : due, ...(d ? {id: d.id, dossierStatusId: f.get('status') || null} : {})};
    const stored = await call('POST', `/dossier-templates/${d?.dossierTemplateId ?? f.get('template')}/dossiers`, {body, ...(d ? {match: known.version} : {key: keys.keyFor(body)})});
    const values = Object.fromEntries(known.attributes.map((a) => [a.id, String(f.get('attribute-' + a.id))]).filter(([id, v]) => v !== (d?.dossierAttributes.attributeIdToValue[id] ?? '')));
    if (!Object.keys(values).length) return stored;
    known.version = (await readDossier(stored)).version; // what follows may fail, and be sent again
    await put(dossierPath(stored) + '/attributes', {attributeIdToValue: values});
    return stored;
  };
  return openDialog(dossier ? t('dossier.edit') : t('dossiers.create'), (close, redraw) => {
    const d = known.dossier;
    const people = (name, chosen, words) => html`<fieldset><legend>${words}</legend><div class="choices tall">${everybody().filter(mayWork).map((u) => html`<label class="line">
      <input type="checkbox" name=${name} value=${u.id} ?checked=${chosen.includes(u.id)}>${personName(u.id)}</label>`)}</div></fieldset>`;
    const onSubmit = async (e) => {
      e.preventDefault();
      try {
        close(await save(e.target));
      } catch (error) {
        keys.renewAfter(error.status);
        stale = /** @type {any} */ (error).status === 412;
        problem = stale ? t('dossier.stale') : failureWords(error);
        redraw();
      }
    };
    const useTheirs = async () => { known = await readDossier(d); problem = ''; stale = false; redraw(); };
    const keepMine = async () => { known = {...known, version: (await readDossier(d)).version}; problem = ''; stale = false; redraw(); };
    const type = {DATE: 'date', NUMBER: 'text', TEXT: 'text'};
    return html`<form @submit=${onSubmit}>
      ${problem ? html`<p class="banner error" role="alert">${problem}
        ${stale ? html`<button type="button" @click=${useTheirs}>${t('review.theirs')}</button> <button type="button" @click=${keepMine}>${t('review.mine')}</button>` : nothing}</p>` : nothing}
      ${d ? nothing : html`${templates.length ? nothing : html`<p class="banner">${t('dossiers.no-template')}</p>`}
        <label>${t('dossiers.template')}<select name="template" required>${templates.map((tpl) => html`<option value=${tpl.id}>${tpl.name}</option>`)}</select></label>`}
      <label>${t('dossiers.name')}<input name="name" required maxlength="255" autocomplete="off" autofocus value=${d?.name ?? ''}></label>
      <label>${t('dossiers.description')}<textarea name="description" rows="2" maxlength="4000" .defaultValue=${d?.description ?? ''}></textarea></label>
      <label>${t('dossiers.due')}<input name="due" type="date" value=${dayOf(d?.dueDate)}></label>
      ${known.statuses.length ? html`<label>${t('dossier.status')}<select name="status"><option value="">${t('dossier.no-status')}</option>
        ${known.statuses.map((s) => html`<option value=${s.id} ?selected=${s.id === d?.dossierStatusId}>${s.name}</option>`)}</select></label>` : nothing}
      ${known.attributes.map((a) => html`<label>${a.name}<input name=${'attribute-' + a.id} type=${type[a.type] ?? 'text'} inputmode=${a.type === 'NUMBER' ? 'decimal' : nothing}
        value=${d?.dossierAttributes.attributeIdToValue[a.id] ?? ''}></label>`)}
      ${people('members', d?.memberIds ?? [session.id], t('dossiers.members'))}${people('approvers', d?.approverIds ?? [], t('dossier.approvers'))}
      <footer><button type="button" @click=${() => close()}>${t('action.cancel')}</button>
        <button class="main" ?disabled=${!d && !templates.length}>${d ? t('action.save') : t('dossiers.create')}</button></footer></form>`;
  });
}

/** Asks what a package of a dossier is to hold, and asks for it. Returns whether it is being made. */
export async function openPackageForm(dossier, fileIds, count) {
  const {reportTemplates} = await get(`/dossier-templates/${dossier.dossierTemplateId}/report-templates`);
  let problem = '';
  const keys = createRequestKeys();
  return openDialog(t(fileIds.length ? 'download.chosen' : 'download.all', {n: count}), (close, redraw) => html`<form @submit=${async (e) => {
    e.preventDefault();
    const f = new FormData(e.target);
    const body = {downloadFileTypes: f.getAll('type'), reportTemplateIds: f.getAll('report'), ...(fileIds.length ? {fileIds} : {})};
    try {
      close(await post(dossierPath(dossier) + (fileIds.length ? '/files/bulk-download' : '/downloads'), body, {key: keys.keyFor(body)}));
    } catch (error) {
      keys.renewAfter(error.status);
      problem = failureWords(error);
      redraw();
    }
  }}>${problem ? html`<p class="banner error" role="alert">${problem}</p>` : nothing}<fieldset><legend>${t('download.content')}</legend>
    ${['ORIGINAL', 'PREVIEW'].map((type) => html`<label class="line"><input type="checkbox" name="type" value=${type} checked>${t('download.' + type)}</label>`)}
    ${reportTemplates.map((r) => html`<label class="line"><input type="checkbox" name="report" value=${r.id} ?checked=${r.activeByDefault}>${t('download.report', {name: r.name})}</label>`)}</fieldset>
    <p class="soft">${t('download.unapproved')}</p>
    <footer><button type="button" @click=${() => close()}>${t('action.cancel')}</button><button class="main">${t('download.make')}</button></footer></form>`);
}
