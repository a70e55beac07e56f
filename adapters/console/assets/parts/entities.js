// @ts-check
// What rules and dictionaries marked in a document.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {ReviewPart} from './base.js';

const most = 200; // rows

/** Lists the entities of a review; choosing one shows its place. */
class Entities extends ReviewPart {
  text = '';

  get found() {
    const wanted = this.text.toLowerCase();
    return this.review.data.entities.entities.filter((e) => !wanted || `${e.displayName} ${e.value} ${e.entityRuleId}`.toLowerCase().includes(wanted));
  }

  renderEntity(e) {
    const [place] = e.positions;
    return html`<li><button class="quiet" @click=${() => place && this.review.lookAt({page: place.page, boxes: place.boxes})}>
      <svg class="swatch" aria-hidden="true" viewBox="0 0 10 10"><rect width="10" height="10" rx="2" fill=${e.color}></rect></svg>
      <span><strong>${e.value}</strong><br><span class="soft">${[e.displayName, place ? t('review.on-page', {n: place.page}) : '', e.entityRuleId, e.state === 'APPLIED' ? '' : t('entity.' + e.state)].filter(Boolean).join(' · ')}</span></span></button></li>`;
  }

  render() {
    const found = this.found;
    return html`<label><span class="hidden">${t('keys.filter')}</span><input type="search" placeholder=${t('keys.filter')} @input=${(e) => this.set({text: e.target.value})}></label>
      <ul class="plain">${found.slice(0, most).map((e) => this.renderEntity(e))}</ul>
      ${found.length > most ? html`<p class="soft">${t('home.more', {n: found.length - most})}</p>` : nothing}${found.length ? nothing : html`<p class="soft">${t('entity.none')}</p>`}`;
  }
}
customElements.define('dk-entities', Entities);
