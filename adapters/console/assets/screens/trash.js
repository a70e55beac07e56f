// @ts-check
// Trash: dossiers and files that were deleted and can be restored until their time is over.

import {html, live, nothing} from '../vendor/lit.js';
import {del, dossierPath, filePath, get, post} from '../api.js';
import {formatSize, t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {hasRole, loadPeople, personName} from '../parts/context.js';
import {eraseDialog} from '../parts/dialogs.js';
import {toast} from '../parts/feedback.js';
import {timeView} from '../parts/files.js';
import {moveFocus} from '../parts/rows.js';

const atFirst = 100; // entries
const mostAtOnce = 500; // entries of an answer

class Trash extends Screen {
  constructor() {
    super();
    this.wanted = atFirst;
    /** @type {Set<string>} */
    this.chosen = new Set();
  }

  heading() { return t('nav.trash'); }

  wants() { return (e) => /^(dossier|file)\..*(deleted|restored|archived)$/.test(e.type); }

  async read(background) {
    /** @type {any[]} */
    const entries = [];
    let page;
    for (let cursor; cursor !== null && entries.length < this.wanted; cursor = page.nextCursor) {
      page = await get('/trash', {limit: Math.min(mostAtOnce, this.wanted - entries.length), cursor}, {background});
      entries.push(...page.entries);
    }
    await loadPeople();
    const chosen = new Set(entries.filter((e) => this.chosen.has(e.id)).map((e) => e.id));
    Object.assign(this, {entries, chosen, total: page.total, more: page.nextCursor !== null});
  }

  keys() {
    const focused = () => document.activeElement?.closest('tr')?.dataset.trash;
    return [{keys: 'j, ArrowDown', words: t('keys.next'), run: () => moveFocus(this, 1)}, {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => moveFocus(this, -1)},
      ...(hasRole('MANAGER') ? [{keys: 'x', words: t('keys.choose'), run: () => this.toggle(focused())},
        {keys: 'Ctrl+A', words: t('trash.choose-all'), run: () => this.chooseAll(true)}] : [])];
  }

  /** Reads more of the trash. */
  async showMore() {
    this.wanted = this.entries.length + mostAtOnce;
    await this.load(true);
  }

  toggle(id) {
    if (!this.entries.some((e) => e.id === id && e.mayRestore)) return;
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.requestUpdate();
  }

  chooseAll(all) { this.set({chosen: new Set(all ? this.entries.filter((e) => e.mayRestore).map((e) => e.id) : [])}); }

  async change(what, words) {
    try {
      await what();
      toast(words);
    } catch (error) {
      toast(failureWords(error), {bad: true});
    }
    await this.load(true);
  }

  pathOf(e) { return e.kind === 'FILE' ? filePath(e) : dossierPath(e); }

  restore(e) { return this.change(() => post(this.pathOf(e) + '/restore'), t('trash.restored', {name: e.name})); }

  /** Restores what is chosen: the files of a dossier by one request, all of them or none. */
  restoreChosen() {
    const chosen = this.entries.filter((e) => this.chosen.has(e.id));
    return this.change(async () => {
      for (const d of chosen.filter((e) => e.kind === 'DOSSIER')) await post(dossierPath(d) + '/restore');
      const files = Map.groupBy(chosen.filter((e) => e.kind === 'FILE'), (e) => e.dossierId);
      for (const some of files.values()) await post(dossierPath({...some[0], id: some[0].dossierId}) + '/files/restore', {fileIds: some.map((f) => f.id)});
    }, t('trash.restored-many', {n: chosen.length}));
  }

  async erase(e) {
    if (!await eraseDialog(t('erase.title', {name: e.name}), t(e.kind === 'FILE' ? 'erase.file' : 'erase.dossier'), e.name)) return;
    await this.change(() => del(this.pathOf(e) + '?deletePermanently=true'), t('erase.done', {name: e.name}));
  }

  row(e) {
    const by = e.deletedBy && personName(e.deletedBy);
    const size = e.kind === 'FILE' ? formatSize(e.size) : e.files === null ? '' : t('count.files', {n: e.files});
    return html`<tr data-trash=${e.id}>${hasRole('MANAGER') ? html`<td><input type="checkbox" aria-label=${t('files.choose', {name: e.name})} .checked=${live(this.chosen.has(e.id))}
        ?disabled=${!e.mayRestore} @change=${() => this.toggle(e.id)}></td>` : nothing}
      <td>${e.kind === 'DOSSIER' ? icon('folder', t('trash.dossier')) : nothing} <span data-row tabindex="-1"><strong>${e.name}</strong></span></td>
      <td>${e.kind === 'FILE' ? e.dossierName : t('dossier.owner', {name: personName(e.ownerId)})}</td><td class="number">${size}</td>
      <td class="soft">${timeView(e.softDeletedTime)}${by ? html`<div>${by}</div>` : nothing}</td><td class="soft">${timeView(e.purgeTime)}</td><td class="actions">
      ${e.mayRestore ? html`<button @click=${() => this.restore(e)}>${icon('undo')}${t('trash.restore')}<span class="hidden"> ${e.name}</span></button>` : nothing}
      ${e.mayDeletePermanently ? html`<button @click=${() => this.erase(e)}>${icon('trash')}${t('erase.action')}<span class="hidden"> ${e.name}</span></button>` : nothing}</td></tr>`;
  }

  view() {
    const title = html`<h1>${t('nav.trash')}</h1><p class="soft">${t('trash.more')}</p>`;
    if (!this.entries.length) return html`${title}<p class="empty card">${t('trash.none')}</p>`;
    const all = this.entries.every((e) => !e.mayRestore || this.chosen.has(e.id));
    return html`${title}${this.chosen.size ? html`<p><button class="main" @click=${() => this.restoreChosen()}>${icon('undo')}${t('trash.restore-many', {n: this.chosen.size})}</button></p>` : nothing}
      <div class="scroll"><table class="table"><thead><tr>${hasRole('MANAGER') ? html`<th scope="col"><input type="checkbox" aria-label=${t('trash.choose-all')}
        .checked=${live(all && this.chosen.size > 0)} @change=${(e) => this.chooseAll(e.target.checked)}></th>` : nothing}
      ${['name', 'where', 'size', 'deleted', 'until', 'actions'].map((c) => html`<th scope="col">${t('trash.' + c)}</th>`)}</tr></thead><tbody>${this.entries.map((e) => this.row(e))}</tbody></table></div>
      <p class="soft">${t('trash.shown', {n: this.total, shown: this.entries.length})}
        ${this.more ? html`<button @click=${() => this.showMore()}>${t('trash.show-more')}</button>` : nothing}</p>`;
  }
}
customElements.define('dk-trash', Trash);
