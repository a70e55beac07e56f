// @ts-check
// Small pictures of all pages, with how many values stand on each.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Part} from './base.js';
import {loadImage} from './page-content.js';
import {drawnSize} from './pages.js';
import './review-styles.js';

const dpi = 18;

/** Set path, pages and marksOf (marks by page). It tells of `page`, the one that was chosen. */
class Thumbs extends Part {
  path = '';
  /** @type {import('./pages.js').Page[]} */
  pages = [];
  /** @type {Map<number, any[]>} */
  marksOf = new Map();
  /** @type {Map<number, string>} addresses of the images near the sight; empty while they are read */
  images = new Map();

  attach() {
    this.sight = new IntersectionObserver((seen) => seen.forEach((s) => this.look(s)), {
      root: this,
      rootMargin: '100% 0px'
    });
    return [() => this.sight?.disconnect()];
  }

  /** @param {IntersectionObserverEntry} seen */
  async look(seen) {
    const page = Number(/** @type {HTMLElement} */ (seen.target).dataset.thumb);
    if (!seen.isIntersecting) {
      if (this.images.delete(page)) this.requestUpdate();
    } else if (!this.images.has(page)) {
      const {images} = this; // of the file that is shown
      images.set(page, '');
      images.set(page, await loadImage(this.path, page, dpi, {background: true}).catch(() => ''));
      this.requestUpdate();
    }
  }

  shown = '';

  updated() {
    const shown = this.path + ' ' + this.pages.length;
    if (shown === this.shown) return;
    this.shown = shown;
    this.images = new Map();
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
      return html`<button
        class="quiet thumb"
        data-thumb=${page}
        @click=${() => this.dispatchEvent(new CustomEvent('page', {detail: page}))}
      >
        <span class="sheet">${this.images.get(page) ? html`<img src=${this.images.get(page)} alt="" />` : nothing}</span
        ><span class="hidden">${t('thumbs.page', {page, n})}</span>
        <span aria-hidden="true">${page}${n ? html`<span class="count">${n}</span>` : nothing}</span>
      </button>`;
    });
  }
}
customElements.define('dk-thumbs', Thumbs);

/** The pictures of the pages of a review. @param {Review} review */
export const thumbsView = (review) =>
  html`<dk-thumbs
    role="group"
    aria-label=${t('review.key-thumbs')}
    .path=${review.path}
    .pages=${review.data.entities.pages}
    .marksOf=${review.pagesElement?.marksOf ?? new Map()}
    @page=${(x) => review.pagesElement.goToPage(x.detail - 1)}
  ></dk-thumbs>`;
