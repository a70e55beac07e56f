// @ts-check
// Review: what was extracted beside where it stands, to be checked and corrected.

import {classMap, html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {toast} from '../parts/feedback.js';
import {lazy} from '../parts/load.js';
import {fillLine, linesView} from '../parts/lines.js';
import {openIn} from '../parts/lines-open.js';
import {loadWords} from '../parts/page-content.js';
import '../parts/pages.js';
import {aboutView} from '../parts/review-about.js';
import {headView, lockedView, toldView} from '../parts/review-head.js';
import {listView, rowHeight, rowsDrawn, scrollList, windowedFrom} from '../parts/review-list.js';
import {ReviewScreen} from '../parts/review-screen.js';
import {placesOf, seenOf} from '../review/rows.js';

// Loaded after the first paint.
const openPanel = lazy(() => import('../parts/panel-view.js'));
const openEmpty = lazy(() => import('../parts/empty.js'));
const openAround = lazy(() => import('../parts/around.js'));
const openThumbs = lazy(() => import('../parts/thumbs.js'));
lazy(() => import('../parts/tools.js')); // first of all

class Review extends ReviewScreen {
  // Rows and boxes

  /** Filters rows; the first that is left becomes the current one, unless it is among them. @param {string} filter */
  narrow(filter) {
    this.set({filter});
    const [first] = this.shownRows;
    if (first && !this.shownRows.includes(this.row)) this.choose(this.rows.indexOf(first));
  }

  /** Makes a value the current one, and shows where it stands. @param {number} at */
  choose(at, value = 0, box = -1) {
    const row = this.rows[at];
    if (!row) return;
    const places = placesOf(row);
    const first = box < 0 ? places.findIndex((p) => p.value === value) : box;
    this.model.choose(at, value, Math.max(0, first));
    const query = new URLSearchParams(location.search);
    query.set('component', row.name);
    history.replaceState(null, '', location.pathname + '?' + query);
    this.keepInWindow(at);
    if (places[first]) void this.pagesElement?.reveal(places[first]);
  }

  /** Draws the rows around one, of many. @param {number} at */
  keepInWindow(at) {
    if (this.rows.length <= windowedFrom) return;
    const shown = this.shownRows.indexOf(this.rows[at]);
    const {windowAt} = this.look;
    if (shown >= windowAt + 5 && shown < windowAt + rowsDrawn - 5) return;
    this.look.windowAt = Math.max(0, shown - rowsDrawn / 2);
    void this.updateComplete.then(() => {
      const list = this.querySelector('.list');
      const top = shown * rowHeight;
      if (list && (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 3 * rowHeight))
        list.scrollTop = top - list.clientHeight / 3;
    });
  }

  /** @param {number} by */
  move(by) {
    const shown = this.shownRows;
    const at = shown.indexOf(this.row);
    const to = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
    if (!to) return;
    this.choose(this.rows.indexOf(to));
    void this.updateComplete.then(() => this.focusRow());
  }

  focusRow() {
    const row = /** @type {HTMLElement | null} */ (this.querySelector('.component[tabindex="0"]'));
    row?.focus({preventScroll: true});
    row?.scrollIntoView({block: 'nearest'});
  }

  /** Goes to the next place of the current row, or to another of its values. */
  nextBox() {
    const {places, place} = this.model;
    if (!places.length) return;
    const box = (place.box + 1) % places.length;
    this.choose(place.row, places[box].value, box);
  }

  /** @param {number} by */
  nextValue(by) {
    const {place, row} = this.model;
    const value = place.value + by;
    if (row?.values[value]) this.choose(place.row, value);
  }

  // Correcting

  /** Opens the field of a value, the current one unless another is named. */
  async edit(
    at = this.current,
    index = at === this.current ? this.model.place.value : 0,
    insert = false,
    typed = /** @type {Parameters<ReviewModel['editor']['open']>[3]} */ (null)
  ) {
    const row = this.rows[at];
    if (!row) return;
    if (this.locked) {
      toast(this.locked);
      return;
    }
    const {model} = this;
    await Promise.all([this.loadEdit(), this.equip()]);
    if (model !== this.model) return; // the person has gone on
    this.choose(at, index);
    model.editor.open(this.rows[at], index, insert, typed);
    await this.updateComplete;
  }

  /** Stores what stands in the field, and goes on. @param {'next' | 'stay' | 'add' | 'remove' | 'up' | 'down'} then */
  async save(then) {
    const saving = this.model.editor?.save(then);
    if (!this.field) void this.updateComplete.then(() => this.field || this.focusRow());
    if ((await saving) === 'stored') this.walk.tally.values++;
  }

  /** Closes the field, and forgets what was typed. */
  leaveField() {
    this.model.editor.discard();
    void this.updateComplete.then(() => this.focusRow());
  }

  /** Stores what was typed over what others have stored, taking the file over where they have it. */
  keepMine() {
    const {editor} = this.model;
    if (this.field?.conflict?.holder) {
      this.field.asked = this.field.text.trim();
      return this.save('next');
    }
    editor.keep();
    return undefined;
  }

  /** The words of a page, in lines. @param {number} page */
  async linesOf(page) {
    const path = this.path;
    const lines = this.lines.get(page) ?? (await loadWords(path, page, {background: true}));
    if (path === this.path) this.lines.set(page, lines);
    return lines;
  }

  lookAt(/** @type {Api.Position | null} */ offered) {
    this.set({offered});
    if (offered) void this.pagesElement?.reveal({page: offered.page, box: offered.boxes[0]});
  }

  /**
   * Checks the current row and goes on, or takes its check back; of one without a value, says that the page has none.
   */
  async checkRow(onward = true) {
    const {row, model} = this;
    if (!row) return;
    if (this.locked) return toast(this.locked);
    const missing = !row.values.length && !row.checked;
    if (onward && !row.checked) model.toUnchecked();
    void this.updateComplete.then(() => this.focusRow());
    const {target} = model;
    const {checked} = row;
    const seen = seenOf(row);
    await this.equip();
    if (missing) return model.sender.sayMissing(target, row);
    return model.sender.check(target, [row], !checked, seen);
  }

  /** Checks all rows that have values and need no look. */
  async checkAll() {
    if (this.locked) return toast(this.locked);
    const rows = this.rows.filter((r) => r.values.length && !r.checked && !r.attention.length);
    if (!rows.length) return undefined;
    const {target} = this.model;
    return (await this.equip()).sender.check(target, rows, true);
  }

  async takeBack(row = this.row) {
    if (!row?.overridden) return;
    if (this.locked) return toast(this.locked);
    const {target} = this.model;
    return (await this.equip()).sender.revert(target, row);
  }

  addComponent() {
    return this.locked ? toast(this.locked) : this.act('addComponent');
  }

  /**
   * Takes a word of the page into the field; without one it opens that of the current value for a word that is held,
   * and else lets one choose the component.
   * @param {PickedWord} picked
   */
  async pick(picked) {
    if (fillLine(this, picked)) return undefined;
    if (!this.field && this.locked) return undefined;
    if (!this.field && !picked.held) return this.act('placeWord', picked);
    if (!this.field) await this.edit();
    return this.takeWord(picked);
  }

  takeWord(/** @type {PickedWord} */ {word, place}) {
    /** @type {any} */ (this.querySelector('dk-edit'))?.take({text: word, page: place.page, boxes: [place.box]});
  }

  // Drawing

  /** Draws the pages larger or smaller: see zoomBy of the pages. @param {number | null} step */
  zoom(step) {
    this.pagesElement?.zoomBy(step);
    this.requestUpdate();
  }

  /** Shows something beside the pages, or nothing when it is there already. @param {string} name */
  async showPanel(name) {
    this.look.panelView = (await openPanel()).panelView;
    this.set({panel: this.panel === name ? '' : name, offered: null});
    if (!this.panel) void this.updateComplete.then(() => this.focusRow());
  }

  async showThumbs() {
    const {thumbsView} = await openThumbs();
    this.look.thumbs = this.look.thumbs ? null : thumbsView;
    this.requestUpdate();
  }

  /** Makes the value of a box the current one, and opens it when it is that already. */
  onMark(/** @type {{row: number, value: number, at: number}} */ {row, value, at}) {
    const {place} = this.model;
    if (row < 0) return;
    const isHere = row === place.row && value === place.value;
    if (isHere && this.field) return /** @type {any} */ (this.querySelector('dk-edit input'))?.focus();
    if (isHere) return this.edit(row, value);
    this.choose(row, value, at);
    return this.updateComplete.then(() => this.focusRow());
  }

  view() {
    return viewOf(this);
  }

  updated() {
    const pages = this.pagesElement;
    if (!pages || !this.data) return;
    for (const part of this.querySelectorAll(
      'dk-pages,dk-edit,dk-panel,dk-thumbs,dk-tools,dk-edge,dk-one,dk-others,dk-line-items,dk-candidates'
    ))
      /** @type {any} */ (part).requestUpdate?.();
    if (this.isEmpty && !this.look.empty)
      void openEmpty().then((m) => {
        this.look.empty = m;
        this.requestUpdate();
      });
    if (!this.drawn.fresh) return;
    this.drawn.fresh = false;
    if (matchMedia('(max-width: 47.5rem)').matches) void openAround();
    pages.show(this.path, this.data.entities.pages);
    if (this.query.get('component')) this.choose(this.current);
    if (!document.querySelector('dialog[open]')) this.focusRow();
  }
}

function viewOf(/** @type {Review} */ review) {
  const {look, model, offered: shown} = review;
  const offered = shown ? shown.boxes.map((box) => ({page: shown.page, box})) : [];
  const beside = {'with-panel': !!review.panel, 'with-thumbs': !!look.thumbs, 'with-rows': !!openIn(review)};
  return html`<div class=${classMap({review: true, ...beside})}>
    ${headView(review)}${toldView(review)}${lockedView(review)}
    <section class="list" aria-label=${t('review.components')} @scroll=${(x) => scrollList(review, x.currentTarget)}>
      ${listView(review)}${aboutView(review)}
    </section>
    <dk-one .review=${review}></dk-one><dk-edge></dk-edge>
    <dk-pages
      tabindex="0"
      role="region"
      aria-label=${t('review.pages')}
      .marks=${review.marks}
      .current=${model.place.row}
      .offered=${offered}
      .picking=${!!review.field || !!openIn(review)}
      @mark=${(x) => review.onMark(x.detail)}
      @pick=${(x) => review.pick(x.detail)}
    ></dk-pages>
    ${linesView(review)}${look.thumbs?.(review) ?? nothing}
    <dk-tools .review=${review}></dk-tools>
    ${review.panel ? look.panelView?.(review) : nothing}
  </div>`;
}
/** @typedef {Review} Self */
customElements.define('dk-review', Review);
