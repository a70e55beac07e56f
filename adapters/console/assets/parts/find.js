// @ts-check
// Finds words in a document, and what rules and dictionaries marked in it.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {ReviewPart} from './base.js';
import {findIn} from './suggest.js';

const pause = 200; // ms after the last letter
const most = 200; // places, or rows

/** Searches the pages of a review; Enter goes from place to place. */
class Find extends ReviewPart {
  text = '';
  /** @type {{text: string, page: number, boxes: any[]}[]} */
  found = [];
  at = -1;
  searched = 0; // pages
  turn = 0;

  firstUpdated() { this.querySelector('input')?.focus(); }

  type(text) {
    this.text = text.trim();
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.search(), pause);
  }

  /** Looks through the pages one after the other, until something else is looked for. */
  async search() {
    const turn = ++this.turn;
    const path = this.review.path;
    this.set({found: [], at: -1, searched: 0});
    if (!this.text) return this.review.lookAt(null);
    for (const {page} of this.review.data.entities.pages) {
      const lines = await this.review.linesOf(page).catch(() => []);
      if (turn !== this.turn || path !== this.review.path || !this.isConnected) return undefined;
      const found = lines.flatMap((line) => findIn(line, this.text)).map((f) => ({...f, page}));
      this.set({searched: this.searched + 1, found: [...this.found, ...found].slice(0, most)});
      if (this.at < 0 && this.found.length) this.step(1);
      if (this.found.length >= most) return undefined;
    }
    return undefined;
  }

  step(by) {
    const n = this.found.length;
    if (n) this.show((this.at + by + n) % n);
  }

  show(at) {
    this.set({at});
    this.review.lookAt(this.found[at]);
  }

  onKey(event) {
    if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') this.review.showPanel('find');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    const pages = this.review.data.entities.pages.length;
    const n = this.found.length;
    return html`<label><span class="hidden">${t('panel.find')}</span><input type="search" placeholder=${t('review.offers')} @input=${(e) => this.type(e.target.value)} @keydown=${(e) => this.onKey(e)}></label>
      <p class="soft" role="status">${!this.text ? nothing : this.searched < pages && n < most ? t('find.searched', {n: this.searched, m: pages}) : t('find.places', {n})}</p>
      <ol class="plain">${this.found.map((f, i) => html`<li><button class="quiet" aria-current=${i === this.at ? 'true' : nothing} @click=${() => this.show(i)}><span>${f.text}</span> <span class="soft">${t('review.on-page', {n: f.page})}</span></button></li>`)}</ol>`;
  }
}
customElements.define('dk-find', Find);

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
