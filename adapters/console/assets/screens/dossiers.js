// @ts-check
// Dossiers of all templates.

import {html, live, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Screen, icon} from '../parts/base.js';
import {base, go, hasRole, loadDossiers, loadPeople, loadTemplates, personName, session} from '../parts/context.js';
import {timeView} from '../parts/files.js';
import {dueView, stateBar} from '../parts/lists.js';
import {moveFocus} from '../parts/rows.js';

const shows = {
  active: (d) => !d.archivedTime,
  mine: (d) => !d.archivedTime && d.memberIds.includes(session.id),
  owned: (d) => !d.archivedTime && d.ownerId === session.id,
  overdue: (d) => !d.archivedTime && d.dueDate && new Date(d.dueDate).getTime() < Date.now(),
  errors: (d) => !d.archivedTime && d.counts?.processingStatus.ERROR,
  updates: (d) => !d.archivedTime && d.counts?.hasUpdates,
  archived: (d) => d.archivedTime,
};

class Dossiers extends Screen {
  heading() { return t('nav.dossiers'); }

  wants() { return (e) => /^(dossier|file)\./.test(e.type); }

  async read(background) {
    const [dossiers, templates] = await Promise.all([loadDossiers({includeArchived: true, includeCounts: true}, background), loadTemplates(), loadPeople()]);
    Object.assign(this, {dossiers, templates});
  }

  moveTo(_params, query) {
    this.set({query});
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

  view() {
    const show = this.query.get('show') ?? 'active';
    const text = this.query.get('q') ?? '';
    const rows = this.dossiers.filter(shows[show] ?? shows.active).filter((d) => (d.name + ' ' + d.description).toLowerCase().includes(text.toLowerCase()));
    return html`<div class="title"><h1>${t('nav.dossiers')}</h1><span class="space"></span>
      ${hasRole('MANAGER') ? html`<button class="main" @click=${() => this.create()}>${icon('plus')}${t('dossiers.create')}<kbd>c</kbd></button>` : nothing}</div>
      <div class="filters"><label><span class="hidden">${t('keys.filter')}</span><input type="search" placeholder=${t('keys.filter') + ' (/)'} .value=${live(text)} @input=${(e) => this.narrow('q', e.target.value)}></label>
        ${Object.keys(shows).map((name) => html`<button aria-pressed=${show === name} @click=${() => this.narrow('show', name === 'active' ? '' : name)}>${t('dossiers.show-' + name)}<span class="count">${this.dossiers.filter(shows[name]).length}</span></button>`)}</div>
      ${rows.length ? html`<div class="scroll"><table class="table"><thead><tr>${['name', 'template', 'files', 'owner', 'members', 'due', 'created'].map((c) => html`<th scope="col">${t('dossiers.' + c)}</th>`)}</tr></thead><tbody>${rows.map((d) => this.row(d))}</tbody></table></div>` :
        this.dossiers.length ? html`<p class="empty">${t('filter.nothing')} <button @click=${() => go('/dossiers', true)}>${t('filter.clear')}</button></p>` :
          html`<p class="empty card">${hasRole('MANAGER') ? t('dossiers.none-yet') : t('home.no-recent')}</p>`}`;
  }
}
customElements.define('dk-dossiers', Dossiers);
