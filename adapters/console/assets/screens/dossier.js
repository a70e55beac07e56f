// @ts-check
// One dossier: bring files in, see them through, take results out.

import {html, live, nothing} from '../vendor/lit.js';
import {del, dossierPath, filePath, get, post, put} from '../api.js';
import {formatDay, t} from '../i18n.js';
import {Failure} from '../api.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, go, loadDossiers, loadPeople, personName, session} from '../parts/context.js';
import {confirmDialog, openDialog} from '../parts/dialogs.js';
import {toast} from '../parts/feedback.js';
import {dueView, loadFiles, processingChip, timeView, workflowChip} from '../parts/files.js';
import '../parts/history.js';
import {addressOf, filters, linkTo} from '../parts/queue.js';
import {moveFocus} from '../parts/rows.js';
import {droppedFiles, upload} from '../parts/uploads.js';

class Dossier extends Screen {
  constructor() {
    super();
    /** @type {any} */
    this.dossier = null;
    /** @type {any[]} */
    this.files = [];
    /** @type {Set<string>} */
    this.chosen = new Set();
    this.panel = false;
    this.over = false;
    this.text = '';
  }

  connectedCallback() {
    super.connectedCallback();
    const listen = (name, run) => {
      document.addEventListener(name, run);
      this.ends.push(() => document.removeEventListener(name, run));
    };
    const hasFiles = (e) => e.dataTransfer?.types.includes('Files') && this.mayUpload;
    listen('dragover', (e) => { if (hasFiles(e)) { e.preventDefault(); if (!this.over) this.set({over: true}); } });
    listen('dragleave', (e) => { if (!e.relatedTarget) this.set({over: false}); });
    listen('drop', async (e) => {
      if (!hasFiles(e)) return;
      e.preventDefault();
      this.set({over: false});
      this.bring(await droppedFiles(e.dataTransfer));
    });
    listen('paste', (e) => { if (e.clipboardData?.files.length && this.mayUpload) this.bring([...e.clipboardData.files]); });
  }

  heading() { return this.dossier?.name ?? ''; }

  wants() { return (e) => e.dossierId === this.params.id; }

  async read(background) {
    const [dossiers] = await Promise.all([loadDossiers({includeArchived: true}, background), loadPeople()]);
    const dossier = dossiers.find((d) => d.id === this.params.id && !d.softDeletedTime);
    if (!dossier) throw new Failure(404, '');
    this.dossier = dossier;
    this.member = dossier.memberIds.includes(session.id) || dossier.visibility === 'PUBLIC';
    this.files = this.member ? await get(dossierPath(dossier) + '/files', {includeArchived: !!dossier.archivedTime}, {background}).then((a) => a.fileStatus) : [];
    this.chosen = new Set(this.files.filter((f) => this.chosen.has(f.id)).map((f) => f.id));
  }

  moveTo(params, query) {
    if (params.id !== this.params.id) return false;
    this.set({query});
    return true;
  }

  get isMember() { return this.dossier?.memberIds.includes(session.id); }

  get isOwner() { return this.dossier?.ownerId === session.id; }

  get mayUpload() { return this.isMember && !this.dossier.archivedTime; }

  get show() { return this.query.get('show') ?? 'all'; }

  get rows() {
    const wanted = this.text.toLowerCase();
    return this.files.filter((f) => (filters[this.show] ?? filters.all)(f) && f.filename.toLowerCase().includes(wanted)).sort((a, b) => a.filename.localeCompare(b.filename, undefined, {numeric: true}));
  }

  keys() {
    const focused = () => { const id = document.activeElement?.closest('tr')?.dataset.file; return this.files.find((f) => f.id === id); };
    return [
      {keys: 'j, ArrowDown', words: t('keys.next'), run: () => moveFocus(this, 1)}, {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => moveFocus(this, -1)},
      {keys: '/', words: t('keys.filter'), run: () => /** @type {any} */ (this.querySelector('[type=search]'))?.focus()},
      {keys: 'x', words: t('keys.choose'), run: () => { const f = focused(); if (f) this.toggle(f.id); }},
      {keys: 'r', words: t('files.review'), run: () => this.review()},
      {keys: 'Shift+U', words: t('upload.action'), run: () => this.pickFiles()},
      {keys: 'd', words: t('files.download'), run: () => this.download()},
      {keys: 'i', words: t('files.assign-me'), run: () => { const f = focused(); this.assign(f && !this.chosen.size ? [f.id] : [...this.chosen]); }},
      {keys: 'h', words: t('history.title'), run: () => this.set({panel: !this.panel})},
    ];
  }

  toggle(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.requestUpdate();
  }

  pickFiles() {
    if (this.mayUpload) /** @type {any} */ (this.querySelector('input[type=file]'))?.click();
  }

