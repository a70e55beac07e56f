// @ts-check
// One dossier: bring files in, see them through, take results out.

import {html, nothing, repeat} from '../vendor/lit.js';
import {dossierPath, get} from '../api.js';
import {formatDay, t} from '../i18n.js';
import {icon} from '../parts/base.js';
import {base, go, personName, session} from '../parts/context.js';
import {attributeWords, readDossier, readTerms, statusChip, tabKeys, tabsView, termsOf} from '../parts/dossiers.js';
import {isBusy, processingChip, timeView, workflowChip} from '../parts/files.js';
import {attentionChip, dueView, filterChips, formatDuration, stateBar} from '../parts/lists.js';
import {ListScreen, pageSize} from '../parts/list-screen.js';
import {withMore} from '../parts/more.js';
import {addressOf, filters, linkTo} from '../parts/queue.js';
import {droppedFiles} from '../parts/uploads.js';

const mostAtOnce = 500; // files of one answer
const longest = 43_200; // seconds of a step of processing
/** What is done with several files: functions of files-acts.js, their words, keys and pictures. */
const acts = [['assignToMe', 'files.assign-me', 'i', 'user'], ['chooseAssignee', 'files.assign', '', 'user'], ['chooseStep', 'files.step', '', 'half'], ['setAttribute', 'files.attributes', '', 'pencil'],
  ['reanalyse', 'files.again', '', 'history'], ['download', 'files.download', '', 'download'], ['remove', 'dossier.delete', '', 'trash']];
/** Columns of the list, and by what the service sorts them. */
const columns = {'files.name': 'filename', 'review.pages': '', 'files.workflow': 'workflowStatus', 'files.attention': '', 'files.processing': 'processingStatus', 'files.assignee': 'assignee', 'files.changed': 'lastUpdated'};

class Dossier extends ListScreen {
  /** @type {Record<string, number>} files of each list */
  counts = {};
  panel = false;
  over = false;
  mayTell = false; // whether what shows attributes is loaded
  text = '';

  attach() {
    const ends = new AbortController();
    const listen = (name, run) => document.addEventListener(name, run, ends);
    const ticking = setInterval(() => { if (this.rows.some(isBusy)) this.requestUpdate(); }, 1000);
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
    return [...super.attach(), () => { ends.abort(); clearInterval(ticking); }];
  }

  wants() { return (e) => e.dossierId === this.params.id; }

  async read(o) {
    await readDossier(this, o);
    readTerms([this.dossier.dossierTemplateId]).then(async () => {
      if (this.fileAttributes.length) await withMore(import('../parts/attributes.js'));
      this.set({mayTell: true});
    });
    if (!this.member) return;
    const [page, all, open] = await Promise.all([this.readRows(Math.min(mostAtOnce, Math.max(pageSize, this.rows.length)), null, o),
      this.ask({limit: 1, counts: true}, o), this.ask({...filters.review, limit: 1, counts: true}, o)]);
    if (page) Object.assign(this, {...page, rows: this.placed(page.rows)});
    const {workflowStatus, processingStatus, hasUpdates} = all.counts;
    this.counts = {all: all.total, review: open.total, mine: open.counts.assignee.me, free: open.counts.assignee.none, attention: open.counts.attention,
      updates: hasUpdates, errors: processingStatus.ERROR ?? 0, approved: workflowStatus.APPROVED ?? 0};
    this.keepChosen();
  }

  ask(query, o = {}) {
    return get(dossierPath(this.dossier) + '/files', {...query, includeArchived: !!this.dossier.archivedTime}, o);
  }

  /** Reads files of the list that is shown; null when another one is shown meanwhile. */
  async readRows(limit, cursor, o = {}) {
    const list = () => JSON.stringify([this.show, this.sort, this.text, this.params.id]);
    const asked = list();
    const page = await this.ask({...filters[this.show] ?? filters.all, sort: this.sort, q: this.text, limit, cursor}, o);
    return asked === list() ? {rows: page.fileStatus, cursor: page.nextCursor} : null;
  }

  type(text) {
    this.set({text});
    this.readSoon();
  }

  /** The address of a list. */
  listPath(show, sort) {
    const query = new URLSearchParams({...(show === 'all' ? {} : {show}), ...(sort === 'added' ? {} : {sort})});
    return '/dossiers/' + this.params.id + (query.size ? '?' + query : '');
  }

  moveTo(params, query) {
    if (params.id !== this.params.id) return false;
    this.set({query});
    this.readAnew();
    return true;
  }

  get isMember() { return this.dossier?.memberIds.includes(session.id); }
  get mayUpload() { return this.isMember && !this.dossier.archivedTime; }
  /** The attributes of files that stand in their rows. */
  get fileAttributes() { return termsOf(this.dossier.dossierTemplateId).ofFiles; }
  get show() { return this.query.get('show') ?? 'all'; }
  get sort() { return this.query.get('sort') ?? 'added'; }
  get queue() { return (this.show === 'all' ? 'review' : this.show) + (this.sort === 'added' ? '' : ':' + this.sort); }

