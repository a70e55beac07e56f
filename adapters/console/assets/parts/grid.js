// @ts-check
// A grid that is edited in place, by keys alone and by mouse alone. Whoever uses it gives it rows, and applies the
// changes that it tells of.

import {Part} from './base.js';
import {cellId, indexOfKey} from './grid-key.js';
import {parts, withEditing} from './grid-parts.js';
import {cellOf, moveBy, selectCell} from './grid-selection.js';
import {columnWidths, gridView} from './grid-view.js';
import {windowOf} from './grid-window.js';
import './grid-styles.js';

/**
 * What a grid shows.
 * @typedef {object} Source
 * @property {string} label of the grid, for those who do not see it
 * @property {string} head the name of the first column, which stays in sight
 * @property {number} headWidth px of the first column
 * @property {number} rowHeight px, of every row
 * @property {{name: string, display: string, format?: string, number?: boolean}[]} columns
 * @property {GridRow[]} rows
 * @property {number} [total] rows, with those that are not read yet
 * @property {boolean} [grows] whether rows can be put in, removed and moved
 * @property {() => boolean} [types] whether a letter begins to type in place of what a cell has; else by Enter alone
 * @property {(row: GridRow) => string} [lockedBecause] why a row cannot be changed, empty when it can
 * @property {(row: GridRow, column: GridColumn) => boolean} [opens] whether a cell is opened by its owner, not edited
 *   in place
 * @property {(row: GridRow) => Map<number, PageWord[][]>} [words] words of the pages that are offered
 * @property {((row: GridRow, column: GridColumn) => unknown) | null} [above] what stands above the text of a cell
 * @property {() => unknown} [missing] what stands in an empty cell
 * @property {() => unknown} [tools] more buttons
 * @property {() => Promise<any> | null} [more] reads the rows that follow; null when there are none
 */

/** @type {Source} */
const nothingYet = {label: '', head: '', headWidth: 0, rowHeight: 32, columns: [], rows: []};

/**
 * Set source. It tells of `apply` (a change, as grid-changes describes it), `cell` (another cell is the current one:
 * row and column), `open` (a cell is to be opened by the owner), `undo`, `redo` and `leave` (Escape).
 */
export class Grid extends Part {
  shown = nothingYet;
  selection = selectCell(0, 0, 1, 1);
  sight = {from: 0, to: 30};
  /** @type {number[]} px by column */
  widths = [];
  /** @type {import('./grid-draft.js').Draft | null} */
  draft = null;
  /**
   * @type {Map<string, import('./grid-draft.js').Draft>} typed texts that wait for an answer to what somebody else
   *   has set, by cell
   */
  held = new Map();
  offers = {list: /** @type {FoundWords[]} */ ([]), chosen: -1};
  /** @type {{key: string | null, column: number} | null} the cell to go to once its row is there */
  wanted = null;
  told = ''; // the cell that was told of last
  typedAhead = ''; // before typing was loaded

  /** What is shown; other rows leave the current cell, and what is typed, where they are. @param {Source} source */
  set source(source) {
    const before = this.rows[this.selection.row]?.key;
    const others = source.columns.map((c) => c.name).join() !== this.shown.columns.map((c) => c.name).join();
    const grown = source.rows.length && !this.shown.rows.length;
    this.shown = source;
    if (others || grown) this.widths = columnWidths(source);
    if (this.draft && parts.editing) this.draft = parts.editing.followRows(this.draft, source.rows);
    const at = indexOfKey(this.rows, before ?? null);
    this.selection = {
      ...selectCell(at < 0 ? this.selection.row : at, this.selection.column, this.rows.length, source.columns.length),
      anchor: this.selection.anchor
    };
    this.requestUpdate();
  }

  get source() {
    return this.shown;
  }

  /** The rows that are drawn: with the one that is typed in, also when it is gone. */
  get rows() {
    return this.draft && parts.editing ? parts.editing.rowsWith(this.shown.rows, this.draft) : this.shown.rows;
  }

