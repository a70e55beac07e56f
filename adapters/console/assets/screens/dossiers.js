// @ts-check
// Dossiers of all templates.

import {html, live, nothing, repeat} from '../vendor/lit.js';
import {formatNumber, t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, everybody, go, hasRole, listDossiers, loadPeople, loadTemplates, namesWith, personName, session} from '../parts/context.js';
import {chooseDialog} from '../parts/dialogs.js';
import {toast} from '../parts/feedback.js';
import {timeView} from '../parts/files.js';
import {dueView, filterChips, stateBar} from '../parts/lists.js';
import {moveFocus} from '../parts/rows.js';
import {attributeWords, readTerms, statusChip, termsOf} from '../parts/terms.js';

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

/** What else the list is narrowed to, and what the service calls that. A status is one of its template. */
const narrowed = {template: 'dossierTemplateId', owner: 'ownerId', member: 'memberId', status: 'dossierStatusId'};
/** What is done with several dossiers: functions of dossier-acts.js, their words and keys. */
const acts = [['setStatus', 'dossiers.set-status', 's'], ['setMembers', 'dossiers.set-members', ''], ['archive', 'dossier.archive', ''], ['remove', 'dossier.delete', '#']];
/** Columns of the list, and by what the service sorts them. */
const columns = {name: 'name', template: '', files: '', owner: '', members: '', due: 'dueDate', changed: ''};

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
    /** @type {Set<string>} dossiers that are chosen */
    this.chosen = new Set();
    this.chosenLast = '';
    this.progress = ''; // of what is done with them
  }

  heading() { return t('nav.dossiers'); }

  wants() { return (e) => /^(dossier|file)\./.test(e.type); }

  get show() { return this.query.get('show') ?? 'active'; }
  get text() { return this.query.get('q') ?? ''; }

  /** What the list is narrowed to, as the service takes it. */
  get narrowing() { return Object.fromEntries(Object.entries(narrowed).map(([name, query]) => [query, this.query.get(name) ?? '']).filter(([, v]) => v)); }

  /** What the service is asked for by a list as it is narrowed; null when nothing can be both. */
  askFor(name) {
    const query = (shows[name] ?? shows.active)();
    return Object.entries(this.narrowing).some(([k, v]) => query[k] && query[k] !== v) ? null : {...query, ...this.narrowing};
  }

  get sort() { return this.query.get('sort') ?? ''; }

  async read(background) {
    const names = Object.keys(shows);
    const [page, templates, , ...counted] = await Promise.all([this.readDossiers(Math.max(pageSize, this.dossiers.length), null, background), loadTemplates(), loadPeople(),
      ...names.map((name) => this.askFor(name)).map((query) => (query ? listDossiers({...query, counts: true, limit: 1}, background) : {total: 0}))]);
    Object.assign(this, {templates, counts: Object.fromEntries(names.map((name, i) => [name, counted[i].total]))}, page);
  }

  /** Reads dossiers of the list that is shown; null when another one is shown meanwhile. */
  async readDossiers(wanted, from, background = false) {
    const list = () => JSON.stringify([this.show, this.text, this.sort, this.narrowing]);
    const asked = list();
    const query = {...this.askFor(this.show), ...(this.sort ? {sort: this.sort} : {})};
    if (!this.askFor(this.show)) return {dossiers: [], cursor: null, total: 0};
    const dossiers = [];
    let page;
    for (let pages = 0, cursor = from; pages < mostPages && dossiers.length < wanted && cursor !== null || !pages; pages++, cursor = page.nextCursor) {
      page = await listDossiers({...query, q: this.text, includeCounts: true, counts: true, limit: Math.min(mostAtOnce, wanted - dossiers.length), cursor}, background);
      if (asked !== list()) return null;
      dossiers.push(...page.dossiers);
    }
    await readTerms([this.query.get('template') ?? '', ...dossiers.filter((d) => d.dossierStatusId || Object.keys(d.dossierAttributes.attributeIdToValue).length).map((d) => d.dossierTemplateId)]);
    if (asked !== list()) return null;
    this.chosen = new Set([...this.chosen].filter((id) => dossiers.some((d) => d.id === id) || from));
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
    const before = JSON.stringify(this.narrowing);
    this.set({query});
    clearTimeout(this.typing);
    if (before !== JSON.stringify(this.narrowing)) this.refresh(); // the counts, too
    else if (same) this.readAnew();
    else this.typing = setTimeout(() => this.readAnew(), typingPause);
    return true;
  }

  keys() {
    return [
      {keys: 'j, ArrowDown', words: t('keys.next'), run: () => moveFocus(this, 1)}, {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => moveFocus(this, -1)},
      {keys: '/', words: t('keys.filter'), run: () => /** @type {any} */ (this.querySelector('[type=search]'))?.focus()},
      ...(hasRole('MANAGER') ? [{keys: 'c', words: t('dossiers.create'), run: () => this.create()}, {keys: 'e', words: t('dossier.edit'), run: () => this.edit(this.focused)},
        {keys: 'x', words: t('keys.choose'), run: () => this.toggle(this.focused?.id)}, {keys: 'Shift+X', words: t('keys.choose-range'), run: () => this.chooseRange(this.focused)},
        {keys: 'Ctrl+A', words: t('files.choose-all'), run: () => this.chooseAll(true)}, {keys: '.', words: t('keys.menu'), run: () => this.showMenu()},
        {keys: 's', words: t('dossiers.set-status'), run: () => this.act('setStatus')}, {keys: '#', words: t('dossier.delete'), run: () => this.act('remove')}] : []),
    ];
  }

  get focused() { const id = /** @type {any} */ (document.activeElement?.closest('tr'))?.dataset.dossier; return this.dossiers.find((d) => d.id === id); }

  toggle(id) {
    if (id && !this.chosen.delete(id)) this.chosen.add(id);
    this.set({chosenLast: id});
  }

  /** Chooses the dossiers from the one that was chosen last to another. */
  chooseRange(d) {
    const ends = [this.dossiers.findIndex((other) => other.id === this.chosenLast), this.dossiers.indexOf(d)].filter((at) => at >= 0);
    if (d) this.set({chosen: new Set([...this.chosen, ...this.dossiers.slice(Math.min(...ends), Math.max(...ends) + 1).map((other) => other.id)]), chosenLast: d.id});
  }

  chooseAll(all) { this.set({chosen: new Set(all ? this.dossiers.map((d) => d.id) : [])}); }

  /** Does something with the chosen dossiers, or else with the one that has the focus. @param {string} name of a function of dossier-acts.js */
  async act(name) {
    const dossiers = this.chosen.size ? this.dossiers.filter((d) => this.chosen.has(d.id)) : [this.focused].filter(Boolean);
    if (!dossiers.length) return;
    const does = await import('../parts/dossier-acts.js');
    const list = {tell: (progress) => this.set({progress}), again: () => this.load(true)};
    await does[name](dossiers, list).catch((error) => toast(failureWords(error), {bad: true}));
  }

  async showMenu() {
    if (!this.chosen.size && this.focused) this.toggle(this.focused.id);
    if (!this.chosen.size) return;
    const run = await chooseDialog(t('dossiers.chosen', {n: this.chosen.size}), acts.map(([name, words]) => ({value: () => this.act(name), words: t(words)})));
    run?.();
  }

  async edit(d) {
    if (d?.ownerId !== session.id || d.archivedTime) return;
    const {openDossierForm} = await import('../parts/dossier-form.js');
    if (await openDossierForm(d)) this.load(true);
  }

  narrow(name, value) {
    const query = new URLSearchParams(location.search);
    if (value) query.set(name, value);
    else query.delete(name);
    if (name === 'template') query.delete('status');
    go('/dossiers' + (query.size ? '?' + query : ''), true);
  }

  async create() {
    const {openDossierForm} = await import('../parts/dossier-form.js');
    const made = await openDossierForm(null, this.templates.filter((tpl) => tpl.status === 'ACTIVE'));
    if (made) go('/dossiers/' + made.id);
  }

  row(d) {
    const values = attributeWords(termsOf(d.dossierTemplateId).ofDossiers, d.dossierAttributes.attributeIdToValue);
    return html`<tr data-dossier=${d.id} aria-selected=${this.chosen.has(d.id) ? 'true' : nothing}>${hasRole('MANAGER') ? html`<td><input type="checkbox" aria-label=${t('files.choose', {name: d.name})} .checked=${live(this.chosen.has(d.id))} @change=${() => this.toggle(d.id)}></td>` : nothing}
      <td><a data-row href=${base + '/dossiers/' + d.id}>${d.name}</a>${statusChip(d)}${values ? html`<div class="soft">${values}</div>` : nothing}${d.description ? html`<div class="soft">${d.description}</div>` : nothing}</td>
      <td class="soft">${this.templates.find((tpl) => tpl.id === d.dossierTemplateId)?.name ?? ''}</td>
      <td>${d.counts ? html`${stateBar(d.counts.workflowStatus)}<span class="soft">${t('count.files', {n: d.counts.files})} · ${t('count.pages', {n: d.counts.pages})}</span>` : html`<span class="soft">${t('dossiers.not-member')}</span>`}</td>
      <td>${personName(d.ownerId)}</td><td class="soft">${t('count.members', {n: d.memberIds.length})}</td>
      <td>${dueView(d.dueDate)}</td><td class="soft">${timeView(d.counts?.lastChange ?? d.date)}</td></tr>`;
  }

  renderColumn(name) {
    const key = columns[name];
    const words = t(name === 'changed' ? 'files.changed' : 'dossiers.' + name);
    if (!key) return html`<th scope="col">${words}</th>`;
    const order = this.sort === key ? 'ascending' : this.sort === '-' + key ? 'descending' : nothing;
    return html`<th scope="col" aria-sort=${order}><button class="quiet sort" @click=${() => this.narrow('sort', this.sort === key ? '-' + key : this.sort ? '' : key)}>${words}<span aria-hidden="true">${order === 'ascending' ? '▴' : order === 'descending' ? '▾' : ''}</span></button></th>`;
  }

  renderBulk() {
    if (!this.chosen.size) return nothing;
    return html`<div class="bulk" role="group" aria-label=${t('dossiers.chosen', {n: this.chosen.size})}><strong>${t('dossiers.chosen', {n: this.chosen.size})}</strong>${this.progress ? html`<span role="status">${this.progress}</span>` : nothing}
      ${acts.map(([name, words, key]) => html`<button @click=${() => this.act(name)}>${t(words)}${key ? html`<kbd>${key}</kbd>` : nothing}</button>`)}
      <button class="quiet" @click=${() => this.chooseAll(false)}>${t('files.choose-none')}</button></div>`;
  }

  /** What the list may be narrowed to. @param {string} name @returns {{id: string, name: string}[]} */
  choicesOf(name) {
    if (name === 'template') return this.templates;
    if (name === 'status') return termsOf(this.query.get('template') ?? '').statuses;
    return everybody().filter((p) => p.roles.includes('MANAGER') || name === 'member' && p.roles.includes('USER')).map((p) => ({id: p.id, name: personName(p.id)}));
  }

  narrowedTo(name) { return this.choicesOf(name).find((c) => c.id === this.query.get(name))?.name ?? ''; }

  renderSelect(name) {
    const choices = this.choicesOf(name);
    const now = this.query.get(name) ?? '';
    if (!choices.length) return nothing;
    return html`<select aria-label=${t('dossiers.' + name)} @change=${(e) => this.narrow(name, e.target.value)}><option value="">${t('dossiers.any-' + name)}</option>
      ${choices.map((c) => html`<option value=${c.id} ?selected=${c.id === now}>${c.name}</option>`)}</select>`;
  }

  renderTable() {
    const {dossiers} = this;
    if (!dossiers.length && !this.cursor) {
      const all = this.show === 'active' && !this.text && !Object.keys(this.narrowing).length;
      return all ? html`<p class="empty card">${hasRole('MANAGER') ? html`${t('dossiers.none-yet')} <button class="main" @click=${() => this.create()}>${t('dossiers.create')}</button>` : t('dossiers.ask', {names: namesWith('MANAGER')})}</p>` :
        html`<p class="empty">${t('filter.nothing')} ${filterChips([this.show !== 'active' && t('dossiers.show-' + this.show), ...Object.keys(narrowed).map((name) => this.narrowedTo(name)), this.text])} <button @click=${() => go('/dossiers', true)}>${t('filter.clear')}</button></p>`;
    }
    const chosen = dossiers.every((d) => this.chosen.has(d.id));
    return html`${this.renderBulk()}<div class="scroll"><table class="table"><thead><tr>${hasRole('MANAGER') ? html`<th scope="col"><input type="checkbox" aria-label=${t('files.choose-all')} .checked=${live(chosen)} @change=${() => this.chooseAll(!chosen)}></th>` : nothing}
      ${Object.keys(columns).map((c) => this.renderColumn(c))}</tr></thead>
      <tbody>${repeat(dossiers, (d) => d.id, (d) => this.row(d))}</tbody></table></div>
      <p class="soft">${this.cursor ? html`${this.total === null ? t('dossiers.first', {n: dossiers.length}) : t('dossiers.shown', {n: this.total, shown: formatNumber(dossiers.length)})} <button @click=${() => this.readMore()}>${t('files.more')}</button>` : t('count.dossiers', {n: dossiers.length})}</p>`;
  }

  view() {
    return html`<div class="title"><h1>${t('nav.dossiers')}</h1><span class="space"></span>
      ${hasRole('MANAGER') ? html`<button class="main" @click=${() => this.create()}>${icon('plus')}${t('dossiers.create')}<kbd>c</kbd></button>` : nothing}</div>
      <div class="filters"><label><span class="hidden">${t('keys.filter')}</span><input type="search" placeholder=${t('keys.filter') + ' (/)'} .value=${live(this.text)} @input=${(e) => this.narrow('q', e.target.value)}></label>
        ${Object.keys(shows).map((name) => html`<button aria-pressed=${this.show === name} @click=${() => this.narrow('show', name === 'active' ? '' : name)}>${t('dossiers.show-' + name)}<span class="count">${this.counts[name]}</span></button>`)}${Object.keys(narrowed).map((name) => this.renderSelect(name))}</div>
      ${this.renderTable()}`;
  }
}
customElements.define('dk-dossiers', Dossiers);
