// @ts-check
// Home: what needs me now, and what runs now.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {t} from '../i18n.js';
import {Screen} from '../parts/base.js';
import {base, go, hasRole, loadPeople, namesWith, personName, readsFiles, session} from '../parts/context.js';
import {busyStates, listFiles, processingChip, workflowChip} from '../parts/files.js';
import {
  downloadRow,
  endingRow,
  lateView,
  limitView,
  limitWords,
  recentRow,
  reviewButton,
  rolesView,
  welcomeView
} from '../parts/home-cards.js';
import {mostRows, noLists, readLists} from '../parts/home-lists.js';
import {attentionChip, dueView, formatDuration} from '../parts/lists.js';
import {lazy} from '../parts/load.js';
import {Place} from '../parts/place.js';
import {addressOf, linkTo} from '../parts/queue.js';
import '../parts/more-styles.js';

const loadForm = lazy(() => import('../parts/dossier-form.js'));

const atFirst = 8; // rows of a list

class Home extends Screen {
  most = atFirst;
  place = new Place(this);
  approvedToday = 0;
  /** @type {Map<string, Api.FoundFile[]>} files that the service works on, of the dossiers that are unfolded */
  unfolded = new Map();
  /** @type {Map<string, {time: number, done: number}>} when a dossier was seen first, how many files were done then */
  seen = new Map();
  /** @type {import('../parts/home-lists.js').Lists} */
  lists = noLists;
  /** @type {import('../parts/home-cards.js').Licence | null} for administrators */
  licence = null;

  attach() {
    if (this.query.has('all')) this.most = mostRows;
    return [this.place.attach()];
  }

  /** Reads, and leads to the file that the address names. */
  async load(background = false) {
    await super.load(background);
    if (!background && this.ready) await this.place.restore(this.query);
  }

  heading() {
    return t('nav.home');
  }

  wants() {
    return (/** @type {import('../live.js').Event} */ e) =>
      /^(file|dossier|download|component|template)\./.test(e.type);
  }

  /** @param {import('../api.js').Call} o */
  async read(o) {
    if (hasRole('ADMIN')) this.licence = await get('/license', {}, o);
    if (!readsFiles()) return;
    const [{lists, approvedToday}] = await Promise.all([readLists(this.most, o), loadPeople()]);
    Object.assign(this, {lists, approvedToday});
    for (const id of this.unfolded.keys()) void this.unfold(id);
  }

  keys() {
    return [{keys: 'Enter', words: t('home.review'), run: () => this.review()}];
  }

  /** Opens the first file that waits for the person, else the first that nobody has. */
  review() {
    const [first] = this.lists.mine.files;
    const [free] = this.lists.free.files;
    if (first) go(addressOf(first, 'me'));
    else if (free) go(addressOf(free, 'nobody'));
  }

  /** @param {string} queue @param {Api.FoundFile} f */
  row(f, queue) {
    return html`<li data-file=${f.id}>
      <a class="name" data-row href=${linkTo(f, queue)}>${f.filename}</a
      ><span class="soft">${f.dossierName} · ${t('count.pages', {n: f.numberOfPages})}</span>
      <span class="end"
        >${attentionChip(f)}${dueView(f.dueDate)}${processingChip(f)}${workflowChip(f.workflowStatus)}</span
      >
    </li>`;
  }

  /** Shows the lists whole, also after back and reload. */
  showAll() {
    this.most = mostRows;
    history.replaceState(history.state, '', '?all=1');
    void this.load(true);
  }

  /** How far the queue is: what is left, of it one's own and nobody's, and what was approved today. */
  queueView() {
    const {mine, free} = this.lists;
    const n = (mine.total ?? 0) + (free.total ?? 0);
    const words = [
      n ? t('home.queue', {n, mine: mine.total, free: free.total}) : t('home.no-mine'),
      this.approvedToday ? t('home.today', {n: this.approvedToday}) : ''
    ];
    return html`<p class="soft" id="queue">${words.filter(Boolean).join(' · ')}</p>`;
  }

  /**
   * A list with how many there are; empty says what fills it.
   * @template T
   * @param {string} key
   * @param {T[]} rows
   * @param {(row: T) => unknown} draw
   */
  list(key, rows, draw, all = rows.length, empty = /** @type {unknown} */ (null), words = 'home.' + key) {
    return html`<section class="card" aria-labelledby=${'list-' + key}>
      <h2 id=${'list-' + key}>${t(words)}<span class="count">${all}</span></h2>
      ${
        rows.length
          ? html`<ul class="rows">
              ${rows.slice(0, this.most).map(draw)}
            </ul>`
          : html`<p class="empty">${empty ?? t('home.no-' + key)}</p>`
      }
      ${
        all > this.most
          ? html`<p>
              <button class="quiet small" ?disabled=${this.most === mostRows} @click=${() => this.showAll()}>
                ${t('home.more', {n: all - this.most})}
              </button>
            </p>`
          : nothing
      }
    </section>`;
  }