  get row() {
    return this.rows[this.selection.row];
  }

  get column() {
    return this.shown.columns[this.selection.column];
  }

  /** Why the current row cannot be changed. */
  get locked() {
    return this.shown.lockedBecause?.(this.row) ?? '';
  }

  get scroller() {
    return /** @type {HTMLElement | null} */ (this.querySelector('.grid-scroll'));
  }

  /** @param {string} name */
  tell(name, detail = /** @type {any} */ ({})) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }

  // Going about

  /** Rows in sight. */
  get page() {
    return Math.max(1, Math.floor((this.scroller?.clientHeight ?? 0) / this.shown.rowHeight) - 2);
  }

  /**
   * Moves by rows and columns; rows that are not read yet are read first.
   * @param {number} right
   * @param {number} down
   */
  go(down, right, extend = false) {
    const reading = this.selection.row + down >= this.rows.length && this.shown.more?.();
    if (reading) void reading.then(() => this.step(down, right, extend));
    else this.step(down, right, extend);
  }

  /** @param {number} down @param {number} right @param {boolean} extend */
  step(down, right, extend) {
    this.select(moveBy(this.selection, down, right, this.rows.length, this.shown.columns.length, extend));
  }

  /**
   * Makes a cell the current one, with the focus; what was typed there and waits goes on.
   * @param {import('./grid-selection.js').Selection} selection
   */
  select(selection) {
    this.selection = selection;
    const held = this.row && this.column && this.held.get(cellId(this.row.key, this.column.name));
    if (held && !this.draft && parts.editing) {
      this.held.delete(cellId(held.key, held.column));
      this.draft = parts.editing.followRows(held, this.shown.rows);
    }
    if (selection.row > this.rows.length - 10) void this.shown.more?.();
    this.requestUpdate();
    void this.updateComplete.then(() => this.focusCell());
  }

  /**
   * Goes to the cell of a row and a column, once the row is there; without a key to where one is.
   * @param {string | null} key
   * @param {number} column
   */
  selectKey(key, column) {
    this.wanted = {key, column};
    this.requestUpdate();
  }

  focusCell() {
    const cell = /** @type {HTMLElement | null} */ (this.querySelector('td.here'));
    const field = cell?.querySelector('input');
    cell?.scrollIntoView({block: 'nearest', inline: 'nearest'});
    (field ?? cell)?.focus({preventScroll: true});
    if (field && this.draft?.selects) {
      field.select();
      this.draft.selects = false;
    }
  }

  /** Draws other rows when the grid was scrolled. */
  look() {
    const {scroller, shown, sight} = this;
    if (!scroller) return;
    const next = windowOf({
      top: scroller.scrollTop,
      height: scroller.clientHeight,
      rowHeight: shown.rowHeight,
      count: this.rows.length
    });
    if (next.to > this.rows.length - 5) void this.shown.more?.();
    if (next.from !== sight.from || next.to !== sight.to) this.set({sight: next});
    else this.placePop();
  }

  onMouseDown(/** @type {Heard} */ e) {
    const cell = cellOf(e);
    if (!cell || e.button || e.target.closest('input, .grid-pop, button, a')) return;
    e.preventDefault(); // the focus goes where select says
    if (this.draft) parts.editing?.leaveDraft(this);
    const to = {row: Number(cell.dataset.row), column: Number(cell.dataset.column)};
    const {row, column, anchor} = this.selection;
    this.select({...to, anchor: e.shiftKey ? (anchor ?? {row, column}) : null});
  }

  onMouseOver(/** @type {Heard} */ e) {
    const cell = e.buttons === 1 && !this.draft && cellOf(e);
    if (!cell || !this.contains(document.activeElement)) return;
    const {row, column, anchor} = this.selection;
    const to = {row: Number(cell.dataset.row), column: Number(cell.dataset.column)};
    if (to.row !== row || to.column !== column) this.set({selection: {...to, anchor: anchor ?? {row, column}}});
  }

  onDoubleClick(/** @type {Heard} */ e) {
    if (e.target.closest('td[data-row]') && !e.target.closest('input')) this.edit();
  }

  /**
   * Does what a key stands for. Until that is loaded, what is typed waits, and other keys are those of the screen.
   * @param {Heard} e
   */
  onKey(e) {
    if (parts.editing) return parts.editing.handleKey(this, e);
    const types = e.key.length === 1 && !e.ctrlKey && !e.metaKey && !e.altKey && this.shown.types?.();
    if (!types || e.isComposing || e.defaultPrevented) return undefined;
    e.preventDefault();
    e.stopPropagation();
    this.typedAhead += e.key;
    return withEditing((editing) => {
      if (this.typedAhead) editing.edit(this, this.typedAhead);
      this.typedAhead = '';
    });
  }

  onCopy(/** @type {Heard} */ e) {
    if (parts.editing) return parts.editing.onCopy(this, e);
    e.preventDefault();
    return withEditing((editing) => editing.copyLater(this, e.type === 'cut'));
  }

  onPaste(/** @type {Heard} */ e) {
    if (e.target.closest('input')) return;
    e.preventDefault();
    const text = e.clipboardData?.getData('text/plain') ?? '';
    withEditing((editing) => editing.paste(this, text));
  }

  /** Opens the field of the current cell; with a text in place of its own. @param {string | null} [text] */
  edit(text = null) {
    return withEditing((editing) => editing.edit(this, text));
  }

  /** Fills the current cell with words of a page. @param {string} text @param {any} place with page and boxes */
  fillCurrent(text, place) {
    withEditing((editing) => editing.fillCurrent(this, text, place));
  }

  /**
   * Shows a text that could not be stored, beside what somebody else has set there.
   * @param {any} refused as giveBack of grid-typing takes it
   */
  giveBack(refused) {
    withEditing((editing) => editing.giveBack(this, refused));
  }

  /** Offers anew, when more words are known. */
  refresh() {
    parts.editing?.offer(this);
  }

  // Drawing

  willUpdate() {
    const {wanted} = this;
    this.hadFocus = this.contains(document.activeElement);
    if (!wanted) return;
    const at = wanted.key === null ? this.selection.row : indexOfKey(this.rows, wanted.key);
    if (at < 0) return;
    this.wanted = null;
    this.selection = selectCell(at, wanted.column, this.rows.length, this.shown.columns.length);
    void this.updateComplete.then(() => this.focusCell());
  }

  render() {
    return gridView(this);
  }

  updated() {
    const {scroller, row, column} = this;
    if (scroller) scroller.style.scrollPaddingLeft = this.shown.headWidth + 'px';
    if (this.hadFocus && !this.contains(document.activeElement)) this.focusCell();
    this.look();
    const now = row && column ? cellId(row.key, column.name) : '';
    if (now !== this.told) {
      this.told = now;
      this.tell('cell', {row, column});
    }
  }

  /** Puts what stands below the field next to it, over everything. */
  placePop() {
    const pop = /** @type {any} */ (this.querySelector('.grid-pop'));
    const cell = pop?.closest('td').getBoundingClientRect();
    if (!cell) return;
    const filled = pop.querySelector('p, li');
    if (filled && !pop.matches(':popover-open')) pop.showPopover();
    if (!filled && pop.matches(':popover-open')) pop.hidePopover();
    const below = cell.bottom + pop.offsetHeight < innerHeight;
    pop.style.left = Math.max(4, Math.min(cell.left, innerWidth - pop.offsetWidth - 4)) + 'px';
    pop.style.top = Math.max(4, below ? cell.bottom : cell.top - pop.offsetHeight) + 'px';
  }
}
customElements.define('dk-grid', Grid);
