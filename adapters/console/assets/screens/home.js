// @ts-check
// Home: what needs me now, and what runs now.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {formatDay, t} from '../i18n.js';
import {Screen, icon} from '../parts/base.js';
import {base, go, hasRole, loadPeople, namesWith, personName, readsFiles, session} from '../parts/context.js';
import {listDossiers, loadTemplates} from '../parts/dossiers.js';
import {busyStates, listFiles, processingChip, timeView, workflowChip} from '../parts/files.js';
import {attentionChip, dueView, formatDuration, formatSize} from '../parts/lists.js';
import {withMore} from '../parts/more.js';
import {addressOf, linkTo, queryOf} from '../parts/queue.js';

const atFirst = 8; // rows of a list
const atMost = 100; // of one that is shown whole
const day = 86_400_000; // ms
const near = {end: 30 * day, limit: 0.8}; // of the licence: before its end, and of a limit

class Home extends Screen {
  most = atFirst;
  /** @type {Map<string, any[]>} files that the service works on, of the dossiers that are unfolded */
  unfolded = new Map();
  /** @type {Map<string, {time: number, done: number}>} when a dossier was seen first, and how many files were done then */
  seen = new Map();

  heading() { return t('nav.home'); }

  wants() { return (e) => /^(file|dossier|download|component|template)\./.test(e.type); }

  async read(o) {
    if (hasRole('ADMIN')) [this.templates, this.licence] = await Promise.all([loadTemplates(), get('/license', {}, o)]);
    if (!readsFiles()) return;
    const list = (name) => listFiles({...queryOf(name), limit: this.most}, o);
    const some = (query) => listDossiers({...query, counts: true, limit: this.most}, o);
    const tomorrow = new Date(Date.now() + day).toISOString();
    const [mine, free, trouble, dossiers, late, running, downloads, ending] = await Promise.all([list('me'), list('nobody'), list('trouble'), some({}),
      some({dueBefore: new Date().toISOString(), sort: 'dueDate'}), some({processingStatus: busyStates, includeCounts: true}), get('/downloads', {}, o),
      hasRole('MANAGER') ? get('/trash', {purgeBefore: tomorrow, limit: this.most}, o) : {total: 0}, loadPeople()]);
    const others = mine.total ? [] : (await listFiles({workflowStatus: ['UNDER_REVIEW', 'UNDER_APPROVAL'], sort: '-lastUpdated', limit: this.most}, o)).files;
    for (const id of this.unfolded.keys()) this.unfold(id);
    Object.assign(this, {mine, free, trouble, dossiers, late, running, ending, others: others.filter((f) => f.assignee && f.assignee !== session.id),
      downloads: downloads.downloadStatus.filter((d) => d.status === 'READY' && !d.lastDownload)});
  }

  keys() {
    return [{keys: 'Enter', words: t('home.review'), run: () => this.review()}];
  }

  /** Opens the first file that waits for the person, else the first that nobody has. */
  review() {
    const {mine: {files: [first]}, free: {files: [free]}} = this;
    if (first) go(addressOf(first, 'me'));
    else if (free) go(addressOf(free, 'nobody'));
  }

  row(f, queue) {
    return html`<li><a class="name" href=${linkTo(f, queue)}>${f.filename}</a><span class="soft">${f.dossierName} · ${t('count.pages', {n: f.numberOfPages})}</span>
      <span class="end">${attentionChip(f)}${dueView(f.dueDate)}${processingChip(f)}${workflowChip(f.workflowStatus)}</span></li>`;
  }

  /** A list with how many there are; empty says what fills it. */
  list(key, rows, draw, all = rows.length, empty = html`${t('home.no-' + key)}`, words = 'home.' + key) {
    return html`<section class="card" aria-labelledby=${'list-' + key}><h2 id=${'list-' + key}>${t(words)}<span class="count">${all}</span></h2>
      ${rows.length ? html`<ul class="rows">${rows.slice(0, this.most).map(draw)}</ul>` : html`<p class="empty">${empty}</p>`}
      ${all > this.most ? html`<p><button class="quiet small" ?disabled=${this.most === atMost}
        @click=${() => { this.most = atMost; this.load(true); }}>${t('home.more', {n: all - this.most})}</button></p>` : nothing}</section>`;
  }

  /** About how long the files of a dossier still take, at the pace since it was seen first; empty until that is known. */
  timeLeft(id, done, n) {
    if (!this.seen.has(id)) this.seen.set(id, {time: Date.now(), done});
    const from = /** @type {any} */ (this.seen.get(id));
    return done > from.done ? t('home.left', {time: formatDuration((n - done) * (Date.now() - from.time) / 1000 / (done - from.done))}) : '';
  }

  async unfold(dossierId) {
    const {files} = await listFiles({dossierId, processingStatus: busyStates, limit: atFirst}).catch(() => ({files: []}));
    this.unfolded.set(dossierId, files);
    this.requestUpdate();
  }

  /** How far the service is with a dossier. */
  progressOf(d) {
    const {PROCESSED: processed = 0, ERROR: failed = 0} = d.counts.processingStatus;
    const [done, n] = [processed + failed, d.counts.files];
    return html`<li><a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a><progress max=${n} value=${done} aria-label=${d.name}></progress>
      <span class="end">${[t('home.progress', {done, n}), failed && t('home.failed', {n: failed}), this.timeLeft(d.id, done, n)].filter(Boolean).join(', ')}</span>
      <details class="left-out" @toggle=${(e) => e.target.open && this.unfold(d.id)}><summary>${t('home.steps')}</summary><ul class="plain">${(this.unfolded.get(d.id) ?? []).map((f) => html`<li>${f.filename} ${processingChip(f)}</li>`)}</ul></details></li>`;
  }

