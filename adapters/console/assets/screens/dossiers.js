// @ts-check
// Dossiers of all templates.

import {html, live, nothing, repeat} from '../vendor/lit.js';
import {formatNumber, t} from '../i18n.js';
import {icon} from '../parts/base.js';
import {everybody, go, hasRole, loadPeople, personName, session} from '../parts/context.js';
import {noneView, rowView} from '../parts/dossier-rows.js';
import {listDossiers, loadTemplates, readTerms, termsOf} from '../parts/dossiers.js';
import {columnHead, readPages} from '../parts/lists.js';
import {ListScreen} from '../parts/list-screen.js';
import {lazy} from '../parts/load.js';
import {forgetPlace} from '../parts/place.js';

const loadActs = lazy(() => import('../parts/dossier-acts.js'));
const loadForm = lazy(() => import('../parts/dossier-form.js'));

/** What the service is asked for by each list. @type {Record<string, () => Record<string, any>>} */
const shows = {
  active: () => ({}),
  mine: () => ({memberId: session.id}),
  owned: () => ({ownerId: session.id}),
  overdue: () => ({dueBefore: new Date().toISOString(), sort: 'dueDate'}),
  errors: () => ({processingStatus: 'ERROR'}),
  updates: () => ({hasUpdates: true}),
  archived: () => ({includeActive: false, includeArchived: true})
};

/** What else the list is narrowed to, and what the service calls that. A status is one of its template. */
const narrowed = {template: 'dossierTemplateId', owner: 'ownerId', member: 'memberId', status: 'dossierStatusId'};
/** What is done with several dossiers: functions of dossier-acts.js, their words and keys. */
const acts = [
  ['setStatus', 'files.step', 's', ''],
  ['setMembers', 'dossiers.members', '', ''],
  ['archive', 'dossier.archive', '', ''],
  ['remove', 'dossier.delete', '#', '']
];
/** Columns of the list, and by what the service sorts them. */
const columns = {
  'dossiers.name': 'name',
  'dossiers.template': '',
  'files.tab': '',
  'dossiers.owner': '',
  'dossiers.members': '',
  'dossiers.due': 'dueDate',
  'files.changed': ''
};

class Dossiers extends ListScreen {
  /** @type {Api.Template[]} */
  templates = [];
  /** @type {number | null} how many the list has, unless a text is looked for */
  total = null;
  /** @type {Record<string, number>} dossiers of each list */
  counts = {};
  progress = ''; // of what is done with them

  heading() {
    return t('nav.dossiers');
  }

  wants() {
    return (/** @type {import('../live.js').Event} */ e) => /^(dossier|file)\./.test(e.type);
  }

  get show() {
    return this.query.get('show') ?? 'active';
  }
  get text() {
    return this.query.get('q') ?? '';
  }

  /** What the list is narrowed to, as the service takes it. */
  get narrowing() {
    return Object.fromEntries(
      Object.entries(narrowed)
        .map(([name, query]) => [query, this.query.get(name) ?? ''])
        .filter(([, v]) => v)
    );
  }

  /** Values of attributes that the list is narrowed to. @returns {[string, string][]} */
  get attributeFilters() {
    return termsOf(this.query.get('template') ?? '')
      .filters.map((a) => /** @type {[string, string]} */ ([a.id, this.query.get(a.id) ?? '']))
      .filter(([, v]) => v);
  }

  /** What the service is asked for by a list as it is narrowed; null when nothing can be both. @param {string} name */
  askFor(name) {
    const query = (shows[name] ?? shows.active)();
    return Object.entries(this.narrowing).some(([k, v]) => query[k] && query[k] !== v)
      ? null
      : {...query, ...this.narrowing};
  }

  get sort() {
    return this.query.get('sort') ?? '';
  }

  /** @param {import('../api.js').Call} o */
  async read(o) {
    const names = Object.keys(shows);
    const [page, templates, , ...counted] = await Promise.all([
      this.readRows(this.rowsToRead, null, o),
      loadTemplates(),
      loadPeople(),
      ...names
        .map((name) => this.askFor(name))
        .map((query) => (query ? listDossiers({...query, counts: true, limit: 1}, o) : {total: 0}))
    ]);
    Object.assign(
      this,
      {templates, counts: Object.fromEntries(names.map((name, i) => [name, counted[i].total]))},
      page && {...page, rows: this.placed(page.rows)}
    );
    this.keepChosen();
  }

  /**
   * Reads dossiers of the list that is shown; null when another one is shown meanwhile.
   * @param {number} wanted
   * @param {string | null} from
   */
  async readRows(wanted, from, o = {}) {
    await readTerms([this.query.get('template') ?? '']);
    const list = () => JSON.stringify([this.show, this.text, this.sort, this.narrowing, this.attributeFilters]);
    const asked = list();
    const query = this.askFor(this.show);
    if (!query) return {rows: [], cursor: null, total: 0};
    const texts = {q: this.text, attribute: this.attributeFilters.map(([id, v]) => id + ':' + v)};
    const narrowing = {...query, ...(this.sort ? {sort: this.sort} : {}), ...texts};
    const found = await readPages(wanted, from, async (limit, cursor) => {
      const page = await listDossiers({...narrowing, includeCounts: true, counts: true, limit, cursor}, o);
      return asked === list() ? {rows: page.dossiers, cursor: page.nextCursor, total: page.total} : null;
    });
    const described = (/** @type {Api.Dossier} */ d) =>
      d.dossierStatusId || Object.keys(d.dossierAttributes.attributeIdToValue).length;
    await readTerms((found?.rows ?? []).filter(described).map((d) => d.dossierTemplateId));
    return asked === list() ? found : null;
  }

