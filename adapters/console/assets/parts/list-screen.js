// @ts-check
// Screens that are lists: rows that are chosen and sorted, and what is done with them.

import {html, live, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Screen, failureWords, icon} from './base.js';
import {toast} from './feedback.js';
import './list-styles.js';
import {lazy} from './load.js';
import {Place, idOf, moveFocus, rowsWanted} from './place.js';

const loadMenu = lazy(() => import('./menu.js'));

/** How many rows are read at first, and with each look further. */
export const pageSize = 100;
const typingPause = 200; // ms

/** @typedef {{id: string, name?: string, filename?: string}} Listed a row that can be chosen */

/** A screen with rows; those that can be chosen have an id and a name. */
export class ListScreen extends Screen {
  /** @type {Set<string>} rows that are chosen */
  chosen = new Set();
  chosenLast = '';
  typing = 0;
  /** @type {any[]} those of the list that were read */
  rows = [];
  /** @type {string | null} of what follows them */
  cursor = null;
  reading = '';
  waits = false; // whether rows belong elsewhere
  place = new Place(this);

  /** The rows that can be chosen. @returns {any[]} */
  get listed() {
    return this.rows;
  }

  /**
   * Reads rows of the list that is shown; null when another one is shown meanwhile.
   * @param {number} _wanted
   * @param {string | null} _from a cursor
   * @param {any} _o as call takes it
   * @returns {Promise<{rows: any[], cursor: string | null} | null>}
   */
  async readRows(_wanted, _from, _o) {
    return null;
  }

  /** Reads rows; a failure is told, with what tries it again, unless the screen is left. */
  readOr(/** @type {number} */ wanted, /** @type {string | null} */ from, /** @type {() => unknown} */ again) {
    const {signal} = this.reads;
    return this.readRows(wanted, from, {signal}).catch((error) => {
      if (!signal.aborted) toast(failureWords(error), {bad: true, again});
    });
  }

  attach() {
    const settle = () =>
      requestAnimationFrame(() => {
        if (this.waits && !this.isAtRows) void this.refresh();
      });
    for (const leaving of ['pointerout', 'focusout']) this.addEventListener(leaving, settle);
    return [this.place.attach()];
  }

  /** Reads, and leads to the place that the address names. */
  async load(background = false) {
    await super.load(background);
    if (!background && this.ready) await this.place.restore(this.query);
  }

  set(/** @type {{chosen?: Set<string>, chosenLast?: string, [field: string]: unknown}} */ values) {
    super.set(values);
    if (values.chosen || values.chosenLast) this.place.noteSoon();
  }

  /** How many rows are read: those that are shown, or that the address leads to. */
  get rowsToRead() {
    return Math.max(pageSize, this.rows.length, this.ready ? 0 : rowsWanted(this.query, 0));
  }

  /** Whether the pointer or the focus is among the rows. */
  get isAtRows() {
    return !!this.querySelector('tbody:is(:hover, :focus-within)');
  }

  /**
   * Takes over rows that were read again. While somebody is among them, none passes another: that waits until nobody
   * is.
   * @param {any[]} rows
   */
  placed(rows) {
    const places = new Map(this.rows.map((r, at) => [r.id, at]));
    let last = -1;
    const kept = rows
      .map((r) => ({r, at: (last = places.get(r.id) ?? last)}))
      .sort((a, b) => a.at - b.at)
      .map(({r}) => r);
    this.waits = this.isAtRows && kept.some((r, /** @type {number} */ at) => r !== rows[at]);
    return this.waits ? kept : rows;
  }

  /** Reads what follows the rows that are shown. */
  async readMore() {
    const from = this.cursor;
    if (!from || this.reading === from) return;
    this.reading = from;
    const page = await this.readOr(pageSize, from, () => this.readMore());
    this.reading = '';
    if (page && this.cursor === from) this.set({rows: [...this.rows, ...page.rows], cursor: page.cursor});
    else if (page === null) this.requestUpdate(); // the end of the other list may be in sight, too
  }

  /** Shows another list, from its beginning to the place that its address names. */
  async readAnew(query = this.query) {
    const page = await this.readOr(rowsWanted(query, pageSize), null, () => this.readAnew(query));
    if (!page) return;
    this.set(page);
    this.keepChosen();
    await this.place.restore(query);
  }

