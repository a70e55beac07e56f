// @ts-check
// The buttons over the pages of a review, and which page is in sight.

import {html, live, nothing} from '../vendor/lit.js';
import {formatNumber, t} from '../i18n.js';
import {ReviewPart, icon} from './base.js';
import './review-styles.js';

const pause = 100; // ms between looks at which page is in sight

class Tools extends ReviewPart {
  page = 1; // in sight

  attach() {
    let due = 0;
    const look = () => {
      due = 0;
      const page = (this.review.pagesElement?.at ?? 0) + 1;
      if (page !== this.page) this.set({page});
    };
    const onScroll = (/** @type {Event} */ e) => {
      if (e.target === this.review?.pagesElement) due ||= setTimeout(look, pause);
    };
    document.addEventListener('scroll', onScroll, {capture: true, passive: true});
    return [
      () => {
        clearTimeout(due);
        document.removeEventListener('scroll', onScroll, {capture: true});
      }
    ];
  }

  /** Goes to the page that was typed, the nearest one that there is. @param {HTMLInputElement} field */
  jump(field) {
    const pages = this.review.pagesElement;
    const page = Math.max(1, Math.min(pages.pages.length, Math.round(Number(field.value)) || this.page));
    pages.goToPage(page - 1);
    this.set({page});
    field.value = String(page);
    field.select();
  }

  /** @param {KeyboardEvent} e */
  onKey(e) {
    if (e.key !== 'Enter' && e.key !== 'Escape') return;
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (e.target);
    if (e.key === 'Enter') return this.jump(field);
    field.value = String(this.page);
    return this.review.focusRow();
  }

  /** @param {number} count */
  renderPage(count) {
    return html`<label class="page-number"
      ><input
        inputmode="numeric"
        autocomplete="off"
        maxlength="6"
        aria-label=${t('review.page-in-sight')}
        title=${t('review.page-in-sight')}
        .value=${live(String(this.page))}
        @focus=${(e) => e.target.select()}
        @change=${(e) => this.jump(e.target)}
        @keydown=${(e) => this.onKey(e)}
      /><span>${t('review.page-of', {n: count})}</span></label
    >`;
  }

  /** @param {string} key @param {string} name @param {string} sign @param {() => void} run */
  button(key, sign, name, run, pressed = /** @type {boolean | null} */ (null)) {
    const words = t(name) + (key ? ` (${key})` : '');
    return html`<button
      class="quiet"
      title=${words}
      aria-label=${words}
      aria-pressed=${pressed === null ? nothing : String(pressed)}
      @click=${run}
    >
      ${icon(sign)}
    </button>`;
  }

  render() {
    const {review} = this;
    const pages = review.pagesElement;
    return html`<div class="tools" role="toolbar" aria-label=${t('review.tools')}>
      ${this.button(
        't',
        'thumbs',
        'review.key-thumbs',
        () => review.showThumbs(),
        !!review.look.thumbs
      )}${this.renderPage(
        pages?.pages.length ?? 0
      )}${this.button('e', 'boxes', 'review.key-boxes', () => review.act('showBoxes'), review.look.boxes > 0)}
      ${this.button('-', 'dash', 'review.key-smaller', () => review.zoom(-1))}${
        pages?.zoom > 0 ? html`<span class="soft">${formatNumber(100 * pages.zoom)} %</span>` : nothing
      }${this.button('+', 'plus', 'review.key-larger', () => review.zoom(1))}
      ${this.button('w', 'fit-width', 'review.key-width', () => review.zoom(0), pages?.zoom === 0)}
      ${this.button('0', 'fit-page', 'review.key-whole', () => review.zoom(null), pages?.zoom === -1)}
      ${this.button('', 'turn', 'review.key-turn', () => pages.turnView())}
    </div>`;
  }
}
customElements.define('dk-tools', Tools);