  keys() {
    return [
      ...this.rowKeys(true), ...this.choosingKeys(),
      {keys: '.', words: t('keys.menu'), run: () => this.showMenu()},
      {keys: 'r', words: t('files.workflow'), run: () => this.review()},
      {keys: 'Shift+U', words: t('upload.action'), run: () => this.pickFiles()},
      {keys: 'd', words: t('files.download'), run: () => this.download()},
      {keys: 'i', words: t('files.assign-me'), run: () => this.act('assignToMe')},
      ...tabKeys(this.params.id),
      {keys: 'e', words: t('dossier.edit'), run: () => this.edit()},
      {keys: 'h', words: t('panel.history'), run: () => this.showHistory()},
    ];
  }

  async showHistory() {
    if (!this.isMember) return;
    await withMore(import('../parts/history.js'));
    this.set({panel: !this.panel});
  }

  /** What may be done with chosen files: of an archived dossier, nothing that changes them. */
  get acts() { return this.isMember ? acts.filter(([name]) => this.mayUpload || name === 'download') : []; }

  loadActs() { return import('../parts/files-acts.js'); }

  chosenWords() { return t('files.chosen', {n: this.chosen.size}); }

  pickFiles() {
    if (this.mayUpload) /** @type {any} */ (this.querySelector('input[type=file]'))?.click();
  }

  /** Takes files in; those whose names are there are asked about first. Without files, a form asks for them, and how they are to be taken in. @param {File[]} [files] */
  bring(files) {
    return this.change(async () => {
      const form = await withMore(import('../parts/upload-form.js'));
      return files ? form.bringFiles(this.dossier, files) : form.openUploadForm(this.dossier);
    }, false);
  }

  async review() {
    const open = (f) => f.processingStatus === 'PROCESSED' && f.workflowStatus !== 'APPROVED';
    const first = this.rows.find(open) ?? (await this.ask({...filters.review, limit: 1})).fileStatus[0] ?? this.rows[0];
    if (first) go(addressOf(first, this.queue));
  }

  async download() {
    if (!this.isMember) return;
    const ids = [...this.chosen];
    const {openPackageForm} = await withMore(import('../parts/dossier-form.js'));
    if (await openPackageForm(this.dossier, ids, ids.length || this.counts.all)) go('/downloads');
  }

  async edit() {
    if (!this.mayEdit) return;
    const {openDossierForm} = await withMore(import('../parts/dossier-form.js'));
    if (await openDossierForm(this.dossier)) this.load(true);
  }

  get mayEdit() { return this.dossier.ownerId === session.id && !this.dossier.archivedTime; }

  /** For how long a file has been in the step of processing that it is in; nothing where the clocks of browser and service differ. */
  sinceView(f) {
    const seconds = (Date.now() - new Date(f.lastUpdated ?? f.added).getTime()) / 1000;
    return isBusy(f) && seconds > 0 && seconds < longest ? html` <span class="soft">${formatDuration(seconds)}</span>` : nothing;
  }

  row(f) {
    const off = !this.mayUpload || f.workflowStatus === 'APPROVED' || f.assignee && f.assignee !== session.id ? t('attribute.fixed') : '';
    return html`<tr data-file=${f.id} aria-selected=${this.chosen.has(f.id) ? 'true' : nothing}>${this.renderChoice(f)}
      <td><a data-row href=${linkTo(f, this.queue)}>${f.filename}</a>${this.mayTell && this.fileAttributes.length ? html`<dk-attributes .file=${f} .definitions=${this.fileAttributes} .off=${off}></dk-attributes>` : nothing}${f.processingStatus === 'ERROR' ? html`<div class="bad">${t('files.failed', {cause: f.fileErrorInfo?.cause ?? ''})}</div>` : nothing}</td>
      <td class="number">${f.numberOfPages || ''}</td><td>${workflowChip(f.workflowStatus)}</td><td>${attentionChip(f)}${f.overridden ? html` <span class="chip" title=${t('review.sum-corrected', {n: f.overridden})}>${icon('pencil', t('review.is-corrected'))}${f.overridden}</span>` : nothing}</td><td>${processingChip(f)}${this.sinceView(f)}${f.hasUpdates ? html` <span class="chip amber">${icon('dot')}${t('show.updates')}</span>` : nothing}</td>
      <td>${f.assignee ? personName(f.assignee) : html`<span class="soft">${t('files.nobody')}</span>`}</td><td class="soft">${timeView(f.lastUpdated ?? f.added)}</td></tr>`;
  }

