// @ts-check
// The pages of a document: images of those in sight, boxes over them, and their words.

import {html, nothing, svg} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Part, failureWords} from './base.js';
import {NearPages} from './pages-near.js';

const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/**
 * A page of a document, in points; rotation in degrees.
 * @typedef {{page: number, width: number, height: number, rotation: number}} Page
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{page: number, box: Box, row: number, words: string, color: string, dashed?: boolean}} Mark
 */

/** How the plane of a page that was not turned yet lies on the turned page. @param {Omit<Page, 'page'>} page */
export function turn(page) {
  const {width: w, height: h} = page;
  return (
    /** @type {Record<number, string>} */ ({
      0: '',
      90: `translate(${h} 0) rotate(90)`,
      180: `translate(${w} ${h}) rotate(180)`,
      270: `translate(0 ${w}) rotate(270)`
    })[page.rotation] ?? ''
  );
}

/** Width and height of a page as it is drawn. @param {Omit<Page, 'page'>} page */
export const drawnSize = (page) => (page.rotation % 180 ? [page.height, page.width] : [page.width, page.height]);

/**
 * The place of a box on the drawn page, from 0 to 1 of its height, to scroll to it.
 * @param {Page} page
 * @param {Box} box
 * @returns {number}
 */
export function heightOf(page, box) {
  const middle = {x: box.x + box.width / 2, y: box.y + box.height / 2};
  return (
    /** @type {Record<number, number>} */ ({
      0: 1 - middle.y / page.height,
      90: middle.x / page.width,
      180: middle.y / page.height,
      270: 1 - middle.x / page.width
    })[page.rotation] ?? 0
  );
}

/** All pages of one file in one scroller. Set file (its path), pages, marks and current. */
class Pages extends Part {
  path = '';
  /** @type {Page[]} */
  pages = [];
  /** @type {Mark[]} */
  marks = [];
  current = -1;
  /** @type {{page: number, box: Box}[]} */
  offered = [];
  picking = false;
  near = new NearPages(this, () => this.requestUpdate()); // what is known of them
  zoom = 0; // 0 fits the width, -1 the whole page
  turned = 0; // degrees by which people turn the pages further
  blink = 0;
  grouped = {marks: this.marks, byPage: /** @type {Map<number, Mark[]>} */ (new Map())}; // the marks by page
  sized = ''; // what the sizes of page elements follow from

  attach() {
    return [this.near.attach()];
  }

  /** Shows another file. @param {string} path @param {Page[]} pages */
  show(path, pages) {
    if (path !== this.path) {
      this.near.show(path);
      this.scrollTop = 0;
    }
    this.set({path, pages});
  }

  /** Marks by page. */
  get marksOf() {
    return this.grouped.byPage;
  }

  /**
   * Scrolls a box into the middle third, if it is not in sight, and lets it blink.
   * @param {{page: number, box: Box}} place
   */
  async reveal(place) {
    await this.updateComplete;
    const page = this.pages.find((p) => p.page === place.page);
    const element = /** @type {HTMLElement | null} */ (this.querySelector(`[data-page="${place.page}"]`));
    if (!page || !element) return;
    const at = element.offsetTop + heightOf(this.seen(page), place.box) * element.offsetHeight;
    if (at < this.scrollTop + 40 || at > this.scrollTop + this.clientHeight - 40)
      this.scrollTop = at - this.clientHeight / 2;
    this.set({blink: this.blink + 1});
  }

