// @ts-check
// The attributes of a file.

import {html, nothing} from '../vendor/lit.js';
import {get, put} from '../api.js';
import {t} from '../i18n.js';
import {Part, failureWords} from './base.js';

const kinds = {DATE: 'date', NUMBER: 'number', TEXT: 'text'};

/** Shows the attributes of the file of a review; who may change the file sets them. */
class Attributes extends Part {
  constructor() {
    super();
    /** @type {any} */
    this.review = null;
    /** @type {any[] | null} */
    this.definitions = null;
    this.problem = '';
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      const answer = await get(`/dossier-templates/${this.review.params.template}/file-attribute-definitions`);
      this.set({definitions: answer.fileAttributeDefinitions});
      await this.updateComplete;
      /** @type {any} */ (this.querySelector('input:not([readonly])'))?.focus();
    } catch (error) {
      this.set({problem: failureWords(error)});
    }
  }

  get values() { return this.review.data.file.fileAttributes.attributeIdToValue; }

  async store(id, value) {
    const {review} = this;
    const path = review.path;
    const ok = await review.attempt(() => put(path + '/attributes', {attributeIdToValue: {[id]: value}}));
    if (ok) await review.load(true);
    return ok;
  }

  change(d, field) {
    const before = this.values[d.id] ?? '';
    if (field.value === before) return;
    this.review.remember(t('attribute.set', {name: d.name}), () => this.store(d.id, before), () => this.store(d.id, field.value));
  }

  onKey(event, d) {
    if (event.key === 'Enter') this.change(d, event.target);
    else if (event.key === 'Escape') event.target.value = this.values[d.id] ?? '';
    else return;
    event.preventDefault();
    this.review.focusRow();
  }

  renderAttribute(d) {
    const off = !d.editable || !!this.review.locked;
    return html`<label>${d.name}<input type=${kinds[d.type] ?? 'text'} step="any" .value=${this.values[d.id] ?? ''} ?readonly=${off} title=${d.editable ? this.review.locked : t('attribute.fixed')}
      @change=${(e) => { if (!off) this.change(d, e.target); }} @keydown=${(e) => { if (!off) this.onKey(e, d); }}></label>`;
  }

  render() {
    if (this.problem) return html`<p class="soft">${this.problem}</p>`;
    if (!this.definitions) return nothing;
    return this.definitions.length ? html`<div class="fields">${this.definitions.map((d) => this.renderAttribute(d))}</div>` : html`<p class="soft">${t('attribute.none')}</p>`;
  }
}
customElements.define('dk-attributes', Attributes);
