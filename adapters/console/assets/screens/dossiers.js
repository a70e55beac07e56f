// @ts-check
// Dossiers of all templates.

import {html, live, nothing, repeat} from '../vendor/lit.js';
import {formatNumber, t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, go, hasRole, listDossiers, loadPeople, loadTemplates, namesWith, personName, session} from '../parts/context.js';
import {toast} from '../parts/feedback.js';
import {timeView} from '../parts/files.js';
import {dueView, filterChips, stateBar} from '../parts/lists.js';
import {moveFocus} from '../parts/rows.js';

const pageSize = 100; // dossiers
const mostAtOnce = 500; // dossiers of one answer
const mostPages = 4; // that are looked through for a text
const typingPause = 200; // ms

/** What the service is asked for by each list. @type {Record<string, () => Record<string, any>>} */
const shows = {
  active: () => ({}),
  mine: () => ({memberId: session.id}),
  owned: () => ({ownerId: session.id}),
  overdue: () => ({dueBefore: new Date().toISOString(), sort: 'dueDate'}),
  errors: () => ({processingStatus: 'ERROR'}),
  updates: () => ({hasUpdates: true}),
  archived: () => ({includeActive: false, includeArchived: true}),
};

class Dossiers extends Screen {
  constructor() {
    super();
    /** @type {any[]} those of the list that were read */
    this.dossiers = [];
    this.cursor = null; // of what follows them
    /** @type {number | null} how many the list has, unless a text is looked for */
    this.total = null;
    /** @type {Record<string, number>} dossiers of each list */
    this.counts = {};
    this.reading = '';
  }

  heading() { return t('nav.dossiers'); }

  wants() { return (e) => /^(dossier|file)\./.test(e.type); }

  get show() { return this.query.get('show') ?? 'active'; }

  get text() { return this.query.get('q') ?? ''; }

  async read(background) {
    const names = Object.keys(shows);
    const [page, templates, , ...counted] = await Promise.all([this.readDossiers(Math.max(pageSize, this.dossiers.length), null, background), loadTemplates(), loadPeople(),
      ...names.map((name) => listDossiers({...shows[name](), counts: true, limit: 1}, background))]);
    Object.assign(this, {templates, counts: Object.fromEntries(names.map((name, i) => [name, counted[i].total]))}, page);
  }

  /** Reads dossiers of the list that is shown; null when another one is shown meanwhile. */
  async readDossiers(wanted, from, background = false) {
    const list = () => this.show + ' ' + this.text;
    const asked = list();
    const query = (shows[this.show] ?? shows.active)();
    const dossiers = [];
    let page;
    for (let pages = 0, cursor = from; pages < mostPages && dossiers.length < wanted && cursor !== null || !pages; pages++, cursor = page.nextCursor) {
      page = await listDossiers({...query, q: this.text, includeCounts: true, counts: true, limit: Math.min(mostAtOnce, wanted - dossiers.length), cursor}, background);
      if (asked !== list()) return null;
      dossiers.push(...page.dossiers);
    }
    return {dossiers, cursor: page.nextCursor, total: page.total};
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

  renderTable() {
    const {dossiers} = this;
    if (!dossiers.length && !this.cursor) {
      const all = this.show === 'active' && !this.text;
      return all ? html`<p class="empty card">${hasRole('MANAGER') ? html`${t('dossiers.none-yet')} <button class="main" @click=${() => this.create()}>${t('dossiers.create')}</button>` : t('dossiers.ask', {names: namesWith('MANAGER')})}</p>` :
        html`<p class="empty">${t('filter.nothing')} ${filterChips([this.show !== 'active' && t('dossiers.show-' + this.show), this.text])} <button @click=${() => go('/dossiers', true)}>${t('filter.clear')}</button></p>`;
    }
    return html`<div class="scroll"><table class="table"><thead><tr>${['name', 'template', 'files', 'owner', 'members', 'due', 'created'].map((c) => html`<th scope="col">${t('dossiers.' + c)}</th>`)}</tr></thead>
      <tbody>${repeat(dossiers, (d) => d.id, (d) => this.row(d))}</tbody></table></div>
      <p class="soft">${this.cursor ? html`${this.total === null ? t('dossiers.first', {n: dossiers.length}) : t('dossiers.shown', {n: this.total, shown: formatNumber(dossiers.length)})} <button @click=${() => this.readMore()}>${t('files.more')}</button>` : t('count.dossiers', {n: dossiers.length})}</p>`;
  }

  view() {
    return html`<div class="title"><h1>${t('nav.dossiers')}</h1><span class="space"></span>
      ${hasRole('MANAGER') ? html`<button class="main" @click=${() => this.create()}>${icon('plus')}${t('dossiers.create')}<kbd>c</kbd></button>` : nothing}</div>
      <div class="filters"><label><span class="hidden">${t('keys.filter')}</span><input type="search" placeholder=${t('keys.filter') + ' (/)'} .value=${live(this.text)} @input=${(e) => this.narrow('q', e.target.value)}></label>
        ${Object.keys(shows).map((name) => html`<button aria-pressed=${this.show === name} @click=${() => this.narrow('show', name === 'active' ? '' : name)}>${t('dossiers.show-' + name)}<span class="count">${this.counts[name]}</span></button>`)}</div>
      ${this.renderTable()}`;
  }
}
customElements.define('dk-dossiers', Dossiers);