  renderHead() {
    const d = this.dossier;
    const attributes = attributeWords(termsOf(d.dossierTemplateId).ofDossiers, d.dossierAttributes.attributeIdToValue);
    const open = this.counts.review;
    return html`<nav class="crumbs" aria-label=${t('nav.path')}><a href=${base + '/dossiers'}>${t('nav.dossiers')}</a></nav>
      <div class="title"><h1>${d.name}</h1>${statusChip(d)}${d.archivedTime ? html`<span class="chip">${t('dossier.archived', {day: formatDay(d.archivedTime)})}</span>` : nothing}<span class="space"></span>
        ${this.mayUpload ? html`<button @click=${() => this.pickFiles()}>${icon('upload')}${t('upload.action')}</button><button title=${t('upload.options')} @click=${() => this.bring()}>${icon('more')}<span class="hidden">${t('upload.options')}</span></button><input type="file" multiple hidden @change=${(e) => { this.bring([...e.target.files]); e.target.value = ''; }}>` : nothing}
        ${this.isMember ? html`<button @click=${() => this.download()}>${icon('download')}${t('files.download')}<kbd>d</kbd></button>` : nothing}
        ${this.isMember ? html`<button aria-pressed=${this.panel} @click=${() => this.showHistory()}>${icon('history')}${t('panel.history')}<kbd>h</kbd></button>` : nothing}
        ${this.mayEdit ? html`<button @click=${() => this.edit()}>${icon('pencil')}${t('dossier.edit')}<kbd>e</kbd></button>` : nothing}
        ${this.member ? html`<button aria-haspopup="dialog" @click=${async () => (await withMore(import('../parts/dossier-acts.js'))).chooseMore(this)}>${icon('more')}${t('dossier.more')}</button>` : nothing}
        ${open ? html`<button class="main" @click=${() => this.review()}>${t('files.review-n', {n: open})}<kbd>r</kbd></button>` : nothing}</div>
      <p class="soft facts">${attributes ? html`<span>${attributes}</span>` : nothing}${d.description ? html`<span>${d.description}</span>` : nothing}<span>${t('dossier.owner', {name: personName(d.ownerId)})}</span><span>${t('count.members', {n: d.memberIds.length})}: ${d.memberIds.map(personName).filter(Boolean).join(', ')}</span>${d.dueDate ? dueView(d.dueDate) : nothing}${d.counts ? html`<span>${stateBar(d.counts.workflowStatus)}</span>` : nothing}</p>`;
  }

  renderTable() {
    const rows = this.rows;
    if (!this.counts.all) {
      const names = this.dossier.memberIds.map(personName).filter(Boolean).join(', ');
      return html`<div class=${this.over ? 'drop over' : 'drop'}>${icon('upload')}<p>${this.mayUpload ? t('files.empty') : this.dossier.archivedTime ? t('files.none-archived') : t('files.none', {names})}</p>
        ${this.mayUpload ? html`<button class="main" @click=${() => this.pickFiles()}>${t('upload.action')}</button>${session.demo ? html` <button @click=${async () => (await withMore(import('../parts/dossier-acts.js'))).bringSamples(this)}>${t('files.samples')}</button>` : nothing}` : nothing}</div>`;
    }
    if (!rows.length) return html`<p class="empty">${t('filter.nothing')} ${filterChips([this.show !== 'all' && t('show.' + this.show), this.text])} <button @click=${() => { this.text = ''; go(this.listPath('all', this.sort), true); }}>${t('filter.clear')}</button></p>`;
    return html`<div class=${this.over ? 'scroll over' : 'scroll'}><table class="table"><thead><tr>${this.renderChooseAll()}
      ${Object.entries(columns).map(([c, key]) => this.renderColumn(t(c), key, this.sort, (by) => go(this.listPath(this.show, by || 'added'), true)))}</tr></thead><tbody>${repeat(rows, (f) => f.id, (f) => this.row(f))}</tbody></table></div>
      ${this.cursor ? html`<p class="more-rows"><button @click=${() => this.readMore()}>${t('files.more')}</button></p>` : nothing}`;
  }

  /** Reads more when the end of the list comes into sight. */
  updated() {
    const button = this.querySelector('.more-rows button');
    this.end ??= new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) this.readMore(); }, {rootMargin: '100% 0px'});
    this.end.disconnect();
    if (button) this.end.observe(button);
  }

  view() {
    return html`${this.renderHead()}
      ${this.member ? html`${tabsView(this.params.id, 'files')}<div class="filters">${this.renderSearch(this.text, (text) => this.type(text))}
        ${Object.keys(filters).map((name) => html`<button aria-pressed=${this.show === name} @click=${() => go(this.listPath(name, this.sort), true)}>${t('show.' + name)}<span class="count">${this.counts[name] ?? 0}</span></button>`)}</div>
        <div class=${this.panel ? 'beside' : ''}><div>${this.renderBulk()}${this.renderTable()}</div>
        ${this.panel ? html`<aside class="panel" aria-label=${t('panel.history')}><h2>${t('panel.history')}</h2><dk-history .path=${dossierPath(this.dossier)} .about=${(e) => e.dossierId === this.params.id}></dk-history></aside>` : nothing}</div>` :
        html`<p class="banner">${t('dossier.not-member', {name: personName(this.dossier.ownerId)})}</p>`}`;
  }
}
customElements.define('dk-dossier', Dossier);