  /**
   * About how long the files of a dossier still take, at the pace since it was seen first; empty while unknown.
   * @param {string} id
   * @param {number} n
   * @param {number} done
   */
  timeLeft(id, done, n) {
    if (!this.seen.has(id)) this.seen.set(id, {time: Date.now(), done});
    const from = /** @type {any} */ (this.seen.get(id));
    return done > from.done
      ? t('home.left', {time: formatDuration(((n - done) * (Date.now() - from.time)) / 1000 / (done - from.done))})
      : '';
  }

  /** @param {string} dossierId */
  async unfold(dossierId) {
    const {files} = await listFiles({dossierId, processingStatus: busyStates, limit: atFirst}).catch(() => ({
      files: []
    }));
    this.unfolded.set(dossierId, files);
    this.requestUpdate();
  }

  /** How far the service is with a dossier. @param {Api.Dossier} d */
  progressOf(d) {
    const {PROCESSED: processed = 0, ERROR: failed = 0} = d.counts?.processingStatus ?? {};
    const [done, n] = [processed + failed, d.counts?.files ?? 0];
    const words = [
      t('home.progress', {done, n}),
      failed && t('home.failed', {n: failed}),
      this.timeLeft(d.id, done, n)
    ];
    return html`<li>
      <a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a
      ><progress max=${n} value=${done} aria-label=${d.name}></progress>
      <span class="end">${words.filter(Boolean).join(', ')}</span>
      <details class="left-out" @toggle=${(e) => e.newState === 'open' && this.unfold(d.id)}>
        <summary>${t('home.steps')}</summary>
        <ul class="plain">
          ${(this.unfolded.get(d.id) ?? []).map((f) => html`<li>${f.filename} ${processingChip(f)}</li>`)}
        </ul>
      </details>
    </li>`;
  }

  async create() {
    void (await loadForm()).createDossier();
  }

  /** What the list of one's own files says when it is empty: where there is work, and what others do. */
  noneMine() {
    const {others} = this.lists;
    const [free] = this.lists.free.files;
    return html`${t('home.no-mine')}
    ${free ? html`<a class="button" href=${linkTo(free, 'nobody')}>${t('home.take')}</a>` : nothing}
    ${
      others.length
        ? html`<span class="soft">${t('home.others')}</span>
            <ul class="rows">
              ${others.map(
                (f) =>
                  html`<li>
                    <a class="name" href=${linkTo(f)}>${f.filename}</a>
                    <span class="end soft">${personName(f.assignee)}</span>${workflowChip(f.workflowStatus)}
                  </li>`
              )}
            </ul>`
        : nothing
    }`;
  }

  /** Files in trouble, and dossiers that are late. */
  troubleView() {
    const {trouble, late} = this.lists;
    return this.list(
      'trouble',
      [...trouble.files, ...late.dossiers],
      (x) => (x.filename ? this.row(x, 'trouble') : lateView(x)),
      (trouble.total ?? 0) + (late.total ?? 0)
    );
  }

  recentView() {
    const {dossiers} = this.lists;
    return this.list(
      'recent',
      dossiers.dossiers,
      recentRow,
      dossiers.total ?? 0,
      hasRole('MANAGER')
        ? html`${t('dossiers.none-yet')} <button @click=${() => this.create()}>${t('dossiers.create')}</button>`
        : t('dossiers.ask', {names: namesWith('MANAGER')}),
      'nav.dossiers'
    );
  }

  limits() {
    const told = limitWords(this.licence);
    return told.length ? this.list('licence', told, limitView) : nothing;
  }

  view() {
    if (!readsFiles()) {
      return html`<h1>${t('home.hello', {name: session.username})}</h1>
        <div class="cards">${rolesView()}${this.limits()}</div>`;
    }
    const {mine, free, running, dossiers, ending, downloads} = this.lists;
    const [own, nobodys] = [mine.total ?? 0, free.total ?? 0];
    return html`<div class="title">
        <h1>${t('home.hello', {name: session.username})}</h1>
        <span class="space"></span>
        ${own + nobodys ? reviewButton(() => this.review()) : nothing}
      </div>
      ${dossiers.total ? this.queueView() : welcomeView(() => this.create())}
      <div class="cards">
        ${this.list('mine', mine.files, (f) => this.row(f, 'me'), own, this.noneMine())}
        ${this.list('free', free.files, (f) => this.row(f, 'nobody'), nobodys, undefined, 'show.free')}
        ${this.troubleView()}
        ${
          running.dossiers.length
            ? this.list('running', running.dossiers, (d) => this.progressOf(d), running.total ?? 0)
            : nothing
        }
        ${this.recentView()} ${ending.total ? this.list('ending', ending.entries, endingRow, ending.total) : nothing}
        ${this.limits()}${downloads.length ? this.list('downloads', downloads, downloadRow) : nothing}
      </div>`;
  }
}
customElements.define('dk-home', Home);
