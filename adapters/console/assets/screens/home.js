// @ts-check
// Home: what needs me now, and what runs now.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {t} from '../i18n.js';
import {Screen, icon} from '../parts/base.js';
import {hasRole, readsFiles, session} from '../parts/context.js';
import {byUrgency, dueView, isBusy, isOpen, loadWork, processingChip, timeView, workflowChip} from '../parts/files.js';

const most = 8; // rows of a list

class Home extends Screen {
  heading() { return t('nav.home'); }

  wants() { return (e) => /^(file|dossier|download|component)\./.test(e.type); }

  async read(background) {
    if (!readsFiles()) return;
    const [work, downloads] = await Promise.all([loadWork(background), get('/downloads', {}, {background})]);
    Object.assign(this, work, {downloads: downloads.downloadStatus.filter((d) => d.status === 'READY' && !d.lastDownload)});
  }

  row(f) {
    return html`<li><span class="name">${f.filename}</span><span class="soft">${f.dossierName} · ${t('count.pages', {n: f.numberOfPages})}</span>
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
      return html`<li><span class="name">${d.name}</span><progress max=${files.length} value=${done} aria-label=${d.name}></progress>
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
    const mine = this.files.filter((f) => f.assignee === session.id && isOpen(f)).sort(byUrgency);
    const free = this.files.filter((f) => !f.assignee && isOpen(f)).sort(byUrgency);
    const trouble = this.files.filter((f) => f.processingStatus === 'ERROR');
    const late = this.dossiers.filter((d) => d.dueDate && new Date(d.dueDate).getTime() < Date.now());
    return html`<h1>${t('home.hello', {name: session.username})}</h1>
      ${this.dossiers.length ? nothing : this.welcome()}
      <div class="cards">
        ${this.list('mine', mine, (f) => this.row(f))}
        ${this.list('free', free, (f) => this.row(f))}
        ${this.list('trouble', [...trouble, ...late], (x) => (x.filename ? this.row(x) : html`<li><span class="name">${x.name}</span><span class="end">${dueView(x.dueDate)}</span></li>`))}
        ${this.running()}
        ${this.list('recent', this.dossiers, (d) => html`<li><span class="name">${d.name}</span><span class="end soft">${timeView(d.date)}</span></li>`)}
        ${hasRole('USER', 'MANAGER') && this.downloads.length ? this.list('downloads', this.downloads, (d) => html`<li>${icon('download')}<a href=${'/console/api/downloads/' + d.id + '/content'} download>${d.filename}</a></li>`) : nothing}
      </div>`;
  }
}
customElements.define('dk-home', Home);
