// @ts-check
// Home: what needs me now, and what runs now.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {t} from '../i18n.js';
import {Screen, icon} from '../parts/base.js';
import {base, go, hasRole, readsFiles, session} from '../parts/context.js';
import {byUrgency, dueView, isBusy, isOpen, loadWork, processingChip, timeView, workflowChip} from '../parts/files.js';
import {addressOf, linkTo} from '../parts/queue.js';

const most = 8; // rows of a list

class Home extends Screen {
  heading() { return t('nav.home'); }

  wants() { return (e) => /^(file|dossier|download|component)\./.test(e.type); }

  async read(background) {
    if (!readsFiles()) return;
    const [work, downloads] = await Promise.all([loadWork(background), get('/downloads', {}, {background})]);
    Object.assign(this, work, {downloads: downloads.downloadStatus.filter((d) => d.status === 'READY' && !d.lastDownload)});
  }

  keys() {
    return [{keys: 'Enter', words: t('home.review'), run: () => this.review()}];
  }

  get mine() { return this.files.filter((f) => f.assignee === session.id && isOpen(f)).sort(byUrgency); }

  /** Opens the first file that waits for the person, else the first that nobody has. */
  review() {
    const [first] = this.mine;
    const [free] = this.files.filter((f) => !f.assignee && isOpen(f)).sort(byUrgency);
    if (first) go(addressOf(first, 'me'));
    else if (free) go(addressOf(free, 'free'));
  }

  row(f, queue) {
    return html`<li><a class="name" href=${linkTo(f, queue)}>${f.filename}</a><span class="soft">${f.dossierName} · ${t('count.pages', {n: f.numberOfPages})}</span>
      <span class="end">${dueView(f.dueDate)}${processingChip(f)}${workflowChip(f.workflowStatus)}</span></li>`;
  }

  list(key, rows, draw) {
    return html`<section class="card" aria-labelledby=${'list-' + key}><h2 id=${'list-' + key}>${t('home.' + key)}<span class="count">${rows.length}</span></h2>
      ${rows.length ? html`<ul class="rows">${rows.slice(0, most).map(draw)}</ul>
        ${rows.length > most ? html`<p class="soft">${t('home.more', {n: rows.length - most})}</p>` : nothing}` :
        html`<p class="empty">${t('home.no-' + key)}</p>`}</section>`;
  }

  running() {
    const lines = this.dossiers.map((d) => ({d, files: this.files.filter((f) => f.dossierId === d.id)})).filter((l) => l.files.some(isBusy));
    if (!lines.length) return nothing;
    return html`<section class="card" aria-labelledby="list-running"><h2 id="list-running">${t('home.running')}</h2><ul class="rows">${lines.map(({d, files}) => {
      const done = files.filter((f) => !isBusy(f)).length;
      const failed = files.filter((f) => f.processingStatus === 'ERROR').length;
      return html`<li><a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a><progress max=${files.length} value=${done} aria-label=${d.name}></progress>
        <span class="end">${t('home.progress', {done, n: files.length})}${failed ? ', ' + t('home.failed', {n: failed}) : ''}</span></li>`;
    })}</ul></section>`;
  }

  welcome() {
    return html`<section class="card"><h2>${t('home.welcome')}</h2><p>${t('home.welcome-more')}</p>
      <ol><li>${t('home.step-template')}</li><li>${t('home.step-dossier')}</li><li>${t('home.step-upload')}</li></ol></section>`;
  }

  view() {
    if (!readsFiles()) {
      return html`<h1>${t('home.hello', {name: session.username})}</h1><section class="card"><p>${t('home.no-files')}</p>
        <p><a class="button" href="/console/about">${t('account.about')}</a></p></section>`;
    }
    const mine = this.mine;
    const free = this.files.filter((f) => !f.assignee && isOpen(f)).sort(byUrgency);
    const trouble = this.files.filter((f) => f.processingStatus === 'ERROR');
    const late = this.dossiers.filter((d) => d.dueDate && new Date(d.dueDate).getTime() < Date.now());
    return html`<div class="title"><h1>${t('home.hello', {name: session.username})}</h1><span class="space"></span>
      ${mine.length + free.length ? html`<button class="main" @click=${() => this.review()}>${t('home.review')}<kbd>${t('key.Enter')}</kbd></button>` : nothing}</div>
      ${this.dossiers.length ? nothing : this.welcome()}
      <div class="cards">
        ${this.list('mine', mine, (f) => this.row(f, 'me'))}
        ${this.list('free', free, (f) => this.row(f, 'free'))}
        ${this.list('trouble', [...trouble, ...late], (x) => (x.filename ? this.row(x, 'errors') : html`<li><a class="name" href=${base + '/dossiers/' + x.id}>${x.name}</a><span class="end">${dueView(x.dueDate)}</span></li>`))}
        ${this.running()}
        ${this.list('recent', this.dossiers, (d) => html`<li><a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a><span class="end soft">${timeView(d.date)}</span></li>`)}
        ${hasRole('USER', 'MANAGER') && this.downloads.length ? this.list('downloads', this.downloads, (d) => html`<li>${icon('download')}<a href=${'/console/api/downloads/' + d.id + '/content'} download>${d.filename}</a></li>`) : nothing}
      </div>`;
  }
}
customElements.define('dk-home', Home);
