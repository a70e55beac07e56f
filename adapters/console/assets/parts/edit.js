// @ts-check
// The field in which a value is corrected: words of the document are offered while somebody types.

import {html, live, nothing, repeat} from '../vendor/lit.js';
import {has, t} from '../i18n.js';
import {findDoubt} from '../review/expect.js';
import {Part, icon} from './base.js';
import {personName} from './context.js';
import {say} from './feedback.js';
import {kindOf} from './formats.js';
import {suggest, takeByMouse} from './suggest.js';
import './more-styles.js';

export {fits} from '../review/expect.js';

/** Keys that save with Alt, and what follows. */
/** @type {Record<string, string>} */
const withAlt = {Enter: 'add', Backspace: 'remove', ArrowUp: 'up', ArrowDown: 'down'};

/**
 * What somebody else has stored meanwhile, or that somebody else has the file now, with what takes it and what keeps
 * one's own.
 * @param {ReviewField['conflict']} c
 * @param {() => void} take
 * @param {() => void} keep
 */
function conflictView(c, take, keep) {
  if (!c) return nothing;
  const theirs = {name: personName(c.by), value: c.value};
  const held = c.holder ? t('review.held', {name: personName(c.holder)}) + ' ' : '';
  return html`<p class="conflict" role="alert">
    ${held}${c.value === undefined ? '' : t(c.by ? 'review.conflict' : 'review.conflict-found', theirs)}
    <button @click=${take}>${t(c.value === undefined ? 'review.draft-discard' : 'review.theirs')}</button>
    <button @click=${keep}>${t(c.holder ? 'review.take-mine' : 'review.mine')}</button>
  </p>`;
}

/**
 * Set field (what the model has open, see Editor), pages (whose words the mouse takes), lines (words by page) and doubt
 * (why
 * the text that was asked about is not expected). It tells of `type` with the text, note and place as they are typed,
 * of
 * `save` with what follows (next, stay, add, remove, up, down), of `leave`, of `keep`, and of `offer`: the place that
 * is looked
 * at.
 */
export class Edit extends Part {
  /** @type {PagesElement | null} */
  pages = null;
  field = /** @type {ReviewField} */ (/** @type {any} */ (null)); // which is set
  /** @type {Map<number, PageWord[][]>} */
  lines = new Map();
  doubt = '';
  format = '';
  /** @type {FoundWords[]} */
  offers = [];
  chosen = -1;

  attach() {
    return this.pages ? [takeByMouse(this.pages, (words) => this.take(words))] : [];
  }

  firstUpdated() {
    const field = /** @type {HTMLInputElement} */ (this.querySelector('input'));
    field.focus();
    field.select();
  }