  /** Takes files in; those whose names are there are asked about first. */
  async bring(files) {
    const names = new Map(this.files.map((f) => [f.filename, f]));
    const there = files.filter((f) => names.has(f.name));
    let answer = 'keep';
    if (there.length) {
      answer = await openDialog(t('upload.same', {n: there.length}), (close) => html`<p>${there.slice(0, 5).map((f) => f.name).join(', ')}${there.length > 5 ? ' …' : ''}</p><p>${t('upload.same-more')}</p>
        <footer><button @click=${() => close('skip')}>${t('upload.skip')}</button><button @click=${() => close('drop')}>${t('upload.replace')}</button>
        <button class="main" @click=${() => close('keep')}>${t('upload.replace-keep')}</button></footer>`);
      if (!answer) return;
    }
    upload(this.dossier, answer === 'skip' ? files.filter((f) => !names.has(f.name)) : files, answer === 'keep');
  }

  review() {
    const first = this.rows.find(filters.review) ?? this.rows[0];
    if (first) go(addressOf(first, this.show === 'all' ? 'review' : this.show));
  }

  async each(ids, what, done) {
    const results = await Promise.allSettled(ids.map((id) => what(this.files.find((f) => f.id === id))));
    const failed = results.filter((r) => r.status === 'rejected');
    const words = done + (failed.length ? ' ' + t('files.left-out', {n: failed.length, why: failureWords(/** @type {any} */ (failed[0]).reason)}) : '');
    toast(words, {bad: failed.length > 0});
    this.load(true);
  }

  assign(ids) {
    if (ids.length && this.isMember) this.each(ids, (f) => put(filePath(f) + '/assignee', {assigneeId: session.id}), t('files.assigned', {n: ids.length}));
  }

  async deleteChosen() {
    const ids = [...this.chosen];
    try {
      await post(dossierPath(this.dossier) + '/files/bulk-delete', {fileIds: ids});
      this.chosen.clear();
      toast(t('files.deleted', {n: ids.length}));
      this.load(true);
    } catch (error) {
      toast(failureWords(error), {bad: true});
    }
  }

  async download() {
    if (!this.isMember) return;
    const reports = (await get(`/dossier-templates/${this.dossier.dossierTemplateId}/report-templates`)).reportTemplates;
    const ids = [...this.chosen];
    const made = await openDialog(ids.length ? t('download.chosen', {n: ids.length}) : t('download.all', {n: this.files.length}), (close) => html`<form @submit=${async (e) => {
      e.preventDefault();
      const f = new FormData(e.target);
      const body = {downloadFileTypes: f.getAll('type'), reportTemplateIds: f.getAll('report'), ...(ids.length ? {fileIds: ids} : {})};
      try {
        close(await post(dossierPath(this.dossier) + (ids.length ? '/files/bulk-download' : '/downloads'), body, {key: true}));
      } catch (error) {
        toast(failureWords(error), {bad: true});
      }
    }}><fieldset><legend>${t('download.content')}</legend>
      ${['ORIGINAL', 'PREVIEW'].map((type) => html`<label class="line"><input type="checkbox" name="type" value=${type} checked>${t('download.' + type)}</label>`)}
      ${reports.map((r) => html`<label class="line"><input type="checkbox" name="report" value=${r.id} ?checked=${r.activeByDefault}>${t('download.report', {name: r.name})}</label>`)}</fieldset>
      <p class="soft">${t('download.unapproved')}</p>
      <footer><button type="button" @click=${() => close()}>${t('action.cancel')}</button><button class="main">${t('download.make')}</button></footer></form>`);
    if (made) go('/downloads');
  }

  async archive() {
    if (!await confirmDialog(t('dossier.archive'), t('dossier.archive-more', {name: this.dossier.name}), t('dossier.archive'))) return;
    await this.change(() => post(dossierPath(this.dossier) + '/archive'));
  }

  async deleteAll() {
    const path = dossierPath(this.dossier);
    const name = this.dossier.name;
    if (await this.change(() => del(path), false)) {
      toast(t('dossier.deleted', {name}), {undo: async () => { await post(path + '/restore'); go('/dossiers/' + this.params.id); }});
      go('/dossiers');
    }
  }

  async change(what, again = true) {
    try {
      await what();
      if (again) await this.load(true);
      return true;
    } catch (error) {
      toast(failureWords(error), {bad: true});
      return false;
    }
  }

  row(f) {
    return html`<tr data-file=${f.id} aria-selected=${this.chosen.has(f.id) ? 'true' : nothing}><td><input type="checkbox" aria-label=${t('files.choose', {name: f.filename})} .checked=${live(this.chosen.has(f.id))} @change=${() => this.toggle(f.id)}></td>
      <td><a data-row href=${linkTo(f, this.show)}>${f.filename}</a>${f.processingStatus === 'ERROR' ? html`<div class="bad">${t('files.failed', {cause: f.fileErrorInfo?.cause ?? ''})}</div>` : nothing}</td>
      <td class="number">${f.numberOfPages || ''}</td><td>${workflowChip(f.workflowStatus)}</td><td>${processingChip(f)}${f.hasUpdates ? html` <span class="chip amber">${icon('dot')}${t('files.updates')}</span>` : nothing}</td>
      <td>${f.assignee ? personName(f.assignee) : html`<span class="soft">${t('files.nobody')}</span>`}</td><td class="soft">${timeView(f.lastUpdated ?? f.added)}</td></tr>`;
  }

