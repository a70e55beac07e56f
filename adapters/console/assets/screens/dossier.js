// @ts-check
// One dossier: bring files in, see them through, take results out.

import {html, live, nothing, ref, repeat} from '../vendor/lit.js';
import {Failure, dossierPath, get, post} from '../api.js';
import {formatDay, t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, findDossier, go, hasRole, loadPeople, personName, session} from '../parts/context.js';
import {chooseDialog} from '../parts/dialogs.js';
import {toast} from '../parts/feedback.js';
import {processingChip, timeView, workflowChip} from '../parts/files.js';
import {attentionChip, dueView, filterChips, stateBar} from '../parts/lists.js';
import {addressOf, filters, linkTo} from '../parts/queue.js';
import {moveFocus} from '../parts/rows.js';
import {attributeWords, readTerms, statusChip, termsOf} from '../parts/terms.js';
import {droppedFiles} from '../parts/uploads.js';

const pageSize = 100; // files
const mostAtOnce = 500; // files of one answer
const typingPause = 200; // ms
/** Columns of the list, and by what the service sorts them. */
const columns = {name: 'filename', pages: '', workflow: 'workflowStatus', attention: '', processing: 'processingStatus', assignee: 'assignee', changed: 'lastUpdated'};

class Dossier extends Screen {
  constructor() {
    super();
    /** @type {any} */
    this.dossier = null;
    /** @type {any[]} those of the list that were read */
    this.files = [];
    this.cursor = null; // of what follows them
    /** @type {Record<string, number>} files of each list */
    this.counts = {};
    /** @type {Set<string>} */
    this.chosen = new Set();
    this.chosenLast = '';
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
    const [dossier] = await Promise.all([findDossier(this.params.id, background), loadPeople()]);
    if (dossier.softDeletedTime) throw new Failure(404, '');
    this.dossier = dossier;
    this.member = dossier.memberIds.includes(session.id) || dossier.visibility === 'PUBLIC';
    readTerms([dossier.dossierTemplateId]).then(() => this.requestUpdate());
    if (!this.member) return;
    const [page, all, open] = await Promise.all([this.readFiles(Math.min(mostAtOnce, Math.max(pageSize, this.files.length)), null, background),
      this.ask({limit: 1, counts: true}, background), this.ask({...filters.review, limit: 1, counts: true}, background)]);
    if (page) Object.assign(this, {files: page.fileStatus, cursor: page.nextCursor});
    const {workflowStatus, processingStatus, hasUpdates} = all.counts;
    this.counts = {all: all.total, review: open.total, mine: open.counts.assignee.me, free: open.counts.assignee.none, attention: open.counts.attention,
      updates: hasUpdates, errors: processingStatus.ERROR ?? 0, approved: workflowStatus.APPROVED ?? 0};
    this.keepChosen();
  }

  ask(query, background) {
    return get(dossierPath(this.dossier) + '/files', {...query, includeArchived: !!this.dossier.archivedTime}, {background});
  }

  /** Reads files of the list that is shown; null when another one is shown meanwhile. */
  async readFiles(limit, cursor, background = false) {
    const list = () => JSON.stringify([this.show, this.sort, this.text, this.params.id]);
    const asked = list();
    const page = await this.ask({...filters[this.show] ?? filters.all, sort: this.sort, q: this.text, limit, cursor}, background);
    return asked === list() ? page : null;
  }

  /** Reads what follows the files that are shown. */
  async readMore() {
    const from = this.cursor;
    if (!from || this.reading === from) return;
    this.reading = from;
    const page = await this.readFiles(pageSize, from).catch(() => null);
    this.reading = null;
    if (page && this.cursor === from) this.set({files: [...this.files, ...page.fileStatus], cursor: page.nextCursor});
  }

  /** Shows another list, from its beginning. */
  async readAnew() {
    const page = await this.readFiles(pageSize, null).catch((error) => { toast(failureWords(error), {bad: true}); });
    if (!page) return;
    this.set({files: page.fileStatus, cursor: page.nextCursor});
    this.keepChosen();
  }

  /** Forgets what was chosen of files that are not shown. */
  keepChosen() {
    this.set({chosen: new Set(this.files.filter((f) => this.chosen.has(f.id)).map((f) => f.id))});
  }

