// @ts-check
// Dossiers of all templates.

import {html, live, nothing, repeat} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, go, hasRole, listDossiers, loadPeople, loadTemplates, personName, session} from '../parts/context.js';
import {toast} from '../parts/feedback.js';
import {timeView} from '../parts/files.js';
import {dueView, stateBar} from '../parts/lists.js';
import {moveFocus} from '../parts/rows.js';

const pageSize = 100; // dossiers
const mostAtOnce = 500; // dossiers of one answer
const mostPages = 4; // that are looked through for dossiers that only the page can tell apart
const typingPause = 200; // ms

const isOverdue = (d) => !!d.dueDate && new Date(d.dueDate).getTime() < Date.now();

/** What the service is asked for by each list, and which of its dossiers are shown. @type {Record<string, {ask?: () => any, fits?: (d: any) => any}>} */
const shows = {
  active: {},
  mine: {ask: () => ({memberId: session.id}), fits: (d) => d.memberIds.includes(session.id)},
  owned: {ask: () => ({ownerId: session.id}), fits: (d) => d.ownerId === session.id},
  overdue: {ask: () => ({sort: 'dueDate'}), fits: isOverdue},
  errors: {fits: (d) => d.counts?.processingStatus.ERROR},
  updates: {fits: (d) => d.counts?.hasUpdates},
  archived: {ask: () => ({includeActive: false, includeArchived: true})},
};

class Dossiers extends Screen {
  constructor() {
    super();
    /** @type {any[]} those of the list that were read */
    this.dossiers = [];
    this.cursor = null; // of what follows them
    /** @type {any[] | null} all active ones, when a page holds them */
    this.active = null;
    this.reading = '';
  }

  heading() { return t('nav.dossiers'); }

  wants() { return (e) => /^(dossier|file)\./.test(e.type); }

  get show() { return this.query.get('show') ?? 'active'; }

  get text() { return this.query.get('q') ?? ''; }

  async read(background) {
    const [page, active, templates] = await Promise.all([this.readDossiers(Math.max(pageSize, this.dossiers.length), null, background),
      listDossiers({includeCounts: true, limit: pageSize}, background), loadTemplates(), loadPeople()]);
    Object.assign(this, {templates, active: active.nextCursor ? null : active.dossiers}, page);
  }

  /** Reads dossiers of the list that is shown; null when another one is shown meanwhile. */
  async readDossiers(wanted, from, background = false) {
    const list = () => this.show + ' ' + this.text;
    const asked = list();
    const {ask, fits} = shows[this.show] ?? shows.active;
    const dossiers = [];
    let cursor = from;
    for (let pages = 0; pages < mostPages; pages++) {
      const page = await listDossiers({...ask?.(), q: this.text, includeCounts: true, limit: !ask && fits ? mostAtOnce : Math.min(mostAtOnce, wanted), cursor}, background);
      if (asked !== list()) return null;
      const some = fits ? page.dossiers.filter(fits) : page.dossiers;
      dossiers.push(...some);
      cursor = this.show === 'overdue' && some.length < page.dossiers.length ? null : page.nextCursor; // those due later follow
      if (!cursor || dossiers.length >= wanted) break;
    }
    return {dossiers, cursor};
  }

  async readMore() {
    const from = this.cursor;
    if (!from || this.reading === from) return;
    this.reading = from;
    const page = await this.readDossiers(pageSize, from).catch((error) => { toast(failureWords(error), {bad: true}); });
    this.reading = '';
    if (page && this.cursor === from) this.set({dossiers: [...this.dossiers, ...page.dossiers], cursor: page.cursor});
  }

  /** Shows another list, from its beginning. */
  async readAnew() {
    const page = await this.readDossiers(pageSize, null).catch((error) => { toast(failureWords(error), {bad: true}); });
    if (page) this.set(page);
  }

  moveTo(_params, query) {
    const same = this.text === (query.get('q') ?? '');
    this.set({query});
    clearTimeout(this.typing);
    if (same) this.readAnew();
    else this.typing = setTimeout(() => this.readAnew(), typingPause);
    return true;
  }