  renderHead() {
    const d = this.dossier;
    const open = this.files.filter(filters.review).length;
    return html`<nav class="crumbs" aria-label=${t('nav.path')}><a href=${base + '/dossiers'}>${t('nav.dossiers')}</a></nav>
      <div class="title"><h1>${d.name}</h1>${d.archivedTime ? html`<span class="chip">${t('dossier.archived', {day: formatDay(d.archivedTime)})}</span>` : nothing}<span class="space"></span>
        ${this.mayUpload ? html`<button @click=${() => this.pickFiles()}>${icon('upload')}${t('upload.action')}</button><input type="file" multiple hidden @change=${(e) => { this.bring([...e.target.files]); e.target.value = ''; }}>` : nothing}
        ${this.isMember ? html`<button @click=${() => this.download()}>${icon('download')}${t('files.download')}<kbd>d</kbd></button>` : nothing}
        <button aria-pressed=${this.panel} @click=${() => this.set({panel: !this.panel})}>${icon('history')}${t('history.title')}<kbd>h</kbd></button>
        ${this.isOwner && !d.archivedTime ? html`<button @click=${() => this.archive()}>${t('dossier.archive')}</button><button @click=${() => this.deleteAll()}>${icon('trash')}${t('dossier.delete')}</button>` : nothing}
        ${open ? html`<button class="main" @click=${() => this.review()}>${t('files.review-n', {n: open})}<kbd>r</kbd></button>` : nothing}</div>
      <p class="soft facts">${d.description ? html`<span>${d.description}</span>` : nothing}<span>${t('dossier.owner', {name: personName(d.ownerId)})}</span><span>${t('count.members', {n: d.memberIds.length})}: ${d.memberIds.map(personName).filter(Boolean).join(', ')}</span>${d.dueDate ? dueView(d.dueDate) : nothing}</p>`;
  }

  renderBulk() {
    if (!this.chosen.size) return nothing;
    return html`<div class="bulk" role="group" aria-label=${t('files.chosen', {n: this.chosen.size})}><strong>${t('files.chosen', {n: this.chosen.size})}</strong>
      ${this.isMember ? html`<button @click=${() => this.assign([...this.chosen])}>${icon('user')}${t('files.assign-me')}<kbd>i</kbd></button><button @click=${() => this.download()}>${icon('download')}${t('files.download')}</button>
      ${this.mayUpload ? html`<button @click=${() => this.deleteChosen()}>${icon('trash')}${t('files.delete')}</button>` : nothing}` : nothing}
      <button class="quiet" @click=${() => { this.chosen.clear(); this.requestUpdate(); }}>${t('filter.clear')}</button></div>`;
  }

  renderTable() {
    const rows = this.rows;
    if (!this.files.length) {
      return html`<div class=${this.over ? 'drop over' : 'drop'}>${icon('upload')}<p>${this.mayUpload ? t('files.empty') : t('files.none')}</p>
        ${this.mayUpload ? html`<button class="main" @click=${() => this.pickFiles()}>${t('upload.action')}</button>` : nothing}</div>`;
    }
    if (!rows.length) return html`<p class="empty">${t('filter.nothing')} <button @click=${() => { this.text = ''; go('/dossiers/' + this.params.id, true); this.requestUpdate(); }}>${t('filter.clear')}</button></p>`;
    const all = rows.every((f) => this.chosen.has(f.id));
    return html`<div class=${this.over ? 'scroll over' : 'scroll'}><table class="table"><thead><tr><th scope="col"><input type="checkbox" aria-label=${t('files.choose-all')} .checked=${live(all)}
      @change=${() => { this.chosen = all ? new Set() : new Set(rows.map((f) => f.id)); this.requestUpdate(); }}></th>
      ${['name', 'pages', 'workflow', 'processing', 'assignee', 'changed'].map((c) => html`<th scope="col">${t('files.' + c)}</th>`)}</tr></thead><tbody>${rows.map((f) => this.row(f))}</tbody></table></div>`;
  }

  view() {
    return html`${this.renderHead()}
      ${this.member ? html`<div class="filters"><label><span class="hidden">${t('keys.filter')}</span><input type="search" placeholder=${t('keys.filter') + ' (/)'} .value=${live(this.text)} @input=${(e) => this.set({text: e.target.value})}></label>
        ${Object.keys(filters).map((name) => html`<button aria-pressed=${this.show === name} @click=${() => go('/dossiers/' + this.params.id + (name === 'all' ? '' : '?show=' + name), true)}>${t('files.show-' + name)}<span class="count">${this.files.filter(filters[name]).length}</span></button>`)}</div>
        <div class=${this.panel ? 'beside' : ''}><div>${this.renderBulk()}${this.renderTable()}</div>
        ${this.panel ? html`<aside class="panel" aria-label=${t('history.title')}><h2>${t('history.title')}</h2><dk-history .path=${dossierPath(this.dossier)} .about=${(e) => e.dossierId === this.params.id}></dk-history></aside>` : nothing}</div>` :
        html`<p class="banner">${t('dossier.not-member', {name: personName(this.dossier.ownerId)})}</p>`}`;
  }
}
customElements.define('dk-dossier', Dossier);