  type(text) {
    this.set({text});
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.readAnew(), typingPause);
  }

  /** The address of a list. */
  listPath(show, sort) {
    const query = new URLSearchParams({...(show === 'all' ? {} : {show}), ...(sort === 'added' ? {} : {sort})});
    return '/dossiers/' + this.params.id + (query.size ? '?' + query : '');
  }

  sortBy(name) {
    go(this.listPath(this.show, this.sort === name ? '-' + name : this.sort === '-' + name ? 'added' : name), true);
  }

  moveTo(params, query) {
    if (params.id !== this.params.id) return false;
    this.set({query});
    this.readAnew();
    return true;
  }

  get isMember() { return this.dossier?.memberIds.includes(session.id); }
  get isOwner() { return this.dossier?.ownerId === session.id; }
  get mayUpload() { return this.isMember && !this.dossier.archivedTime; }
  get show() { return this.query.get('show') ?? 'all'; }
  get sort() { return this.query.get('sort') ?? 'added'; }
  get queue() { return (this.show === 'all' ? 'review' : this.show) + (this.sort === 'added' ? '' : ':' + this.sort); }

  keys() {
    const focused = () => { const id = document.activeElement?.closest('tr')?.dataset.file; return this.files.find((f) => f.id === id); };
    return [
      {keys: 'j, ArrowDown', words: t('keys.next'), run: () => moveFocus(this, 1)}, {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => moveFocus(this, -1)},
      {keys: '/', words: t('keys.filter'), run: () => /** @type {any} */ (this.querySelector('[type=search]'))?.focus()},
      {keys: 'x', words: t('keys.choose'), run: () => { const f = focused(); if (f) this.toggle(f.id); }},
      {keys: 'Shift+X', words: t('keys.choose-range'), run: () => this.chooseRange(focused())}, {keys: 'Ctrl+A', words: t('files.choose-all'), run: () => this.chooseAll(true)},
      {keys: '.', words: t('keys.menu'), run: () => this.showMenu(focused())},
      {keys: 'r', words: t('files.review'), run: () => this.review()},
      {keys: 'Shift+U', words: t('upload.action'), run: () => this.pickFiles()},
      {keys: 'd', words: t('files.download'), run: () => this.download()},
      {keys: 'i', words: t('files.assign-me'), run: () => { const f = focused(); this.assign(f && !this.chosen.size ? [f.id] : [...this.chosen], session.id); }},
      {keys: '2', words: t('table.tab'), run: () => this.member && go(`/dossiers/${this.params.id}/table`)},
      {keys: 'e', words: t('dossier.edit'), run: () => this.edit()},
      {keys: 'h', words: t('history.title'), run: () => this.showHistory()},
    ];
  }

  async showHistory() {
    if (!this.isMember) return;
    await import('../parts/history.js');
    this.set({panel: !this.panel});
  }

  toggle(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.set({chosenLast: id});
  }

  /** Chooses the files from the one that was chosen last to another. */
  chooseRange(f) {
    const ends = [this.files.findIndex((other) => other.id === this.chosenLast), this.files.indexOf(f)].filter((at) => at >= 0);
    if (f) this.set({chosen: new Set([...this.chosen, ...this.files.slice(Math.min(...ends), Math.max(...ends) + 1).map((other) => other.id)]), chosenLast: f.id});
  }

  chooseAll(all) { this.set({chosen: new Set(all ? this.files.map((f) => f.id) : [])}); }

  /** Offers what can be done with the chosen files, or else with one. */
  async showMenu(f) {
    if (!this.chosen.size && f) this.toggle(f.id);
    if (!this.chosen.size || !this.isMember) return;
    const run = await chooseDialog(t('files.chosen', {n: this.chosen.size}), [{value: () => this.assign([...this.chosen], session.id), words: t('files.assign-me'), icon: 'user'},
      {value: () => this.download(), words: t('files.download'), icon: 'download'}, ...(this.mayUpload ? [{value: () => this.chooseAssignee(), words: t('files.assign'), icon: 'user'},
        {value: () => this.chooseStep(), words: t('files.step'), icon: 'half'}, {value: () => this.setAttribute(), words: t('files.attributes'), icon: 'pencil'}, {value: () => this.reanalyse([...this.chosen]), words: t('files.again'), icon: 'history'},
        {value: () => this.deleteChosen(), words: t('files.delete'), icon: 'trash'}] : [])]);
    run?.();
  }

  pickFiles() {
    if (this.mayUpload) /** @type {any} */ (this.querySelector('input[type=file]'))?.click();
  }

  /** Takes files in; those whose names are there are asked about first. */
  bring(files) {
    return this.change(async () => (await import('../parts/upload-form.js')).bringFiles(this.dossier, files), false);
  }

  /** Asks how files are to be taken in, and for them. */
  chooseUpload() {
    return this.change(async () => (await import('../parts/upload-form.js')).openUploadForm(this.dossier), false);
  }

  async review() {
    const open = (f) => f.processingStatus === 'PROCESSED' && f.workflowStatus !== 'APPROVED';
    const first = this.files.find(open) ?? (await this.ask({...filters.review, limit: 1})).fileStatus[0] ?? this.files[0];
    if (first) go(addressOf(first, this.queue));
  }

  /**
   * Makes the same change to files, and tells which were left out.
   * @param {string[]} fileIds @param {string} what @param {any} body @param {(n: number) => string} done
   */
  changeFiles(fileIds, what, body, done) {
    if (!fileIds.length || !this.isMember) return;
    return this.change(() => this.sendChange(fileIds, what, body, done));
  }

  async sendChange(fileIds, what, body, done) {
    const {fileIds: changed, skipped} = await post(`${dossierPath(this.dossier)}/files/bulk-${what}`, {...body, fileIds}, {key: true, query: {skipInvalid: true}});
    const left = [...new Set(skipped.map((f) => f.message))].map((message) => {
      const of = skipped.filter((f) => f.message === message);
      return t('files.left-out', {n: of.length, names: of.slice(0, 3).map((f) => this.nameOf(f.fileId)).join(', ') + (of.length > 3 ? ', …' : ''), why: failureWords(new Failure(409, message))});
    });
    toast([...(changed.length || !left.length ? [done(changed.length)] : []), ...left].join(' '), {bad: left.length > 0});
  }

  nameOf(id) { return this.files.find((f) => f.id === id)?.filename ?? id; }

  assign(ids, assigneeId) {
    return this.changeFiles(ids, 'assign', {assigneeId}, (n) => assigneeId ? t('files.assigned', {n, name: personName(assigneeId)}) : t('files.unassigned', {n}));
  }

  async chooseAssignee() {
    const ids = [...this.chosen];
    const people = this.dossier.memberIds.map((id) => ({value: {id}, words: personName(id), icon: 'user'})).filter((c) => c.words);
    const to = await chooseDialog(t('files.assign'), [...people, {value: {id: null}, words: t('files.nobody'), icon: 'dash'}]);
    if (to) this.assign(ids, to.id);
  }

  async chooseStep() {
    const ids = [...this.chosen];
    const steps = ['UNDER_REVIEW', ...(this.dossier.approverIds.length ? ['UNDER_APPROVAL'] : []), 'APPROVED', 'NEW'];
    const workflowStatus = await chooseDialog(t('files.step'), steps.map((value) => ({value, words: t('workflow.' + value)})));
    if (workflowStatus) this.changeFiles(ids, 'workflow-status', {workflowStatus}, (n) => t('files.stepped', {n, to: t('workflow.' + workflowStatus)}));
  }

  async setAttribute() {
    const ids = [...this.chosen];
    const {openAttributesForm} = await import('../parts/attributes-form.js');
    const stored = await openAttributesForm(this.dossier.dossierTemplateId, ids.length, (attributeIdToValue, name) =>
      this.sendChange(ids, 'attributes', {attributeIdToValue}, (n) => t('files.attribute-set', {n, name})));
    if (stored) this.load(true);
  }

  reanalyse(ids) {
    return this.changeFiles(ids, 'reanalyse', {}, (n) => t('files.analysing', {n}));
  }

  async deleteChosen() {
    const fileIds = [...this.chosen];
    const path = dossierPath(this.dossier) + '/files';
    await this.change(async () => {
      await post(path + '/bulk-delete', {fileIds});
      this.chosen.clear();
      toast(t('files.deleted', {n: fileIds.length}), hasRole('MANAGER') ? {undo: () => this.change(() => post(path + '/restore', {fileIds}))} : {});
    });
  }

  async download() {
    if (!this.isMember) return;
    const ids = [...this.chosen];
    const {openPackageForm} = await import('../parts/dossier-form.js');
    if (await openPackageForm(this.dossier, ids, ids.length || this.counts.all)) go('/downloads');
  }

  async edit() {
    if (!this.mayEdit) return;
    const {openDossierForm} = await import('../parts/dossier-form.js');
    if (await openDossierForm(this.dossier)) this.load(true);
  }

  get mayEdit() { return this.isOwner && !this.dossier.archivedTime; }

  async chooseMore() { (await import('../parts/dossier-more.js')).chooseMore(this); }

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
    const attributes = attributeWords(termsOf(f.dossierTemplateId).ofFiles, f.fileAttributes.attributeIdToValue);
    return html`<tr data-file=${f.id} aria-selected=${this.chosen.has(f.id) ? 'true' : nothing}><td><input type="checkbox" aria-label=${t('files.choose', {name: f.filename})} .checked=${live(this.chosen.has(f.id))} @change=${() => this.toggle(f.id)}></td>
      <td><a data-row href=${linkTo(f, this.queue)}>${f.filename}</a>${attributes ? html`<div class="soft">${attributes}</div>` : nothing}${f.processingStatus === 'ERROR' ? html`<div class="bad">${t('files.failed', {cause: f.fileErrorInfo?.cause ?? ''})}</div>` : nothing}</td>
      <td class="number">${f.numberOfPages || ''}</td><td>${workflowChip(f.workflowStatus)}</td><td>${attentionChip(f)}${f.overridden ? html` <span class="chip" title=${t('review.sum-corrected', {n: f.overridden})}>${icon('pencil', t('review.is-corrected'))}${f.overridden}</span>` : nothing}</td><td>${processingChip(f)}${f.hasUpdates ? html` <span class="chip amber">${icon('dot')}${t('files.updates')}</span>` : nothing}</td>
      <td>${f.assignee ? personName(f.assignee) : html`<span class="soft">${t('files.nobody')}</span>`}</td><td class="soft">${timeView(f.lastUpdated ?? f.added)}</td></tr>`;
  }

  renderHead() {
    const d = this.dossier;
    const attributes = attributeWords(termsOf(d.dossierTemplateId).ofDossiers, d.dossierAttributes.attributeIdToValue);
    const open = this.counts.review;
    return html`<nav class="crumbs" aria-label=${t('nav.path')}><a href=${base + '/dossiers'}>${t('nav.dossiers')}</a></nav>
      <div class="title"><h1>${d.name}</h1>${statusChip(d)}${d.archivedTime ? html`<span class="chip">${t('dossier.archived', {day: formatDay(d.archivedTime)})}</span>` : nothing}<span class="space"></span>
        ${this.mayUpload ? html`<button @click=${() => this.pickFiles()}>${icon('upload')}${t('upload.action')}</button><button title=${t('upload.options')} @click=${() => this.chooseUpload()}>${icon('more')}<span class="hidden">${t('upload.options')}</span></button><input type="file" multiple hidden @change=${(e) => { this.bring([...e.target.files]); e.target.value = ''; }}>` : nothing}
        ${this.isMember ? html`<button @click=${() => this.download()}>${icon('download')}${t('files.download')}<kbd>d</kbd></button>` : nothing}
        ${this.isMember ? html`<button aria-pressed=${this.panel} @click=${() => this.showHistory()}>${icon('history')}${t('history.title')}<kbd>h</kbd></button>` : nothing}
        ${this.mayEdit ? html`<button @click=${() => this.edit()}>${icon('pencil')}${t('dossier.edit')}<kbd>e</kbd></button>` : nothing}
        ${this.member ? html`<button aria-haspopup="dialog" @click=${() => this.chooseMore()}>${icon('more')}${t('dossier.more')}</button>` : nothing}
        ${open ? html`<button class="main" @click=${() => this.review()}>${t('files.review-n', {n: open})}<kbd>r</kbd></button>` : nothing}</div>
      <p class="soft facts">${attributes ? html`<span>${attributes}</span>` : nothing}${d.description ? html`<span>${d.description}</span>` : nothing}<span>${t('dossier.owner', {name: personName(d.ownerId)})}</span><span>${t('count.members', {n: d.memberIds.length})}: ${d.memberIds.map(personName).filter(Boolean).join(', ')}</span>${d.dueDate ? dueView(d.dueDate) : nothing}${d.counts ? html`<span>${stateBar(d.counts.workflowStatus)}</span>` : nothing}</p>`;
  }

  renderBulk() {
    if (!this.chosen.size) return nothing;
    return html`<div class="bulk" role="group" aria-label=${t('files.chosen', {n: this.chosen.size})}><strong>${t('files.chosen', {n: this.chosen.size})}</strong>
      ${this.isMember ? html`<button @click=${() => this.assign([...this.chosen], session.id)}>${icon('user')}${t('files.assign-me')}<kbd>i</kbd></button>
      ${this.mayUpload ? html`<button @click=${() => this.chooseAssignee()}>${t('files.assign')}</button><button @click=${() => this.chooseStep()}>${t('files.step')}</button><button @click=${() => this.setAttribute()}>${t('files.attributes')}</button><button @click=${() => this.reanalyse([...this.chosen])}>${t('files.again')}</button>` : nothing}<button @click=${() => this.download()}>${icon('download')}${t('files.download')}</button>
      ${this.mayUpload ? html`<button @click=${() => this.deleteChosen()}>${icon('trash')}${t('files.delete')}</button>` : nothing}` : nothing}<button class="quiet" @click=${() => { this.chosen.clear(); this.requestUpdate(); }}>${t('files.choose-none')}</button></div>`;
  }

  renderColumn(name) {
    const key = columns[name];
    if (!key) return html`<th scope="col">${t('files.' + name)}</th>`;
    const order = this.sort === key ? 'ascending' : this.sort === '-' + key ? 'descending' : nothing;
    return html`<th scope="col" aria-sort=${order}><button class="quiet sort" @click=${() => this.sortBy(key)}>${t('files.' + name)}<span aria-hidden="true">${order === 'ascending' ? '▴' : order === 'descending' ? '▾' : ''}</span></button></th>`;
  }

  renderTable() {
    const rows = this.files;
    if (!this.counts.all) {
      const names = this.dossier.memberIds.map(personName).filter(Boolean).join(', ');
      return html`<div class=${this.over ? 'drop over' : 'drop'}>${icon('upload')}<p>${this.mayUpload ? t('files.empty') : this.dossier.archivedTime ? t('files.none-archived') : t('files.none', {names})}</p>
        ${this.mayUpload ? html`<button class="main" @click=${() => this.pickFiles()}>${t('upload.action')}</button>${session.demo ? html` <button @click=${async () => (await import('../parts/dossier-more.js')).bringSamples(this)}>${t('files.samples')}</button>` : nothing}` : nothing}</div>`;
    }
    if (!rows.length) return html`<p class="empty">${t('filter.nothing')} ${filterChips([this.show !== 'all' && t('files.show-' + this.show), this.text])} <button @click=${() => { this.text = ''; go(this.listPath('all', this.sort), true); }}>${t('filter.clear')}</button></p>`;
    const all = rows.every((f) => this.chosen.has(f.id));
    return html`<div class=${this.over ? 'scroll over' : 'scroll'}><table class="table"><thead><tr><th scope="col"><input type="checkbox" aria-label=${t('files.choose-all')} .checked=${live(all)}
      @change=${() => this.chooseAll(!all)}></th>
      ${Object.keys(columns).map((c) => this.renderColumn(c))}</tr></thead><tbody>${repeat(rows, (f) => f.id, (f) => this.row(f))}</tbody></table></div>
      ${this.cursor ? html`<p class="more-rows"><button @click=${() => this.readMore()} ${ref((e) => this.watchEnd(e))}>${t('files.more')}</button></p>` : nothing}`;
  }

  /** Reads more when the end of the list comes into sight. */
  watchEnd(button) {
    this.end ??= new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) this.readMore(); }, {rootMargin: '100% 0px'});
    this.end.disconnect();
    if (button) this.end.observe(button);
  }

  view() {
    return html`${this.renderHead()}
      ${this.member ? html`<nav class="tabs" aria-label=${t('table.views')}><a aria-current="page" href=${base + this.listPath(this.show, this.sort)}>${t('files.tab')}<kbd>1</kbd></a><a href=${base + '/dossiers/' + this.params.id + '/table'}>${t('table.tab')}<kbd>2</kbd></a></nav><div class="filters"><label><span class="hidden">${t('keys.filter')}</span><input type="search" placeholder=${t('keys.filter') + ' (/)'} .value=${live(this.text)} @input=${(e) => this.type(e.target.value)}></label>
        ${Object.keys(filters).map((name) => html`<button aria-pressed=${this.show === name} @click=${() => go(this.listPath(name, this.sort), true)}>${t('files.show-' + name)}<span class="count">${this.counts[name] ?? 0}</span></button>`)}</div>
        <div class=${this.panel ? 'beside' : ''}><div>${this.renderBulk()}${this.renderTable()}</div>
        ${this.panel ? html`<aside class="panel" aria-label=${t('history.title')}><h2>${t('history.title')}</h2><dk-history .path=${dossierPath(this.dossier)} .about=${(e) => e.dossierId === this.params.id}></dk-history></aside>` : nothing}</div>` :
        html`<p class="banner">${t('dossier.not-member', {name: personName(this.dossier.ownerId)})}</p>`}`;
  }
}
customElements.define('dk-dossier', Dossier);
