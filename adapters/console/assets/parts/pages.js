// @ts-check
// The pages of a document: images of those in sight, boxes over them, and their words.

import {html, nothing, svg} from '../vendor/lit.js';
import {call, createImageCache, get} from '../api.js';
import {t} from '../i18n.js';
import {Part, failureWords} from './base.js';

const mostImages = 60; // kept in memory
const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

const keepImage = createImageCache(mostImages);

/** The address of the image of a page, read once while it is kept. */
export const loadImage = (path, page, dpi, o = {}) => keepImage(`${path}/pages/${page}.png?dpi=${dpi}`, () => call('GET', `${path}/pages/${page}.png`, {query: {dpi}, as: 'blob', ...o}));

/** The words of a page, in lines, with their boxes in points. */
export const loadWords = (path, page, o = {}) => get(`${path}/pages/${page}/text`, {}, o).then((text) => text.lines.map((line) =>
  line.words.map(([word, x, y, width, height]) => ({word, box: {x, y, width, height}}))));

/** How the plane of a page that was not turned yet lies on the turned page. */
export function turn(page) {
  const {width: w, height: h} = page;
  return {0: '', 90: `translate(${h} 0) rotate(90)`, 180: `translate(${w} ${h}) rotate(180)`, 270: `translate(0 ${w}) rotate(270)`}[page.rotation] ?? '';
}

/** Width and height of a page as it is drawn. */
export const drawnSize = (page) => (page.rotation % 180 ? [page.height, page.width] : [page.width, page.height]);

/**
 * The place of a box on the drawn page, from 0 to 1 of its height, to scroll to it.
 * @returns {number}
 */
export function heightOf(page, box) {
  const middle = {x: box.x + box.width / 2, y: box.y + box.height / 2};
  return {0: 1 - middle.y / page.height, 90: middle.x / page.width, 180: middle.y / page.height, 270: 1 - middle.x / page.width}[page.rotation] ?? 0;
}

/** All pages of one file in one scroller. Set file (its path), pages, marks and current. */
class Pages extends Part {
  path = '';
  /** @type {{page: number, width: number, height: number, rotation: number}[]} */
  pages = [];
  /** @type {{page: number, box: any, row: number, words: string, color: string}[]} */
  marks = [];
  current = -1;
  /** @type {{page: number, box: any}[]} */
  offered = [];
  picking = false;
  /** @type {Map<number, any>} what is known of pages near the sight */
  near = new Map();
  zoom = 0; // 0 fits the width, -1 the whole page
  turned = 0; // degrees by which people turn the pages further
  blink = 0;
  /** @type {Map<number, any[]>} marks by page */
  marksOf = new Map();
  sized = ''; // what the sizes of page elements follow from

  attach() {
    this.sight = new IntersectionObserver((seen) => seen.forEach((s) => this.look(s)), {root: this, rootMargin: '100% 0px'});
    return [() => { this.sight?.disconnect(); this.forget(); }];
  }

  /** Aborts what is read of pages, and forgets what was. */
  forget() {
    for (const known of this.near.values()) known.reads.abort();
    this.near.clear();
  }

  /** Shows another file. */
  show(path, pages) {
    if (path !== this.path) {
      this.forget();
      this.scrollTop = 0;
    }
    this.set({path, pages});
  }

  look(seen) {
    const number = Number(seen.target.dataset.page);
    if (!seen.isIntersecting) {
      this.near.get(number)?.reads.abort();
      if (this.near.delete(number)) this.requestUpdate();
      return;
    }
    if (this.near.has(number)) return;
    const path = this.path;
    const known = {image: '', lines: [], problem: null, reads: new AbortController()};
    const {signal} = known.reads;
    this.near.set(number, known);
    const dpi = devicePixelRatio > 1 || this.zoom > 1.25 ? 150 : 100;
    loadImage(path, number, dpi, {signal}).then((image) => { known.image = image; }, (error) => {
      if (error.name !== 'AbortError') known.problem = error;
      else if (!signal.aborted && this.near.delete(number)) this.look(seen); // it was somebody else's, who has left
    }).then(() => path === this.path && this.requestUpdate());
    loadWords(path, number, {background: true, signal}).then((lines) => { known.lines = lines; if (path === this.path) this.requestUpdate(); }, () => {});
  }

  /** Scrolls a box into the middle third, if it is not in sight, and lets it blink. */
  async reveal(place) {
    await this.updateComplete;
    const page = this.pages.find((p) => p.page === place.page);
    const element = /** @type {HTMLElement | null} */ (this.querySelector(`[data-page="${place.page}"]`));
    if (!page || !element) return;
    const at = element.offsetTop + heightOf(this.seen(page), place.box) * element.offsetHeight;
    if (at < this.scrollTop + 40 || at > this.scrollTop + this.clientHeight - 40) this.scrollTop = at - this.clientHeight / 2;
    this.set({blink: this.blink + 1});
  }

  /** The index of the page in sight. */
  get at() {
    return [...this.querySelectorAll('.page')].findIndex((e) => /** @type {HTMLElement} */ (e).offsetTop + /** @type {HTMLElement} */ (e).offsetHeight > this.scrollTop + 20);
  }

