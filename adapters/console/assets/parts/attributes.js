// @ts-check
// The attributes of a file: as fields, or as words each of which becomes a field.

import {html, nothing} from '../vendor/lit.js';
import {filePath, get, put} from '../api.js';
import {t} from '../i18n.js';
import {Part, failureWords} from './base.js';
import {valueField} from './dossiers.js';
import './more-styles.js';

/** What stores the value of an attribute of the file of a review, which can be undone, or fails. @param {Review} r */
export const setAttribute =
  (r) => async (/** @type {Api.FileAttribute} */ a, /** @type {string} */ value, /** @type {string} */ before) => {
    const {path} = r;
    const store = async (/** @type {string} */ v) => {
      const ok = await r.attempt(() => put(path + '/attributes', {attributeIdToValue: {[a.id]: v}}), true);
      if (ok) await r.load(true);
      return ok;
    };
    const words = t('attribute.set', {name: a.name});
    const about = {path, words, touches: ['attribute ' + a.id]};
    const {sender} = await r.equip();
    if (!(await sender.remember({...about, undo: () => store(before), redo: () => store(value)}))) throw r.failure;
  };

/**
 * Set file, definitions (those of its template are read without), open (whether all stand as fields), off (why they
 * cannot be changed)
 * and store, which fails with what is told beside the field; that keeps what was typed. It tells of `leave`.
 */
class Attributes extends Part {
  file = /** @type {Api.File} */ (/** @type {any} */ (null)); // which is set
  /** @type {Api.FileAttribute[] | null} */
  definitions = null;
  open = false;
  off = '';
  /** @type {(a: Api.FileAttribute, value: string, before: string) => Promise<unknown>} */
  store = (a, value) => put(filePath(this.file) + '/attributes', {attributeIdToValue: {[a.id]: value}});
  editing = '';
  refused = {id: '', words: ''};

  get values() {
    return this.file.fileAttributes.attributeIdToValue;
  }

  async connectedCallback() {
    super.connectedCallback();
    if (!this.open) return;
    const answer = await get(`/dossier-templates/${this.file.dossierTemplateId}/file-attribute-definitions`).catch(
      (error) => {
        this.set({refused: {id: '', words: failureWords(error)}});
      }
    );
    this.set({definitions: answer?.fileAttributeDefinitions ?? null});
    void this.focusOn('input:not([readonly])');
  }

  /** @param {string} selector */
  async focusOn(selector) {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector(selector))?.focus();
  }

  /** @param {Api.FileAttribute} a */
  leave(a) {
    this.set({editing: '', refused: {id: '', words: ''}});
    if (!this.open) void this.focusOn(`[data-attribute="${a.id}"]`);
    this.dispatchEvent(new CustomEvent('leave'));
  }

  /** Stores a value, which shows at once. @param {Api.FileAttribute} a @param {string} value @param {boolean} leaves */
  async change(a, value, leaves) {
    const before = this.values[a.id] ?? '';
    if (value !== before) {
      this.values[a.id] = value;
      try {
        await this.store(a, value, before);
      } catch (error) {
        this.values[a.id] = before;
        return this.set({refused: {id: a.id, words: failureWords(error)}});
      }
    }
    if (leaves || !this.open) this.leave(a);
    return undefined;
  }

  /** @param {KeyboardEvent} event @param {Api.FileAttribute} a */
  onKey(event, a) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (event.key === 'Enter') return this.change(a, field.value, true);
    field.value = this.values[a.id] ?? '';
    this.leave(a);
  }

  /** @param {Api.FileAttribute} a */
  renderField(a) {
    const why = a.editable ? this.off : t('attribute.fixed');
    return html`<label
        class=${this.open ? '' : 'line'}
        title=${why || nothing}
        @keydown=${(e) => {
          if (!why) void this.onKey(e, a);
        }}
        @change=${(e) => {
          if (!why && this.open) void this.change(a, e.target.value, false);
        }}
        >${a.name} ${valueField(a, this.values[a.id] ?? '', 'value', !!why)}</label
      >
      ${this.refused.id === a.id ? html`<div class="bad" role="alert">${this.refused.words}</div>` : nothing}`;
  }

  /** @param {Api.FileAttribute} a */
  renderWords(a) {
    const words = a.name + ': ' + (this.values[a.id] || '–');
    if (this.off || !a.editable) return this.values[a.id] ? html`<span class="soft">${words} </span>` : nothing;
    return html`<button
      class="quiet small"
      data-attribute=${a.id}
      title=${t('attribute.edit')}
      @click=${() => {
        this.set({editing: a.id});
        void this.focusOn('input');
      }}
    >
      ${words}
    </button> `;
  }

  render() {
    if (!this.definitions) return html`<p class="soft">${this.refused.words}</p>`;
    if (!this.open)
      return this.definitions.map((a) => (this.editing === a.id ? this.renderField(a) : this.renderWords(a)));
    return this.definitions.length
      ? html`<div class="fields">${this.definitions.map((a) => this.renderField(a))}</div>`
      : html`<p class="soft">${t('attribute.none')}</p>`;
  }
}
customElements.define('dk-attributes', Attributes);