  async create() { (await withMore(import('../parts/dossier-form.js'))).createDossier(); }

  /** Says what leads to the first result in a new workspace, who does it, and offers what the person may do. */
  welcome() {
    return html`<section class="card"><h2>${t('home.welcome')}</h2>
      <ol><li>${t('home.step-template', {names: namesWith('ADMIN')})} <a href="/console/about">${t('account.about')}</a></li>
        <li>${hasRole('MANAGER') ? html`${t('home.step-dossier')} <button class="main" @click=${() => this.create()}>${t('dossiers.create')}</button>` : t('dossiers.ask', {names: namesWith('MANAGER')})}</li>
        <li>${t('home.step-upload')}</li></ol></section>`;
  }

  /** What the list of one's own files says when it is empty: where there is work, and what others do. */
  noneMine() {
    const [free] = this.free.files;
    return html`${t('home.no-mine')} ${free ? html`<a class="button" href=${linkTo(free, 'nobody')}>${t('home.take')}</a>` : nothing}
      ${this.others.length ? html`<span class="soft">${t('home.others')}</span><ul class="rows">${this.others.map((f) => html`<li><a class="name" href=${linkTo(f)}>${f.filename}</a>
        <span class="end soft">${personName(f.assignee)}</span>${workflowChip(f.workflowStatus)}</li>`)}</ul>` : nothing}`;
  }

  /** What administrators are told: which templates were changed last, and when the licence is near its end or a limit. */
  rules() {
    if (!this.licence) return nothing;
    const {limits, usage, validTo} = this.licence;
    const told = Object.keys(limits).filter((name) => limits[name] !== null && usage[name] >= limits[name] * near.limit).map((name) => {
      const [n, m] = [usage[name], limits[name]].map((v) => (name === 'uploadedBytes' ? formatSize(v) : v));
      return t(name === 'uploadedBytes' ? 'download.size' : 'review.pages') + ': ' + t('review.place', {n, m});
    });
    if (validTo && new Date(validTo).getTime() < Date.now() + near.end) told.unshift(t('home.licence-until', {day: formatDay(validTo)}));
    const templates = this.templates.toSorted((a, b) => b.dateModified.localeCompare(a.dateModified)).slice(0, this.most);
    return html`${told.length ? this.list('licence', told, (words) => html`<li><span class="chip amber">${icon('warning')}${words}</span></li>`) : nothing}
      ${templates.length ? this.list('templates', templates, (d) => html`<li><span class="name">${d.name}</span><span class="end soft">${timeView(d.dateModified)}</span></li>`) : nothing}`;
  }

  view() {
    if (!readsFiles()) {
      return html`<h1>${t('home.hello', {name: session.username})}</h1><div class="cards"><section class="card"><p>${t('home.no-files')}</p>
        <p><a class="button" href="/console/about">${t('account.about')}</a></p></section>${this.rules()}</div>`;
    }
    const {mine, free, trouble, late, running, dossiers, ending} = this;
    return html`<div class="title"><h1>${t('home.hello', {name: session.username})}</h1><span class="space"></span>
      ${mine.total + free.total ? html`<button class="main" @click=${() => this.review()}>${t('home.review')}<kbd>${t('key.Enter')}</kbd></button>` : nothing}</div>
      ${dossiers.total ? nothing : this.welcome()}
      <div class="cards">
        ${this.list('mine', mine.files, (f) => this.row(f, 'me'), mine.total, this.noneMine())}
        ${this.list('free', free.files, (f) => this.row(f, 'nobody'), free.total, undefined, 'show.free')}
        ${this.list('trouble', [...trouble.files, ...late.dossiers], (x) => (x.filename ? this.row(x, 'trouble') : html`<li><a class="name" href=${base + '/dossiers/' + x.id}>${x.name}</a><span class="end">${dueView(x.dueDate)}</span></li>`), trouble.total + late.total)}
        ${running.dossiers.length ? this.list('running', running.dossiers, (d) => this.progressOf(d), running.total) : nothing}
        ${this.list('recent', dossiers.dossiers, (d) => html`<li><a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a><span class="end soft">${timeView(d.date)}</span></li>`, dossiers.total,
          hasRole('MANAGER') ? html`${t('dossiers.none-yet')} <button @click=${() => this.create()}>${t('dossiers.create')}</button>` : t('dossiers.ask', {names: namesWith('MANAGER')}), 'nav.dossiers')}
        ${ending.total ? this.list('ending', ending.entries, (e) => html`<li><a class="name" href=${base + '/trash'}>${e.name}</a><span class="end soft">${timeView(e.purgeTime)}</span></li>`, ending.total) : nothing}
        ${this.rules()}${this.downloads.length ? this.list('downloads', this.downloads, (d) => html`<li>${icon('download')}<a href=${'/console/api/downloads/' + d.id + '/content'} download>${d.filename}</a></li>`) : nothing}
      </div>`;
  }
}
customElements.define('dk-home', Home);
