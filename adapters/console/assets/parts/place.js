// @ts-check
// The place in a list: the row where somebody is, how many rows that takes, and which are chosen. It stands in the
// address, so that back, reload and a link lead to it; how far the row was from the top is kept beside the address.

import {endOf, placeOf} from './place-address.js';

const pause = 150; // ms after the last move
const mostRows = 10_000;
const mostNamed = 100; // chosen rows that the address names; of more, the entry in the history of the browser does

/** The row that an element is in. @param {Element | null} element @returns {HTMLElement | null} */
const rowOf = (element) => element?.closest('tr,li') ?? null;

/** The identifier of a row, empty for none. @param {HTMLElement | null} row */
export const idOf = (row) => Object.values(row?.dataset ?? {})[0] ?? '';

/** How many rows a list begins with, by its address. @param {URLSearchParams} query @param {number} least */
export const rowsWanted = (query, least) => Math.max(least, Math.min(mostRows, Number(query.get('rows')) || 0));

/** Forgets the place of a list that another one follows. @param {URLSearchParams} query */
export function forgetPlace(query) {
  for (const name of ['at', 'rows', 'chosen']) query.delete(name);
  return query;
}

/**
 * Scrolls until an element is so many px below the top of the window. Narrow windows scroll the content alone.
 * @param {HTMLElement} element
 * @param {number} top
 */
function scrollTo(element, top) {
  for (const scroller of [document.getElementById('main'), window])
    scroller?.scrollBy(0, element.getBoundingClientRect().top - top);
}

/** Keeps the place in the list of a screen. */
export class Place {
  /** @param {any} screen with rows, the links of which are marked data-row, and what is chosen of them */
  constructor(screen) {
    this.screen = screen;
    this.pathname = location.pathname;
    this.last = ''; // the row that had the focus last
    this.found = false; // whether the place of the address was looked for
    this.waiting = 0;
  }

  /** Notes the place while somebody moves. Returns what ends that. */
  attach() {
    const ends = new AbortController();
    const {signal} = ends;
    addEventListener('scroll', () => this.noteSoon(), {capture: true, passive: true, signal});
    this.screen.addEventListener('focusin', () => this.noteSoon(), {signal});
    return () => {
      ends.abort();
      clearTimeout(this.waiting);
    };
  }

  /** @returns {HTMLElement[]} */
  get rows() {
    return [...this.screen.querySelectorAll('[data-row]')].map(rowOf).filter((row) => row !== null);
  }

  noteSoon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.note(), pause);
  }

  /** Notes the place in the address, unless it is that of another screen. */
  note() {
    clearTimeout(this.waiting);
    if (!this.found || !this.screen.ready || location.pathname !== this.pathname) return;
    const {rows} = this;
    const index = this.findCurrent(rows);
    const query = forgetPlace(new URLSearchParams(location.search));
    if (index >= 0)
      for (const [name, value] of Object.entries(placeOf(idOf(rows[index]), index))) query.set(name, value);
    const chosen = [...(this.screen.chosen ?? [])];
    if (chosen.length && chosen.length <= mostNamed) query.set('chosen', chosen.map(endOf).join('.'));
    const top = index < 0 ? 0 : Math.round(rows[index].getBoundingClientRect().top);
    const state = {top, index, chosen: chosen.length > mostNamed ? chosen : []};
    history.replaceState(state, '', location.pathname + (query.size ? '?' + query : ''));
  }

  /**
   * The row with the focus, or that had it and is in sight, else the first in sight of a list that was scrolled.
   * @param {HTMLElement[]} rows
   */
  findCurrent(rows) {
    const focused = rowOf(this.screen.contains(document.activeElement) ? document.activeElement : null);
    if (focused && rows.includes(focused)) this.last = idOf(focused);
    else {
      const last = rows.find((row) => idOf(row) === this.last)?.getBoundingClientRect();
      if (!last || last.bottom < 0 || last.top > innerHeight) this.last = '';
    }
    if (this.last) return rows.findIndex((row) => idOf(row) === this.last);
    if (scrollY + (document.getElementById('main')?.scrollTop ?? 0) === 0) return -1;
    return rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
  }

  /**
   * Chooses the rows and leads to the one that an address names; where that is gone, to the one in its place.
   * @param {URLSearchParams} query
   */
  async restore(query) {
    const {screen} = this;
    const {top, index = -1, chosen = []} = history.state ?? {};
    const named = new Set([...(query.get('chosen')?.split('.') ?? []), ...chosen.map(endOf)]);
    if (named.size) {
      const found = screen.listed.filter((/** @type {{id: string}} */ r) => named.has(endOf(r.id)));
      screen.set({chosen: new Set(found.map((/** @type {{id: string}} */ r) => r.id))});
    }
    await screen.updateComplete;
    this.found = true;
    const at = query.get('at');
    const {rows} = this;
    const row = rows.find((r) => endOf(idOf(r)) === at) ?? rows[Math.min(index, rows.length - 1)];
    if (!at || !row || document.activeElement?.matches('input,select,textarea,dialog *')) return;
    /** @type {HTMLElement | null} */ (row.querySelector('[data-row]'))?.focus({preventScroll: true});
    scrollTo(row, top ?? innerHeight / 3);
  }
}

/** Moves the focus to the link of the next or a former row. @param {HTMLElement} within @param {number} by */
export function moveFocus(within, by) {
  const links = /** @type {HTMLElement[]} */ ([...within.querySelectorAll('[data-row]')]);
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((l) => l.closest('tr') === row);
  const to = links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))];
  to?.focus();
}
