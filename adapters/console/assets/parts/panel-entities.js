// @ts-check
// What was marked in the document of a review.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {ReviewPart} from './base.js';

/**
 * What was marked in a document.
 * @typedef {{value: string, displayName: string, entityRuleId: string, state: string, color: string, reason?: string,
 *   section?: string, textBefore: string, textAfter: string, componentNames: string[],
 *   positions: {page: number, boxes: import('./pages.js').Box[]}[]}} Entity
 */

const mostShown = 200; // rows

/** Lists the entities of a review; choosing one shows its place. */
class Entities extends ReviewPart {
  text = '';

  get found() {
    const wanted = this.text.toLowerCase();
    return this.review.data.entities.entities.filter(
      (/** @type {Entity} */ e) =>
        !wanted || `${e.displayName} ${e.value} ${e.entityRuleId}`.toLowerCase().includes(wanted)
    );
  }

  /** @param {Entity} e */
  renderEntity(e) {
    const [place] = e.positions;
    const words = [
      e.displayName,
      place ? t('review.on-page', {n: place.page}) : '',
      e.entityRuleId,
      e.state === 'APPLIED' ? '' : t('entity.' + e.state)
    ];
    return html`<li>
      <button class="quiet" @click=${() => place && this.review.lookAt({page: place.page, boxes: place.boxes})}>
        <svg class="swatch" aria-hidden="true" viewBox="0 0 10 10">
          <rect width="10" height="10" rx="2" fill=${e.color}></rect>
        </svg>
        <span
          ><strong>${e.value}</strong><br /><span class="soft"
            >${words.filter(Boolean).join(' · ')}</span
          ></span
        >
      </button>
    </li>`;
  }

  render() {
    const {found} = this;
    const over = found.length - mostShown;
    return html`<label
        ><span class="hidden">${t('keys.filter')}</span
        ><input type="search" placeholder=${t('keys.filter')} @input=${(e) => this.set({text: e.target.value})}
      /></label>
      <ul class="plain">
        ${found.slice(0, mostShown).map((/** @type {Entity} */ e) => this.renderEntity(e))}
      </ul>
      ${over > 0 ? html`<p class="soft">${t('home.more', {n: over})}</p>` : nothing}${
        found.length ? nothing : html`<p class="soft">${t('entity.none')}</p>`
      }`;
  }
}
customElements.define('dk-entities', Entities);
