// @ts-check
// Home: what needs me now, and what runs now.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {t} from '../i18n.js';
import {Screen, icon} from '../parts/base.js';
import {base, go, hasRole, loadDossiers, readsFiles, session} from '../parts/context.js';
import {listFiles, processingChip, timeView, workflowChip} from '../parts/files.js';
import {attentionChip, dueView} from '../parts/lists.js';
import {addressOf, linkTo, queryOf} from '../parts/queue.js';

const most = 8; // rows of a list

class Home extends Screen {
  heading() { return t('nav.home'); }

  wants() { return (e) => /^(file|dossier|download|component)\./.test(e.type); }

  async read(background) {
    if (!readsFiles()) return;
    const list = (name) => listFiles({...queryOf(name), limit: most}, background);
    const [mine, free, trouble, dossiers, downloads] = await Promise.all([list('me'), list('nobody'), list('trouble'),
      loadDossiers({includeCounts: true}, background), get('/downloads', {}, {background})]);
    Object.assign(this, {mine, free, trouble, dossiers, downloads: downloads.downloadStatus.filter((d) => d.status === 'READY' && !d.lastDownload)});
  }

  keys() {
    return [{keys: 'Enter', words: t('home.review'), run: () => this.review()}];
  }

  /** Opens the first file that waits for the person, else the first that nobody has. */
  review() {
    const [first] = this.mine.files;
    const [free] = this.free.files;
    if (first) go(addressOf(first, 'me'));
    else if (free) go(addressOf(free, 'nobody'));
  }

  row(f, queue) {
    return html`<li><a class="name" href=${linkTo(f, queue)}>${f.filename}</a><span class="soft">${f.dossierName} · ${t('count.pages', {n: f.numberOfPages})}</span>
      <span class="end">${attentionChip(f)}${dueView(f.dueDate)}${processingChip(f)}${workflowChip(f.workflowStatus)}</span></li>`;
  }

  list(key, rows, draw, all = rows.length) {
    return html`<section class="card" aria-labelledby=${'list-' + key}><h2 id=${'list-' + key}>${t('home.' + key)}<span class="count">${all}</span></h2>
      ${rows.length ? html`<ul class="rows">${rows.slice(0, most).map(draw)}</ul>
        ${all > most ? html`<p class="soft">${t('home.more', {n: all - most})}</p>` : nothing}` :
        html`<p class="empty">${t('home.no-' + key)}</p>`}</section>`;
  }

  running() {
    const lines = this.dossiers.filter((d) => d.counts).map((d) => {
      const {PROCESSED = 0, ERROR = 0} = d.counts.processingStatus;
      return {d, done: PROCESSED + ERROR, failed: ERROR, n: d.counts.files};
    }).filter((l) => l.done < l.n);
    if (!lines.length) return nothing;
    return html`<section class="card" aria-labelledby="list-running"><h2 id="list-running">${t('home.running')}</h2><ul class="rows">${lines.map(({d, done, failed, n}) => {
      return html`<li><a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a><progress max=${n} value=${done} aria-label=${d.name}></progress>
        <span class="end">${t('home.progress', {done, n})}${failed ? ', ' + t('home.failed', {n: failed}) : ''}</span></li>`;
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
    const {mine, free, trouble} = this;
    const late = this.dossiers.filter((d) => d.dueDate && new Date(d.dueDate).getTime() < Date.now());
    return html`<div class="title"><h1>${t('home.hello', {name: session.username})}</h1><span class="space"></span>
      ${mine.total + free.total ? html`<button class="main" @click=${() => this.review()}>${t('home.review')}<kbd>${t('key.Enter')}</kbd></button>` : nothing}</div>
      ${this.dossiers.length ? nothing : this.welcome()}
      <div class="cards">
        ${this.list('mine', mine.files, (f) => this.row(f, 'me'), mine.total)}
        ${this.list('free', free.files, (f) => this.row(f, 'nobody'), free.total)}
        ${this.list('trouble', [...trouble.files, ...late], (x) => (x.filename ? this.row(x, 'trouble') : html`<li><a class="name" href=${base + '/dossiers/' + x.id}>${x.name}</a><span class="end">${dueView(x.dueDate)}</span></li>`), trouble.total + late.length)}
        ${this.running()}
        ${this.list('recent', this.dossiers, (d) => html`<li><a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a><span class="end soft">${timeView(d.date)}</span></li>`)}
        ${hasRole('USER', 'MANAGER') && this.downloads.length ? this.list('downloads', this.downloads, (d) => html`<li>${icon('download')}<a href=${'/console/api/downloads/' + d.id + '/content'} download>${d.filename}</a></li>`) : nothing}
      </div>`;
  }
}
customElements.define('dk-home', Home);
