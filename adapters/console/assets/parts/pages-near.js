// @ts-check
// What is known of the pages that are in sight or near it: it is read when they come there, and given up when they go.

import {loadImage, loadWords} from './page-content.js';

/**
 * A page near the sight.
 * @typedef {{word: string, box: {x: number, y: number, width: number, height: number}}} Word
 * @typedef {{image: string, lines: Word[][], problem: Error | null, reads: AbortController}} Known image is an address
 */

/** The pages of a file that are near the sight of a scroller, whose elements have their numbers as data. */
export class NearPages {
  path = ''; // of the file
  zoom = 0; // of the pages, as their scroller has it
  /** @type {Map<number, Known>} by page */
  known = new Map();
  /** @type {IntersectionObserver | null} */
  sight = null;

  /** @param {HTMLElement} scroller @param {() => void} draw hears that more is known */
  constructor(scroller, draw) {
    this.scroller = scroller;
    this.draw = draw;
  }

  /** Begins to look, until the returned function is called. */
  attach() {
    this.sight = new IntersectionObserver((seen) => seen.forEach((s) => this.look(s)), {
      root: this.scroller,
      rootMargin: '100% 0px'
    });
    return () => {
      this.forgetSight();
      this.forget();
    };
  }

  /** Shows another file. @param {string} path */
  show(path) {
    this.forget();
    this.path = path;
  }

  /** Aborts what is read of pages, and forgets what was. */
  forget() {
    for (const known of this.known.values()) known.reads.abort();
    this.known.clear();
  }

  /** Ceases to look for the elements of pages. */
  forgetSight() {
    this.sight?.disconnect();
  }

  /** Looks for the element of a page. @param {Element} element */
  watch(element) {
    this.sight?.observe(element);
  }

  /** What is known of a page; undefined far from the sight. @param {number} page */
  of(page) {
    return this.known.get(page);
  }

  /** @param {IntersectionObserverEntry} seen */
  look(seen) {
    const page = Number(/** @type {HTMLElement} */ (seen.target).dataset.page);
    if (!seen.isIntersecting) {
      this.known.get(page)?.reads.abort();
      if (this.known.delete(page)) this.draw();
      return;
    }
    if (!this.known.has(page)) this.read(page, () => this.look(seen));
  }

  /**
   * Reads a page.
   * @param {number} page
   * @param {() => void} again when its image was somebody else's, who has left
   */
  read(page, again) {
    const {path} = this;
    /** @type {Known} */
    const known = {image: '', lines: [], problem: null, reads: new AbortController()};
    const {signal} = known.reads;
    this.known.set(page, known);
    const dpi = devicePixelRatio > 1 || this.zoom > 1.25 ? 150 : 100;
    void loadImage(path, page, dpi, {signal})
      .then(
        (image) => {
          known.image = image;
        },
        (error) => {
          if (error.name !== 'AbortError') known.problem = error;
          else if (!signal.aborted && this.known.delete(page)) again();
        }
      )
      .then(() => path === this.path && this.draw());
    loadWords(path, page, {background: true, signal}).then(
      (lines) => {
        known.lines = lines;
        if (path === this.path) this.draw();
      },
      () => {}
    );
  }
}