  /** Goes to the page before or after, or to the first or last. */
  turnPage(by) { this.goToPage(this.at + by); }

  /** Goes to a page by its index. */
  goToPage(at) {
    const to = /** @type {HTMLElement | undefined} */ (this.querySelectorAll('.page')[Math.max(0, Math.min(this.pages.length - 1, at))]);
    if (to) this.scrollTop = to.offsetTop - 8;
  }

  /** How large pages are drawn, in percent. */
  get percent() {
    const page = this.pages[0];
    return page ? Math.round((7500 * /** @type {any} */ (this.querySelector('.page')).offsetWidth) / drawnSize(this.seen(page))[0]) / 100 : 100;
  }

  /** Turns the pages by a quarter, for the eye alone. */
  turnView() { this.set({turned: (this.turned + 90) % 360}); }

  /** A page as it is seen. */
  seen(page) { return this.turned ? {...page, rotation: (page.rotation + this.turned) % 360} : page; }

  /** Draws larger or smaller by a step; 0 fits the width, null the whole page. */
  zoomBy(step) {
    if (!step) return this.set({zoom: step === 0 ? 0 : -1});
    const now = this.zoom > 0 ? this.zoom : this.percent / 100;
    const at = zooms.findIndex((z) => z >= now);
    this.set({zoom: zooms[Math.max(0, Math.min(zooms.length - 1, at + step))]});
  }

  willUpdate() {
    if (this.grouped === this.marks) return;
    this.grouped = this.marks;
    this.marksOf = Map.groupBy(this.marks, (m) => m.page);
  }

  /** Gives page elements their sizes when these are others than before: it costs, of hundreds of pages. */
  updated() {
    const sized = JSON.stringify([this.path, this.zoom, this.turned, this.zoom < 0 && this.clientHeight, this.pages]);
    if (sized === this.sized) return;
    this.sized = sized;
    this.sight?.disconnect(); // it tells anew what is in sight: the pages may be those of another file
    this.querySelectorAll('.page').forEach((element, at) => this.size(/** @type {HTMLElement} */ (element), this.pages[at]));
  }

  size(element, page) {
    const [w, h] = drawnSize(this.seen(page));
    element.style.aspectRatio = `${w} / ${h}`;
    element.style.width = this.zoom > 0 ? `${(w * this.zoom * 96) / 72}px` : this.zoom ? `${((this.clientHeight - 32) * w) / h}px` : '';
    element.style.maxWidth = this.zoom > 0 ? 'none' : '';
    element.classList.toggle('fitted', !this.zoom);
    this.sight?.observe(element);
  }

  rect(page, box, name, more = nothing) {
    return svg`<rect class=${name} x=${box.x} y=${page.height - box.y - box.height} width=${box.width} height=${box.height} rx="1.5">${more}</rect>`;
  }

  words(page, known) {
    return known.lines.flat().map(({word, box}) => svg`<text x=${box.x} y=${page.height - box.y - box.height * 0.22} font-size=${box.height * 0.9} textLength=${box.width}
      lengthAdjust="spacingAndGlyphs" @click=${(e) => this.pick(e, page, word, box)} @contextmenu=${(e) => this.pick(e, page, word, box)}>${word + ' '}</text>`);
  }

  pick(e, page, word, box) {
    if (e.type === 'contextmenu' ? e.pointerType !== 'touch' : !this.picking && !e.ctrlKey) return; // a word is touched for long
    e.preventDefault();
    this.dispatchEvent(new CustomEvent('pick', {detail: {word, place: {page: page.page, box}}}));
  }

  renderMark(page, m) {
    return svg`<g class=${m.row === this.current ? 'mark current blink' + (this.blink % 2) : m.dashed ? 'mark dashed' : 'mark'} fill=${m.color} @click=${() => this.dispatchEvent(new CustomEvent('mark', {detail: m.row}))}>
      ${this.rect(page, m.box, 'box', svg`<title>${m.words}</title>`)}</g>`;
  }

  render() {
    return this.pages.map((page) => {
      const known = this.near.get(page.page);
      const seen = this.seen(page);
      const [w, h] = drawnSize(seen);
      const [width, height] = drawnSize(page);
      return html`<div class="page" data-page=${page.page} role="group" aria-label=${t('review.page', {n: page.page, m: this.pages.length})}>
        ${known?.image && !this.turned ? html`<img src=${known.image} alt="">` : nothing}
        ${known?.problem ? html`<p class="no-image">${failureWords(known.problem)}</p>` : nothing}
        ${known ? html`<svg viewBox="0 0 ${w} ${h}" class=${this.picking ? 'picking' : ''}>${this.turned && known.image ? svg`<image href=${known.image} width=${width} height=${height} transform=${turn({width, height, rotation: this.turned})}></image>` : nothing}${svg`<g transform=${turn(seen)}>
          ${(this.marksOf.get(page.page) ?? []).map((m) => this.renderMark(page, m))}
          ${this.offered.filter((o) => o.page === page.page).map((o) => this.rect(page, o.box, 'offered'))}
          ${this.words(page, known)}</g>`}</svg>` : nothing}
      </div>`;
    });
  }
}
customElements.define('dk-pages', Pages);
