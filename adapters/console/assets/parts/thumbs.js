// @ts-check
// Small pictures of all pages, with how many values stand on each.

import {html, nothing} from '../vendor/lit.js';
import {call} from '../api.js';
import {t} from '../i18n.js';
import {Part} from './base.js';
import {drawnSize} from './pages.js';

const dpi = 18;

/** Set path, pages and marksOf (marks by page). It tells of `page`, the one that was chosen. */
class Thumbs extends Part {
  constructor() {
    super();
    this.path = '';
    /** @type {any[]} */
    this.pages = [];
    /** @type {Map<number, any[]>} */
    this.marksOf = new Map();
    this.here = 0;
    /** @type {Map<number, string>} addresses of the images near the sight; empty while they are read */
    this.images = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    this.sight = new IntersectionObserver((seen) => seen.forEach((s) => this.look(s)), {root: this, rootMargin: '100% 0px'});
    this.ends.push(() => { this.sight?.disconnect(); this.forget(); });
  }

  forget() {
    for (const address of this.images.values()) if (address) URL.revokeObjectURL(address);
    this.images.clear();
  }

  async look(seen) {
    const page = Number(seen.target.dataset.thumb);
    const known = this.images.get(page);
    if (!seen.isIntersecting) {
      if (known) URL.revokeObjectURL(known);
      if (this.images.delete(page)) this.requestUpdate();
      return;
    }
    if (known !== undefined) return;
    const path = this.path;
    this.images.set(page, '');
    const blob = await call('GET', `${path}/pages/${page}.png`, {query: {dpi}, as: 'blob', background: true}).catch(() => null);
    if (!blob || path !== this.path || this.images.get(page) !== '') return;
    this.images.set(page, URL.createObjectURL(blob));
    this.requestUpdate();
  }

  updated() {
    const shown = this.path + ' ' + this.pages.length;
    if (shown === this.shown) return;
    this.shown = shown;
    this.forget();
    this.sight?.disconnect();
    this.querySelectorAll('[data-thumb]').forEach((e, i) => {
      const [w, h] = drawnSize(this.pages[i]);
      /** @type {HTMLElement} */ (e.firstElementChild).style.aspectRatio = `${w} / ${h}`;
      this.sight?.observe(e);
    });
  }

  render() {
    return this.pages.map(({page}) => {
      const n = this.marksOf.get(page)?.length ?? 0;
      return html`<button class="quiet thumb" data-thumb=${page} aria-current=${page === this.here ? 'page' : nothing}
        @click=${() => this.dispatchEvent(new CustomEvent('page', {detail: page}))}><span class="sheet">${this.images.get(page) ? html`<img src=${this.images.get(page)} alt="">` : nothing}</span><span class="hidden">${t('thumbs.page', {page, n})}</span>
        <span aria-hidden="true">${page}${n ? html`<span class="count">${n}</span>` : nothing}</span></button>`;
    });
  }
}
customElements.define('dk-thumbs', Thumbs);