  /** @param {string} name */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }

  /** Tells what stands in the field now. @param {Partial<Pick<ReviewField, 'text' | 'note' | 'place'>>} values */
  note(values) {
    const {text, note, place} = {...this.field, ...values};
    this.tell('type', {text, note, place});
  }

  /** Offers anew, when more words are known. */
  refresh() {
    const {text, was, place} = this.field;
    if (this.chosen >= 0 || place) return;
    this.set({offers: this.offersFor(text, was)});
    this.tell('offer', this.offers[0] ?? null);
  }

  /** Words of the document that begin so; of a date also without a text. @param {string} text @param {string} was */
  offersFor(text, was) {
    const kind = kindOf(this.format, was);
    return text !== was && (text || kind === 'date') ? suggest(this.lines, text, kind) : [];
  }

  /** @param {string} text */
  type(text) {
    const {was, place: before} = this.field;
    const offers = this.offersFor(text, was);
    const place = before?.text === text ? before : null;
    this.note({text, place});
    this.set({offers, chosen: -1});
    this.tell('offer', place ?? offers[0] ?? null);
  }

  /** @param {number} by */
  offer(by) {
    const n = this.offers.length;
    if (!n) return;
    this.set({chosen: (this.chosen + by + n) % n});
    this.tell('offer', this.offers[this.chosen]);
  }

  /** Takes words of the document with their place. @param {FoundWords} offered */
  take(offered) {
    this.note({text: offered.text, place: offered});
    this.set({offers: [], chosen: -1});
    this.querySelector('input')?.focus();
    this.tell('offer', offered);
    say(t('review.taken', {value: offered.text}));
  }

  /** @param {string} then */
  save(then) {
    if (then !== 'remove' && this.chosen >= 0) this.take(this.offers[this.chosen]);
    this.tell('save', then);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    const inValue = event.target === this.querySelector('input');
    if (event.key === 'Tab' && !event.shiftKey && this.offers.length && inValue)
      this.take(this.offers[Math.max(0, this.chosen)]);
    else if (event.altKey && withAlt[event.key]) this.save(withAlt[event.key]);
    else if (event.key === 'ArrowDown' && inValue) this.offer(1);
    else if (event.key === 'ArrowUp' && inValue) this.offer(-1);
    else if (event.key === 'Escape') this.tell('leave');
    else if (event.key === 'Enter' && /** @type {Element} */ (event.target).matches('input'))
      this.save(event.ctrlKey || event.metaKey ? 'stay' : 'next');
    else return;
    event.preventDefault();
  }

  renderDoubt() {
    if (!this.doubt) return nothing;
    return html`<p class="conflict" role="alert">
      ${this.doubt} <button @click=${() => this.save('next')}>${t('expect.save')} <kbd>${t('key.Enter')}</kbd></button>
    </p>`;
  }

  render() {
    const {place} = this.field;
    return html`<div
      class="edit"
      @keydown=${(x) => this.onKey(x)}
      @click=${(x) => x.stopPropagation()}
      @dblclick=${(x) => x.stopPropagation()}
    >
      <input
        aria-label=${t('review.value')}
        role="combobox"
        aria-expanded=${this.offers.length > 0}
        aria-controls="offers"
        aria-autocomplete="list"
        aria-activedescendant=${this.chosen >= 0 ? 'offer-' + this.chosen : nothing}
        .value=${live(this.field.text)}
        autocomplete="off"
        spellcheck="false"
        @input=${(x) => this.type(x.target.value)}
      />
      <ul id="offers" role="listbox" aria-label=${t('review.offers')} ?hidden=${!this.offers.length}>
        ${this.offers.map(
          (o, i) =>
            html`<li
              id=${'offer-' + i}
              role="option"
              aria-selected=${i === this.chosen}
              @mousedown=${(x) => {
                x.preventDefault();
                this.take(o);
              }}
            >
              ${o.text}<span class="soft">${t('review.on-page', {n: o.page})}</span>
            </li>`
        )}
      </ul>
      ${conflictView(
        this.field.conflict,
        () => this.tell('leave'),
        () => this.tell('keep')
      )}${this.renderDoubt()}
      <p class="soft hint">
        ${place ? html`${icon('tick')}${t('review.on-page', {n: place.page})} · ` : nothing}${t('review.hint')}
      </p>
      <p class="several">
        <input
          aria-label=${t('review.note')}
          placeholder=${t('review.note')}
          maxlength="4000"
          .value=${live(this.field.note)}
          @input=${(x) => this.note({note: x.target.value})}
        />
        <button @click=${() => this.save('next')}>${t('action.save')} <kbd>${t('key.Enter')}</kbd></button>
        <button class="quiet small" title=${'Alt+' + t('key.Enter')} @click=${() => this.save('add')}>
          ${icon('plus')}${t('review.add-value')}
        </button>
        <button class="quiet small" title=${'Alt+' + t('key.Backspace')} @click=${() => this.save('remove')}>
          ${icon('dash')}${t('review.remove-value')}
        </button>
      </p>
    </div>`;
  }
}
customElements.define('dk-edit', Edit);

/**
 * Why the text in a field was asked about, in words; empty for nothing.
 * @param {Review} review
 * @param {ReviewField | null} field
 */
function doubtOf(review, field) {
  const row = review.model.editor.row;
  if (!field) return '';
  const text = field.text.trim();
  const doubt = row && field.asked === text ? findDoubt(row, field, text) : '';
  if (!doubt) return '';
  if (doubt === 'single') return t('expect.single');
  return has('expect.' + doubt) ? t('expect.' + doubt) : t('expect.pattern', {pattern: doubt});
}

/** The field that is open in a review; a new element for each. @param {Review} review */
export function editView(review) {
  const {field, model} = review;
  return repeat(
    [field],
    (x) => x,
    () =>
      html`<dk-edit
        .field=${field}
        .pages=${review.pagesElement}
        .lines=${review.lines}
        .doubt=${doubtOf(review, field)}
        .format=${review.row?.format ?? ''}
        @type=${(x) => {
          model.editor.type(x.detail.text, x.detail.note, x.detail.place);
          review.requestUpdate();
        }}
        @save=${(x) => review.save(x.detail)}
        @leave=${() => review.leaveField()}
        @keep=${() => review.keepMine()}
        @offer=${(x) => review.lookAt(x.detail)}
      ></dk-edit>`
  );
}

/** Reads the words of the pages, those of the current row first, to offer them in the field. @param {Review} review */
export async function readWords(review) {
  const {path} = review;
  const near = new Set(review.model.places.map((p) => p.page));
  const order = review.data.entities.pages
    .map((p) => p.page)
    .sort((a, b) => Number(near.has(b)) - Number(near.has(a)) || a - b)
    .slice(0, 50);
  for (const page of order) {
    if (review.lines.has(page)) continue;
    await review.linesOf(page).catch(() => {});
    if (path !== review.path) return;
    /** @type {Edit | null} */ (review.querySelector('dk-edit'))?.refresh();
  }
}
