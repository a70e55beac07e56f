// @ts-check
// A field for people: those who are chosen stand in it, and a few letters find more.

import {html, nothing, repeat} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Part} from './base.js';
import {everybody, personName} from './context.js';
import {say} from './feedback.js';
import './more-styles.js';

const mostOffered = 8;
/** @param {import('./context.js').Person} u */
const mayWork = (u) => u.active && u.roles.some((/** @type {string} */ r) => r === 'USER' || r === 'MANAGER');
let next = 1;

/**
 * People of a form, as many fields of one name as are chosen. Set name, words, value, their identifiers, and isFirst
 * for the field that has the focus at first.
 */
class PeopleField extends Part {
  name = '';
  words = '';
  isFirst = false;
  text = '';
  at = 0; // of those that are offered
  listId = 'people-' + next++;
  /** @type {string[]} */
  chosen = [];
  /** @type {string[]} */
  given = [];

  get value() {
    return this.given;
  }
  set value(ids) {
    if (ids === this.given) return;
    this.set({given: ids, chosen: [...ids], text: ''});
  }

  /** Accounts that the letters fit, by name or username. */
  get offered() {
    const text = this.text.trim().toLowerCase();
    if (!text) return [];
    const fits = (/** @type {import('./context.js').Person} */ u) =>
      [personName(u.id), u.username].some((name) => name.toLowerCase().includes(text));
    return everybody()
      .filter((u) => mayWork(u) && !this.chosen.includes(u.id) && fits(u))
      .slice(0, mostOffered);
  }

  /** @param {string} id */
  add(id) {
    this.set({chosen: [...this.chosen, id], text: '', at: 0});
    say(t('people.added', {name: personName(id)}));
    this.input?.focus();
  }

  /** @param {string} id */
  drop(id) {
    this.set({chosen: this.chosen.filter((other) => other !== id)});
    say(t('people.removed', {name: personName(id)}));
    this.input?.focus();
  }

  /** @returns {HTMLInputElement | null} */
  get input() {
    return this.querySelector('[role=combobox]');
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const {offered} = this;
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (by && offered.length) this.set({at: (this.at + by + offered.length) % offered.length});
    else if (event.key === 'Enter' && offered.length) this.add(offered[this.at].id);
    else if (event.key === 'Escape' && this.text) this.set({text: ''});
    else if (event.key === 'Backspace' && !this.text && this.chosen.length)
      this.drop(this.chosen[this.chosen.length - 1]);
    else if (event.key !== 'Enter' || !this.text) return;
    event.preventDefault();
  }

  firstUpdated() {
    if (this.isFirst) this.input?.focus();
  }

  renderOffered() {
    return this.offered.map(
      (u, i) =>
        html`<li
          id=${this.listId + '-' + i}
          role="option"
          aria-selected=${i === this.at}
          @click=${() => this.add(u.id)}
        >
          ${personName(u.id)}<span class="soft">${u.username}</span>
        </li>`
    );
  }

  render() {
    const open = this.offered.length > 0;
    return html`<fieldset class="people">
      <legend>${this.words}</legend>
      ${repeat(
        this.chosen,
        (id) => id,
        (id) =>
          html`<span class="chip"
            ><input type="hidden" name=${this.name} value=${id} />${personName(id) || t('history.somebody')}<button
              type="button"
              class="quiet"
              aria-label=${t('people.remove', {name: personName(id)})}
              @click=${() => this.drop(id)}
            >
              ×
            </button></span
          > `
      )}
      <input
        role="combobox"
        aria-label=${t('people.search', {what: this.words})}
        aria-expanded=${open}
        aria-controls=${this.listId + '-list'}
        aria-activedescendant=${open ? this.listId + '-' + this.at : nothing}
        placeholder=${t('people.hint')}
        autocomplete="off"
        spellcheck="false"
        .value=${this.text}
        @input=${(e) => this.set({text: e.target.value, at: 0})}
        @keydown=${(e) => this.onKey(e)}
      />
      <ul id=${this.listId + '-list'} class="entries" role="listbox" aria-label=${this.words} ?hidden=${!open}>
        ${this.renderOffered()}
      </ul>
    </fieldset>`;
  }
}
customElements.define('dk-people', PeopleField);
