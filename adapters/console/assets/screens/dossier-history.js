// @ts-check
// The history of a dossier: narrowed by file, person, kind and day, which stand in the address.

import {html, nothing} from '../vendor/lit.js';
import {dossierPath, get} from '../api.js';
import {t} from '../i18n.js';
import {Screen} from '../parts/base.js';
import {everybody, go, personName} from '../parts/context.js';
import {readDossier, tabKeys, viewHead} from '../parts/dossiers.js';
import '../parts/history.js';
import {kinds} from '../parts/history-words.js';
import '../parts/list-styles.js';

const mostOffered = 8; // files

/** A day of the reader, from its first to its last millisecond. @param {string} day as a field of a date has it */
function periodOf(day) {
  const from = new Date(day + 'T00:00');
  if (!day || isNaN(from.getTime())) return {};
  const to = new Date(from);
  to.setDate(to.getDate() + 1);
  return {from: from.toISOString(), to: new Date(to.getTime() - 1).toISOString()};
}

class DossierHistory extends Screen {
  /** @type {Api.File[]} files whose names hold what is typed */
  offered = [];
  filename = ''; // of the file that it is narrowed to
  typed = '';

  keys() {
    const focusFilter = () => /** @type {any} */ (this.querySelector('.filters input'))?.focus();
    return [...tabKeys(this.params.id), {keys: '/', words: t('keys.filter'), run: focusFilter}];
  }

  /** @param {import('../api.js').Call} o */
  async read(o) {
    await readDossier(this, o);
    const file = this.query.get('file');
    if (file && !this.filename)
      this.filename = await get(dossierPath(this.dossier) + '/files/' + file, {includeSoftDeleted: true}, o).then(
        (f) => f.filename,
        () => t('history.gone')
      );
  }

  /** @param {Record<string, string>} params @param {URLSearchParams} query */
  moveTo(params, query) {
    if (params.id !== this.params.id) return false;
    this.set({query, filename: query.get('file') ? this.filename : ''});
    if (query.get('file') && !this.filename) void this.load(true);
    return true;
  }

  /** What the service is asked for. */
  get narrowing() {
    const of = (/** @type {string} */ name) => this.query.get(name) ?? '';
    return {fileId: of('file'), actor: of('who'), type: kinds[of('kind')] ?? [], ...periodOf(of('day'))};
  }

  /** Shows the history narrowed in another way. @param {Record<string, string>} to */
  narrow(to) {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(to)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    go('/dossiers/' + this.params.id + '/history' + (query.size ? '?' + query : ''), true);
  }

  /**
   * Offers files whose names hold what is typed, and narrows the history to one whose name is that.
   * @param {string} text
   */
  async typeFile(text) {
    this.set({typed: text});
    if (!text || this.chooseFile(text)) return;
    const query = {q: text, limit: mostOffered, includeArchived: true, includeSoftDeleted: true};
    const page = await get(dossierPath(this.dossier) + '/files', query).catch(() => ({fileStatus: []}));
    if (text !== this.typed) return;
    this.set({offered: page.fileStatus});
    this.chooseFile(text);
  }

  /** Narrows the history to the file of a name, if it is offered. @param {string} name */
  chooseFile(name) {
    const file = this.offered.find((f) => f.filename === name);
    if (!file) return false;
    this.set({filename: name, typed: '', offered: []});
    this.narrow({file: file.id});
    return true;
  }

  /** People who may have done something: the members, the owner, and whoever it is narrowed to. */
  get people() {
    const {memberIds, ownerId} = this.dossier;
    const who = this.query.get('who') ?? '';
    const some = new Set([...memberIds, ownerId, who]);
    return everybody().filter((p) => some.has(p.id));
  }

  /** @param {string} name @param {string[][]} choices */
  renderSelect(name, choices) {
    const now = this.query.get(name) ?? '';
    return html`<select aria-label=${t('history.' + name)} @change=${(e) => this.narrow({[name]: e.target.value})}>
      <option value="">${t('dossiers.any', {what: t('history.' + name)})}</option>
      ${choices.map(([id, words]) => html`<option value=${id} ?selected=${id === now}>${words}</option>`)}
    </select>`;
  }

  renderFilters() {
    const file = this.query.get('file');
    const clear = () => this.narrow({file: '', who: '', kind: '', day: ''});
    const isNarrowed = ['file', 'who', 'kind', 'day'].some((name) => this.query.get(name));
    const people = this.people.map((p) => [p.id, personName(p.id)]);
    return html`<div class="filters">
      ${
        file
          ? html`<span class="chip"
              >${this.filename}
              <button
                class="quiet"
                aria-label=${t('history.all-files', {name: this.filename})}
                @click=${() => this.narrow({file: ''})}
              >
                ×
              </button></span
            >`
          : html`<label
              ><span class="hidden">${t('files.name')}</span
              ><input
                type="search"
                list="history-files"
                autocomplete="off"
                placeholder=${t('files.name') + ' (/)'}
                @input=${(e) => this.typeFile(e.target.value)}
            /></label>`
      }
      <datalist id="history-files">${this.offered.map((f) => html`<option value=${f.filename}></option>`)}</datalist>
      ${this.renderSelect('who', [...people, ['system', t('history.service')]])}${this.renderSelect(
        'kind',
        Object.keys(kinds).map((kind) => [kind, t('history.kind-' + kind)])
      )}
      <label
        ><span class="hidden">${t('history.day')}</span
        ><input type="date" .value=${this.query.get('day') ?? ''} @change=${(e) => this.narrow({day: e.target.value})}
      /></label>
      ${isNarrowed ? html`<button @click=${clear}>${t('filter.clear')}</button>` : nothing}
    </div>`;
  }

  view() {
    return html`${viewHead(this.dossier, 'history')}${this.renderFilters()}
      <section class="card">
        <dk-history
          .path=${dossierPath(this.dossier)}
          .narrowing=${this.narrowing}
          .files=${true}
          .about=${(/** @type {import('../live.js').Event} */ e) => e.dossierId === this.params.id}
        ></dk-history>
      </section>`;
  }
}
customElements.define('dk-dossier-history', DossierHistory);
