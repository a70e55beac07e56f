// @ts-check
// Words that are looked for on the pages of a review.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {ReviewPart} from './base.js';
import {findIn} from './suggest.js';

const pause = 200; // ms after the last letter
const mostFound = 200; // places

/** Searches the pages of a review; Enter goes from place to place. */
class Find extends ReviewPart {
  text = '';
  /** @type {{text: string, page: number, boxes: any[]}[]} */
  found = [];
  at = -1;
  searched = 0; // pages
  turn = 0;

  firstUpdated() {
    this.querySelector('input')?.focus();
  }

  /** @param {string} text */
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
      /** @type {import('./pages-near.js').Word[][]} */
      const lines = await this.review.linesOf(page).catch(() => []);
      if (turn !== this.turn || path !== this.review.path || !this.isConnected) return undefined;
      const found = lines.flatMap((line) => findIn(line, this.text)).map((f) => ({...f, page}));
      this.set({searched: this.searched + 1, found: [...this.found, ...found].slice(0, mostFound)});
      if (this.at < 0 && this.found.length) this.step(1);
      if (this.found.length >= mostFound) return undefined;
    }
    return undefined;
  }

  /** @param {number} by */
  step(by) {
    const n = this.found.length;
    if (n) this.show((this.at + by + n) % n);
  }

  /** @param {number} at */
  show(at) {
    this.set({at});
    this.review.lookAt(this.found[at]);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') void this.review.showPanel('find');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    const pages = this.review.data.entities.pages.length;
    const n = this.found.length;
    return html`<label
        ><span class="hidden">${t('panel.find')}</span
        ><input
          type="search"
          placeholder=${t('review.offers')}
          @input=${(e) => this.type(e.target.value)}
          @keydown=${(e) => this.onKey(e)}
      /></label>
      <p class="soft" role="status">
        ${
          !this.text
            ? nothing
            : this.searched < pages && n < mostFound
              ? t('find.searched', {n: this.searched, m: pages})
              : t('find.places', {n})
        }
      </p>
      <ol class="plain">
        ${this.found.map(
          (f, i) =>
            html`<li>
              <button class="quiet" aria-current=${i === this.at ? 'true' : nothing} @click=${() => this.show(i)}>
                <span>${f.text}</span> <span class="soft">${t('review.on-page', {n: f.page})}</span>
              </button>
            </li>`
        )}
      </ol>`;
  }
}
customElements.define('dk-find', Find);