  keys() {
    return [
      {keys: 'j, ArrowDown', words: t('keys.next'), run: () => moveFocus(this, 1)}, {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => moveFocus(this, -1)},
      {keys: '/', words: t('keys.filter'), run: () => /** @type {any} */ (this.querySelector('[type=search]'))?.focus()},
      ...(hasRole('MANAGER') ? [{keys: 'c', words: t('dossiers.create'), run: () => this.create()}] : []),
    ];
  }

  narrow(name, value) {
    const query = new URLSearchParams(location.search);
    if (value) query.set(name, value);
    else query.delete(name);
    go('/dossiers' + (query.size ? '?' + query : ''), true);
  }

  async create() {
    const {openDossierForm} = await import('../parts/dossier-form.js');
    const made = await openDossierForm(null, this.templates.filter((tpl) => tpl.status === 'ACTIVE'));
    if (made) go('/dossiers/' + made.id);
  }

  row(d) {
    return html`<tr><td><a data-row href=${base + '/dossiers/' + d.id}>${d.name}</a>${d.description ? html`<div class="soft">${d.description}</div>` : nothing}</td>
      <td class="soft">${this.templates.find((tpl) => tpl.id === d.dossierTemplateId)?.name ?? ''}</td>
      <td>${d.counts ? html`${stateBar(d.counts.workflowStatus)}<span class="soft">${t('count.files', {n: d.counts.files})} · ${t('count.pages', {n: d.counts.pages})}</span>` : html`<span class="soft">${t('dossiers.not-member')}</span>`}</td>
      <td>${personName(d.ownerId)}</td><td class="soft">${t('count.members', {n: d.memberIds.length})}</td>
      <td>${dueView(d.dueDate)}</td><td class="soft">${timeView(d.date)}</td></tr>`;
  }

  /** How many dossiers a list has: told when all active ones are known. */
  count(name) {
    if (!this.active || name === 'archived') return nothing;
    return html`<span class="count">${this.active.filter(shows[name].fits ?? (() => true)).length}</span>`;
  }

  renderTable() {
    const {dossiers} = this;
    if (!dossiers.length && !this.cursor) {
      const all = this.show === 'active' && !this.text;
      return all ? html`<p class="empty card">${hasRole('MANAGER') ? html`${t('dossiers.none-yet')} <button class="main" @click=${() => this.create()}>${t('dossiers.create')}</button>` : t('home.no-recent')}</p>` :
        html`<p class="empty">${t('filter.nothing')} <button @click=${() => go('/dossiers', true)}>${t('filter.clear')}</button></p>`;
    }
    return html`<div class="scroll"><table class="table"><thead><tr>${['name', 'template', 'files', 'owner', 'members', 'due', 'created'].map((c) => html`<th scope="col">${t('dossiers.' + c)}</th>`)}</tr></thead>
      <tbody>${repeat(dossiers, (d) => d.id, (d) => this.row(d))}</tbody></table></div>
      <p class="soft">${this.cursor ? html`${t('dossiers.first', {n: dossiers.length})} <button @click=${() => this.readMore()}>${t('files.more')}</button>` : t('count.dossiers', {n: dossiers.length})}</p>`;
  }

  view() {
    return html`<div class="title"><h1>${t('nav.dossiers')}</h1><span class="space"></span>
      ${hasRole('MANAGER') ? html`<button class="main" @click=${() => this.create()}>${icon('plus')}${t('dossiers.create')}<kbd>c</kbd></button>` : nothing}</div>
      <div class="filters"><label><span class="hidden">${t('keys.filter')}</span><input type="search" placeholder=${t('keys.filter') + ' (/)'} .value=${live(this.text)} @input=${(e) => this.narrow('q', e.target.value)}></label>
        ${Object.keys(shows).map((name) => html`<button aria-pressed=${this.show === name} @click=${() => this.narrow('show', name === 'active' ? '' : name)}>${t('dossiers.show-' + name)}${this.count(name)}</button>`)}</div>
      ${this.renderTable()}`;
  }
}
customElements.define('dk-dossiers', Dossiers);