  /** The index of the page in sight. */
  get at() {
    const all = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('.page'));
    let [from, to] = [0, all.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (all[middle].offsetTop + all[middle].offsetHeight > this.scrollTop + 20) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  /** Goes to the page before or after, or to the first or last. @param {number} by */
  turnPage(by) {
    this.goToPage(this.at + by);
  }

  /** Goes to a page by its index. @param {number} at */
  goToPage(at) {
    const to = /** @type {HTMLElement | undefined} */ (
      this.querySelectorAll('.page')[Math.max(0, Math.min(this.pages.length - 1, at))]
    );
    if (to) this.scrollTop = to.offsetTop - 8;
  }

  /** How large pages are drawn, in percent. */
  get percent() {
    const page = this.pages[0];
    return page
      ? Math.round(
          (7500 * /** @type {any} */ (this.querySelector('.page')).offsetWidth) / drawnSize(this.seen(page))[0]
        ) / 100
      : 100;
  }

  /** Turns the pages by a quarter, for the eye alone. */
  turnView() {
    this.set({turned: (this.turned + 90) % 360});
  }

  /** A page as it is seen. @param {Page} page */
  seen(page) {
    return this.turned ? {...page, rotation: (page.rotation + this.turned) % 360} : page;
  }

  /** Draws larger or smaller by a step; 0 fits the width, null the whole page. @param {number | null} step */
  zoomBy(step) {
    if (!step) return this.set({zoom: step === 0 ? 0 : -1});
    const now = this.zoom > 0 ? this.zoom : this.percent / 100;
    const at = zooms.findIndex((z) => z >= now);
    this.set({zoom: zooms[Math.max(0, Math.min(zooms.length - 1, at + step))]});
  }

  willUpdate() {
    this.near.zoom = this.zoom;
    if (this.grouped.marks === this.marks) return;
    this.grouped = {marks: this.marks, byPage: Map.groupBy(this.marks, (m) => m.page)};
  }

  /** Gives page elements their sizes when these are others than before: it costs, of hundreds of pages. */
  updated() {
    const sized = JSON.stringify([this.path, this.zoom, this.turned, this.zoom < 0 && this.clientHeight, this.pages]);
    if (sized === this.sized) return;
    this.sized = sized;
    this.near.forgetSight(); // it tells anew what is in sight: the pages may be those of another file
    this.querySelectorAll('.page').forEach((element, at) =>
      this.size(/** @type {HTMLElement} */ (element), this.pages[at])
    );
  }

  /** @param {HTMLElement} element @param {Page} page */
  size(element, page) {
    const [w, h] = drawnSize(this.seen(page));
    element.style.aspectRatio = `${w} / ${h}`;
    element.style.width =
      this.zoom > 0 ? `${(w * this.zoom * 96) / 72}px` : this.zoom ? `${((this.clientHeight - 32) * w) / h}px` : '';
    element.style.maxWidth = this.zoom > 0 ? 'none' : '';
    element.classList.toggle('fitted', !this.zoom);
    this.near.watch(element);
  }

  /**
   * @param {Page} page
   * @param {Box} box
   * @param {string} name
   */
  rect(page, box, name, more = /** @type {object | symbol} */ (nothing)) {
    const y = page.height - box.y - box.height;
    return svg`<rect class=${name} x=${box.x} y=${y} width=${box.width} height=${box.height} rx="1.5">${more}</rect>`;
  }

  /** @param {Page} page @param {import('./pages-near.js').Known} known */
  words(page, known) {
    return known.lines.flat().map(({word, box}) => {
      const pick = (/** @type {PointerEvent} */ e) => this.pick(e, page, word, box);
      const y = page.height - box.y - box.height * 0.22;
      return svg`<text x=${box.x} y=${y} font-size=${box.height * 0.9} textLength=${box.width}
      lengthAdjust="spacingAndGlyphs" @click=${pick} @contextmenu=${pick}>${word + ' '}</text>`;
    });
  }

  /** @param {PointerEvent} e @param {Page} page @param {string} word @param {Box} box */
  pick(e, page, word, box) {
    if (e.type === 'contextmenu' && e.pointerType !== 'touch') return; // a word is touched for long
    const {x, y, width, height} = box;
    const [mx, my] = [x + width / 2, y + height / 2];
    const isHit = (/** @type {Mark} */ m) =>
      mx > m.box.x && mx < m.box.x + m.box.width && my > m.box.y && my < m.box.y + m.box.height && m.row >= 0;
    const mark = this.picking || e.ctrlKey ? null : this.marksOf.get(page.page)?.find(isHit);
    if (!mark && !getSelection()?.isCollapsed) return; // words are being selected
    e.preventDefault();
    if (mark) return this.dispatchEvent(new CustomEvent('mark', {detail: mark}));
    this.dispatchEvent(
      new CustomEvent('pick', {
        detail: {word, place: {page: page.page, box}, held: e.ctrlKey || e.type === 'contextmenu'}
      })
    );
  }

  /** @param {Page} page @param {Mark} m */
  renderMark(page, m) {
    const name = m.row === this.current ? 'mark current blink' + (this.blink % 2) : m.dashed ? 'mark dashed' : 'mark';
    const tell = () => this.dispatchEvent(new CustomEvent('mark', {detail: m}));
    return svg`<g class=${name} fill=${m.color} @click=${tell}>
      ${this.rect(page, m.box, 'box', svg`<title>${m.words}</title>`)}</g>`;
  }

  /**
   * The image of a page that people have turned, which lies under its boxes.
   * @param {Page} page
   * @param {import('./pages-near.js').Known} known
   */
  renderTurned(page, known) {
    const [width, height] = drawnSize(page);
    const by = turn({width, height, rotation: this.turned});
    return svg`<image href=${known.image} width=${width} height=${height} transform=${by}></image>`;
  }

  /**
   * What lies over the image of a page: marks, what is offered, and the words.
   * @param {Page} page
   * @param {import('./pages-near.js').Known} known
   */
  renderOver(page, known) {
    return svg`<g transform=${turn(this.seen(page))}>
          ${(this.marksOf.get(page.page) ?? []).map((m) => this.renderMark(page, m))}
          ${this.offered.filter((o) => o.page === page.page).map((o) => this.rect(page, o.box, 'offered'))}
          ${this.words(page, known)}</g>`;
  }

  render() {
    return this.pages.map((page) => {
      const known = this.near.of(page.page);
      const [w, h] = drawnSize(this.seen(page));
      return html`<div
        class="page"
        data-page=${page.page}
        role="group"
        aria-label=${t('review.page', {n: page.page, m: this.pages.length})}
      >
        ${known?.image && !this.turned ? html`<img src=${known.image} alt="" />` : nothing}
        ${known?.problem ? html`<p class="no-image">${failureWords(known.problem)}</p>` : nothing}
        ${
          known
            ? html`<svg viewBox="0 0 ${w} ${h}" class=${this.picking ? 'picking' : ''}>
                ${this.turned && known.image ? this.renderTurned(page, known) : nothing}${this.renderOver(page, known)}
              </svg>`
            : nothing
        }
      </div>`;
    });
  }
}
/** @typedef {Pages} Self */
customElements.define('dk-pages', Pages);