  moveTo(/** @type {Record<string, string>} */ _params, /** @type {URLSearchParams} */ query) {
    const typed = () => JSON.stringify([this.text, this.attributeFilters]);
    const [text, before] = [typed(), JSON.stringify(this.narrowing)];
    this.set({query});
    if (before !== JSON.stringify(this.narrowing))
      void this.refresh().then(() => this.place.restore(query)); // the counts, too
    else if (text === typed()) void this.readAnew();
    else this.readSoon();
    return true;
  }

  keys() {
    return [
      ...this.rowKeys(true),
      ...(hasRole('MANAGER')
        ? [
            {keys: 'c', words: t('dossiers.create'), run: () => this.create()},
            {keys: 'e', words: t('dossier.edit'), run: () => this.edit(this.focused)},
            ...this.choosingKeys(),
            {keys: '.', words: t('keys.menu'), run: () => this.showMenu()},
            {keys: 's', words: t('files.step'), run: () => this.act('setStatus')},
            {keys: '#', words: t('dossier.delete'), run: () => this.act('remove')}
          ]
        : [])
    ];
  }

  loadActs() {
    return loadActs();
  }

  get acts() {
    return acts;
  }

  chosenWords() {
    return t('dossiers.chosen', {n: this.chosen.size});
  }

  async edit(/** @type {Api.Dossier | undefined} */ d) {
    if (d?.ownerId !== session.id || d.archivedTime) return;
    const {openDossierForm} = await loadForm();
    if (await openDossierForm(d)) void this.load(true);
  }

  /** @param {string} name @param {string} value */
  narrow(name, value) {
    const query = forgetPlace(new URLSearchParams(location.search));
    if (value) query.set(name, value);
    else query.delete(name);
    if (name === 'template')
      for (const other of ['status', ...this.attributeFilters.map(([id]) => id)]) query.delete(other);
    go('/dossiers' + (query.size ? '?' + query : ''), true);
  }

  async create() {
    void (await loadForm()).createDossier();
  }

  /** What the list may be narrowed to. @param {string} name @returns {{id: string, name: string}[]} */
  choicesOf(name) {
    if (name === 'template') return this.templates;
    if (name === 'status') return termsOf(this.query.get('template') ?? '').statuses;
    return everybody()
      .filter((p) => p.roles.includes('MANAGER') || (name === 'member' && p.roles.includes('USER')))
      .map((p) => ({id: p.id, name: personName(p.id)}));
  }

  /** @param {string} name */
  renderSelect(name) {
    const choices = this.choicesOf(name);
    const now = this.query.get(name) ?? '';
    if (!choices.length) return nothing;
    return html`<select aria-label=${t('dossiers.' + name)} @change=${(e) => this.narrow(name, e.target.value)}>
      <option value="">${t('dossiers.any', {what: t('dossiers.' + name)})}</option>
      ${choices.map((c) => html`<option value=${c.id} ?selected=${c.id === now}>${c.name}</option>`)}
    </select>`;
  }

  renderTable() {
    const {rows: dossiers} = this;
    if (!dossiers.length && !this.cursor) return noneView(this, Object.keys(narrowed));
    return html`${this.renderBulk(this.progress ? html`<span role="status">${this.progress}</span>` : nothing)}
      <div class="scroll">
        <table class="table">
          <thead>
            <tr>
              ${hasRole('MANAGER') ? this.renderChooseAll() : nothing}
              ${Object.entries(columns).map(([c, key]) =>
                columnHead(t(c), key, this.sort, (by) => this.narrow('sort', by))
              )}
            </tr>
          </thead>
          <tbody>
            ${repeat(
              dossiers,
              (d) => d.id,
              (d) => rowView(this, d)
            )}
          </tbody>
        </table>
      </div>
      <p class="soft">
        ${
          this.cursor
            ? html`${
                  this.total === null
                    ? t('count.dossiers', {n: dossiers.length})
                    : t('dossiers.shown', {n: this.total, shown: formatNumber(dossiers.length)})
                } <button @click=${() => this.readMore()}>${t('files.more')}</button>`
            : t('count.dossiers', {n: dossiers.length})
        }
      </p>`;
  }

  view() {
    return html`<div class="title">
        <h1>${t('nav.dossiers')}</h1>
        <span class="space"></span>
        ${
          hasRole('MANAGER')
            ? html`<button class="main" @click=${() => this.create()}>
                ${icon('plus')}${t('dossiers.create')}<kbd>c</kbd>
              </button>`
            : nothing
        }
      </div>
      <div class="filters">
        ${this.renderSearch(this.text, (/** @type {string} */ text) => this.narrow('q', text))}
        ${Object.keys(shows).map(
          (name) =>
            html`<button
              aria-pressed=${this.show === name}
              @click=${() => this.narrow('show', name === 'active' ? '' : name)}
              >${t('show.' + name)}<span class="count">${this.counts[name]}</span></button
            >`
        )}${Object.keys(narrowed).map((name) => this.renderSelect(name))}
        ${termsOf(this.query.get('template') ?? '').filters.map(
          (a) =>
            html`<label
              ><span class="hidden">${a.name}</span
              ><input
                type="search"
                placeholder=${a.name}
                .value=${live(this.query.get(a.id) ?? '')}
                @input=${(e) => this.narrow(a.id, e.target.value)}
            /></label>`
        )}
      </div>
      ${this.renderTable()}`;
  }
}
/** @typedef {Dossiers} Self */
customElements.define('dk-dossiers', Dossiers);