  /** The same once nobody types. */
  readSoon() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.readAnew(), typingPause);
  }

  /** The row with the focus. */
  get focused() {
    const id = idOf(document.activeElement?.closest('tr') ?? null);
    return this.listed.find((r) => r.id === id);
  }

  /** @param {string} id */
  toggle(id) {
    if (!this.listed.some((r) => r.id === id)) return;
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.set({chosenLast: id});
  }

  /** Chooses the rows from the one that was chosen last to another. @param {Listed | undefined} row */
  chooseRange(row) {
    const ends = [this.listed.findIndex((other) => other.id === this.chosenLast), this.listed.indexOf(row)].filter(
      (at) => at >= 0
    );
    if (row)
      this.set({
        chosen: new Set([
          ...this.chosen,
          ...this.listed.slice(Math.min(...ends), Math.max(...ends) + 1).map((other) => other.id)
        ]),
        chosenLast: row.id
      });
  }

  chooseAll(/** @type {boolean} */ all) {
    this.set({chosen: new Set(all ? this.listed.map((r) => r.id) : [])});
  }

  /** Forgets what was chosen of rows that are not shown. */
  keepChosen() {
    this.set({chosen: new Set(this.listed.filter((r) => this.chosen.has(r.id)).map((r) => r.id))});
  }

  /** Keys that move among rows; and one that leads to the field that filters them, where there is one. */
  rowKeys(filtered = false) {
    return [
      {keys: 'j, ArrowDown', words: t('keys.next'), run: () => moveFocus(this, 1)},
      {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => moveFocus(this, -1)},
      ...(filtered
        ? [
            {
              keys: '/',
              words: t('keys.filter'),
              run: () => /** @type {any} */ (this.querySelector('[type=search]'))?.focus()
            }
          ]
        : [])
    ];
  }

  /** Keys that choose rows. */
  choosingKeys() {
    return [
      {keys: 'x', words: t('keys.choose'), run: () => this.toggle(this.focused?.id)},
      {keys: 'Shift+X', words: t('keys.choose-range'), run: () => this.chooseRange(this.focused)},
      {keys: 'Ctrl+A', words: t('files.choose-all'), run: () => this.chooseAll(true)}
    ];
  }

  /**
   * Does something and reads again; what is refused is told, with what tries it once more.
   * @returns {Promise<boolean>}
   * @param {() => unknown} what
   */
  async change(what, again = true) {
    try {
      await what();
      if (again) await this.load(true);
      return true;
    } catch (error) {
      toast(failureWords(error), {bad: true, again: () => this.change(what, again)});
      return false;
    }
  }

  /** The field that filters the list. @param {string} text @param {(text: string) => void} type */
  renderSearch(text, type) {
    return html`<label
      ><span class="hidden">${t('keys.filter')}</span
      ><input
        type="search"
        placeholder=${t('keys.filter') + ' (/)'}
        .value=${live(text)}
        @input=${(e) => type(e.target.value)}
    /></label>`;
  }

  /** The box that chooses a row. @param {Listed} row */
  renderChoice(row, off = false) {
    return html`<td>
      <input
        type="checkbox"
        aria-label=${t('files.choose', {name: row.filename ?? row.name})}
        .checked=${live(this.chosen.has(row.id))}
        ?disabled=${off}
        @change=${() => this.toggle(row.id)}
      />
    </td>`;
  }

  /** The box that chooses all rows. */
  renderChooseAll() {
    const all = this.listed.length > 0 && this.listed.every((r) => this.chosen.has(r.id));
    return html`<th scope="col">
      <input
        type="checkbox"
        aria-label=${t('files.choose-all')}
        .checked=${live(all)}
        @change=${() => this.chooseAll(!all)}
      />
    </th>`;
  }

  /** What may be done with chosen rows: by which name, its words, its key and its picture. @returns {string[][]} */
  get acts() {
    return [];
  }

  /** Loads what does them: functions of the screen and of rows. @returns {Promise<any>} */
  async loadActs() {}

  /**
   * Does something with the chosen rows, or else with the one that has the focus.
   * @param {string} name of one of acts
   */
  async act(name) {
    const rows = this.chosen.size ? this.listed.filter((r) => this.chosen.has(r.id)) : [this.focused].filter(Boolean);
    if (!rows.length || !this.acts.some(([known]) => known === name)) return;
    await this.change(async () => {
      await (await this.loadActs())[name](this, rows);
    }, false);
  }

  /** How many rows are chosen, in words. */
  chosenWords() {
    return '';
  }

  /** Asks what is done with the chosen rows, or else with the one that has the focus, and does it. */
  async showMenu() {
    if (!this.chosen.size) this.toggle(this.focused?.id);
    if (!this.chosen.size || !this.acts.length) return;
    const {chooseMenu} = await loadMenu();
    const choices = this.acts.map(([name, words, , picture]) => ({
      value: () => this.act(name),
      words: t(words),
      icon: picture
    }));
    void (await chooseMenu(this.chosenWords(), choices))?.();
  }

  /** What can be done with the chosen rows, behind what is told of them. */
  renderBulk(told = /** @type {any} */ (nothing)) {
    if (!this.chosen.size) return nothing;
    const words = this.chosenWords();
    return html`<div class="bulk" role="group" aria-label=${words}>
      <strong>${words}</strong>${told}
      ${this.acts.map(
        ([name, does, key, picture]) =>
          html`<button @click=${() => this.act(name)}>
            ${picture ? icon(picture) : nothing}${t(does)} ${key ? html`<kbd>${key}</kbd>` : nothing}
          </button>`
      )}<button class="quiet" @click=${() => this.chooseAll(false)}>${t('files.choose-none')}</button>
    </div>`;
  }
}
