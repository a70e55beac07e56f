// @ts-check
// The field in which a value is corrected: words of the document are offered while somebody types.

import {html, live, nothing, repeat} from '../vendor/lit.js';
import {has, t} from '../i18n.js';
import {Part, icon} from './base.js';
import {personName} from './context.js';
import {say} from './feedback.js';
import {suggest, takeByMouse} from './suggest.js';

// What a template expects of values: those that somebody is about to store are judged here as the service does. Dates in forms
// that it alone reads are asked about, and of the other types it judges after the change.
const number = /^[+\-−]?(?:[0-9]+|[0-9]{1,3}(?:[.,'’ \u00a0\u202f][0-9]{3})+)(?:[.,][0-9]+)?$/u;
const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const dates = [
  /^(?<y>\d{4})(?<s>[-/.])(?<m>\d{1,2})\k<s>(?<d>\d{1,2})$/u, /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$/u,
  /^(?<d>\d{1,2})(?<s>[-/.])(?<m>\d{1,2})\k<s>(?<y>\d{4})$/u, /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})$/u,
  /^(?<d>\d{1,2})(?:\.? |-)(?<name>[a-z]+)[ -](?<y>\d{4})$/iu, /^(?<name>[a-z]+) (?<d>\d{1,2}), (?<y>\d{4})$/iu,
  /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)?)?| (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?)$/u,
];
/** Formats that are no pattern, and that are not read here. */
const typed = ['AMOUNT', 'DATE_MONTH_FIRST', 'CURRENCY', 'IBAN', 'VAT_ID', 'COUNTRY'];
const slow = /[*+?}][^()]*\)[*+{]/u; // a repeated group with a repetition in it: this matcher may take forever

/** Reports whether a value fits a format of a component definition; blanks around it do not count. @param {string} format @param {string} value */
export function fits(format, value) {
  const text = value.trim();
  if (!text || !format || format === 'TEXT' || typed.includes(format)) return true;
  if (format === 'NUMBER') return number.test(text);
  if (format === 'DATE') return dates.some((form) => isDay(form.exec(text)?.groups));
  const pattern = compile(format);
  return !pattern || pattern.test(text);
}

function isDay(found) {
  if (!found) return false;
  const name = found.name?.toLowerCase();
  const month = name ? months.findIndex((m) => m === name || m.slice(0, 3) === name) : Number(found.m) - 1;
  const day = new Date(Date.UTC(Number(found.y), month, Number(found.d)));
  return month >= 0 && day.getUTCMonth() === month && day.getUTCDate() === Number(found.d);
}

/** The pattern of a format, null for one that this browser cannot read or should not. */
function compile(format) {
  const [, flags = '', pattern] = /^(?:\(\?([ims]+)\))?(.*)$/su.exec(format) ?? [];
  if (slow.test(pattern)) return null;
  try {
    return new RegExp(`^(?:${pattern})$`, flags + 'u');
  } catch {
    return null;
  }
}

/** Keys that save with Alt, and what follows. */
const withAlt = {Enter: 'add', Backspace: 'remove', ArrowUp: 'up', ArrowDown: 'down'};

/** What somebody else has stored meanwhile, nothing for null, with what takes it and what keeps one's own. */
const conflictView = (c, take, keep) => (c ? html`<p class="conflict" role="alert">
  ${t(c.by ? 'review.conflict' : 'review.conflict-found', {name: personName(c.by), value: c.value})}
  <button @click=${take}>${t('review.theirs')}</button> <button @click=${keep}>${t('review.mine')}</button></p>` : nothing);

/**
 * Set pages (whose words the mouse takes), was (the value as it is), text (what was typed already), note, lines (words by page), format
 * (that of the definition), extra (one more value than the definition expects) and conflict (what somebody
 * else set). A value that is not expected is asked about: the same key again saves it. It tells of `save` with the text, its place, the note and what
 * follows (next, stay, add, remove, up, down), of `leave`, and of `offer`: the place that is looked at.
 */
export class Edit extends Part {
  /** @type {any} */
  pages = null;
  was = '';
  text = '';
  note = '';
  format = '';
  extra = false;
  /** @type {string | null} the text that was asked about */
  doubted = null;
  /** @type {Map<number, any[]>} */
  lines = new Map();
  /** @type {any} */
  conflict = null;
  /** @type {any} where the text stands in the document */
  place = null;
  offers = [];
  chosen = -1;

  attach() { return this.pages ? [takeByMouse(this.pages, (words) => this.take(words))] : []; }

  firstUpdated() {
    const field = /** @type {HTMLInputElement} */ (this.querySelector('input'));
    field.focus();
    field.select();
  }

  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }

  /** Offers anew, when more words are known. */
  refresh() {
    if (this.chosen < 0 && !this.place) this.type(this.text);
  }

  type(text) {
    const offers = text && text !== this.was ? suggest(this.lines, text) : [];
    this.set({text, place: this.place?.text === text ? this.place : null, offers, chosen: -1});
    this.tell('offer', this.place ?? offers[0] ?? null);
  }

  offer(by) {
    const n = this.offers.length;
    if (!n) return;
    this.set({chosen: (this.chosen + by + n) % n});
    this.tell('offer', this.offers[this.chosen]);
  }

  /** Takes words of the document with their place. */
  take(offered) {
    this.set({text: offered.text, place: offered, offers: [], chosen: -1});
    this.querySelector('input')?.focus();
    this.tell('offer', offered);
    say(t('review.taken', {value: offered.text}));
  }

  save(then) {
    const offered = then !== 'remove' && this.chosen >= 0 ? this.offers[this.chosen] : null;
    const text = (offered?.text ?? this.text).trim();
    if (then !== 'remove' && text !== this.was && text !== this.doubted && this.doubt(text)) {
      if (offered) this.take(offered);
      this.set({doubted: text});
      return;
    }
    this.tell('save', {text, place: offered ?? this.place, note: this.note.trim(), then});
  }

  /** Says what is not as expected about a value; empty for nothing. */
  doubt(text) {
    if (!fits(this.format, text)) return has('expect.' + this.format) ? t('expect.' + this.format) : t('expect.pattern', {pattern: this.format});
    return text && this.extra ? t('expect.single') : '';
  }

  onKey(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    const inValue = event.target === this.querySelector('input');
    if (event.key === 'Tab' && !event.shiftKey && this.offers.length && inValue) this.take(this.offers[Math.max(0, this.chosen)]);
    else if (event.altKey && withAlt[event.key]) this.save(withAlt[event.key]);
    else if (event.key === 'ArrowDown' && inValue) this.offer(1);
    else if (event.key === 'ArrowUp' && inValue) this.offer(-1);
    else if (event.key === 'Escape') this.tell('leave');
    else if (event.key === 'Enter' && event.target.matches('input')) this.save(event.ctrlKey || event.metaKey ? 'stay' : 'next');
    else return;
    event.preventDefault();
  }

  renderDoubt() {
    const words = this.doubted !== null && this.doubted === this.text.trim() ? this.doubt(this.doubted) : '';
    if (!words) return nothing;
    return html`<p class="conflict" role="alert">${words} <button @click=${() => this.save('next')}>${t('expect.save')} <kbd>${t('key.Enter')}</kbd></button></p>`;
  }

  render() {
    return html`<div class="edit" @keydown=${(x) => this.onKey(x)} @click=${(x) => x.stopPropagation()} @dblclick=${(x) => x.stopPropagation()}>
      <input aria-label=${t('review.value')} role="combobox" aria-expanded=${this.offers.length > 0} aria-controls="offers" aria-autocomplete="list"
        aria-activedescendant=${this.chosen >= 0 ? 'offer-' + this.chosen : nothing} .value=${live(this.text)} autocomplete="off" spellcheck="false" @input=${(x) => this.type(x.target.value)}>
      <ul id="offers" role="listbox" aria-label=${t('review.offers')} ?hidden=${!this.offers.length}>${this.offers.map((o, i) => html`<li id=${'offer-' + i} role="option" aria-selected=${i === this.chosen}
        @mousedown=${(x) => { x.preventDefault(); this.take(o); }}>${o.text}<span class="soft">${t('review.on-page', {n: o.page})}</span></li>`)}</ul>
      ${conflictView(this.conflict, () => this.tell('leave'), () => this.tell('keep'))}${this.renderDoubt()}
      <p class="soft hint">${this.place ? html`${icon('tick')}${t('review.on-page', {n: this.place.page})} · ` : nothing}${t('review.hint')}</p>
      <p class="several"><input aria-label=${t('review.note')} placeholder=${t('review.note')} maxlength="4000" .value=${live(this.note)} @input=${(x) => { this.note = x.target.value; }}>
        <button @click=${() => this.save('next')}>${t('action.save')} <kbd>${t('key.Enter')}</kbd></button>
        <button class="quiet small" title=${'Alt+' + t('key.Enter')} @click=${() => this.save('add')}>${icon('plus')}${t('review.add-value')}</button>
        <button class="quiet small" title=${'Alt+' + t('key.Backspace')} @click=${() => this.save('remove')}>${icon('dash')}${t('review.remove-value')}</button></p></div>`;
  }
}
customElements.define('dk-edit', Edit);

/** The field of the value that is corrected in a review; a new one for each value. */
export function editView(review) {
  const {editing: e, conflict, lines} = review;
  const row = review.rows.find((r) => r.name === e.row);
  return repeat([e], (x) => x, () => html`<dk-edit .pages=${review.pagesElement} .format=${row?.format ?? ''} .extra=${!!row?.single && e.insert && row.values.length > 0} .was=${e.was} .text=${e.text} .note=${e.note} .lines=${lines} .conflict=${conflict}
    @save=${(x) => review.save(x.detail)} @leave=${() => review.stopEditing()} @keep=${() => review.set({conflict: null})} @offer=${(x) => review.lookAt(x.detail)}></dk-edit>`);
}
