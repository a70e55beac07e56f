// @ts-check
// Trash: dossiers and files that were deleted and can be restored until their time is over.

import {html, nothing} from '../vendor/lit.js';
import {del, dossierPath, filePath, get, post} from '../api.js';
import {t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {hasRole, loadDossiers, loadPeople, personName, session} from '../parts/context.js';
import {eraseDialog} from '../parts/dialogs.js';
import {toast} from '../parts/feedback.js';
import {timeView} from '../parts/files.js';
import {moveFocus} from '../parts/rows.js';

const most = 500; // files of one dossier

class Trash extends Screen {
  heading() { return t('nav.trash'); }

  wants() { return (e) => /^(dossier|file)\..*(deleted|restored)$/.test(e.type); }

  async read(background) {
    const [deleted, there] = await Promise.all([loadDossiers({includeActive: false, includeSoftDeleted: true}, background),
      loadDossiers({includeArchived: true, includeCounts: true}, background), loadPeople()]);
    const lists = await Promise.all(there.filter((d) => d.counts?.softDeleted).map(async (d) => {
      const page = await get(dossierPath(d) + '/files', {includeActive: false, includeSoftDeleted: true, sort: '-lastUpdated', limit: most}, {background});
      return page.fileStatus.map((file) => ({file, dossier: d}));
    }));
    Object.assign(this, {dossiers: deleted, files: lists.flat().sort((a, b) => b.file.softDeletedTime.localeCompare(a.file.softDeletedTime))});
  }

  keys() {
    return [{keys: 'j, ArrowDown', words: t('keys.next'), run: () => moveFocus(this, 1)}, {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => moveFocus(this, -1)}];
  }

  async change(what, words) {
    try {
      await what();
      toast(words);
      await this.load(true);
    } catch (error) {
      toast(failureWords(error), {bad: true});
    }
  }

  async erase(path, name, words) {
    if (await eraseDialog(t('erase.title', {name}), words, name)) await this.change(() => del(path + '?deletePermanently=true'), t('erase.done', {name}));
  }

  row(key, name, where, time, path, mayErase, words) {
    return html`<tr data-trash=${key}><td><span data-row tabindex="-1"><strong>${name}</strong></span></td><td>${where}</td><td class="soft">${timeView(time)}</td><td class="actions">
      ${hasRole('MANAGER') ? html`<button @click=${() => this.change(() => post(path + '/restore'), t('trash.restored', {name}))}>${icon('undo')}${t('trash.restore')}<span class="hidden"> ${name}</span></button>` : nothing}
      ${mayErase ? html`<button @click=${() => this.erase(path, name, words)}>${icon('trash')}${t('erase.action')}<span class="hidden"> ${name}</span></button>` : nothing}</td></tr>`;
  }

  renderList(title, rows) {
    if (!rows.length) return nothing;
    return html`<h2>${title}</h2><div class="scroll"><table class="table"><thead><tr>${['name', 'where', 'deleted', 'actions'].map((c) => html`<th scope="col">${t('trash.' + c)}</th>`)}</tr></thead>
      <tbody>${rows}</tbody></table></div>`;
  }

  view() {
    const mayErase = (file, d) => !d.archivedTime && (file.assignee ? file.assignee === session.id : d.memberIds.includes(session.id));
    return html`<h1>${t('nav.trash')}</h1><p class="soft">${t('trash.more')}</p>
      ${this.renderList(t('nav.dossiers'), this.dossiers.map((d) => this.row(d.id, d.name, t('dossier.owner', {name: personName(d.ownerId)}), d.softDeletedTime, dossierPath(d),
        d.ownerId === session.id, t('erase.dossier'))))}
      ${this.renderList(t('trash.files'), this.files.map(({file, dossier}) => this.row(file.id, file.filename, dossier.name, file.softDeletedTime, filePath(file),
        mayErase(file, dossier), t('erase.file'))))}
      ${this.dossiers.length + this.files.length ? nothing : html`<p class="empty card">${t('trash.none')}</p>`}`;
  }
}
customElements.define('dk-trash', Trash);
