// @ts-check
// The values of a component as lines in a drawer: rows with cells by name, or values one below the other.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {keepChoice} from './account.js';
import {Part, icon} from './base.js';
import {toast} from './feedback.js';
import './grid.js';
import {setsOf} from './grid-changes.js';
import * as editing from './grid-editing.js';
import {indexOfKey} from './grid-key.js';
import {parts} from './grid-parts.js';
import {noteChoice, rowsHeight} from './preferences.js';
import {takeByMouse} from './suggest.js';
import {ValueList, single} from './value-list.js';

const headWidth = 76; // px
const rowHeight = 30; // px
const doubtful = 0.7; // confidence below which the service tells of a doubt
const step = 20; // px, by a key

/**
 * Who shows the lines. Set a new one for another component or file.
 * @typedef {import('./value-list.js').Component} Component
 * @typedef {{words: string, undo: () => Promise<boolean | null>, redo: () => Promise<boolean>}} Entry
 * @typedef {{
 *   title: string, format: string, columns: Api.Column[], read: () => Component | null,
 *   seen: (component: Component) => Seen, send: import('./value-list.js').Given['send'],
 *   locked: () => string, remember: (entry: Entry) => void, undo: () => unknown, redo: () => unknown,
 *   words: () => Map<number, PageWord[][]>, readWords: (done: () => void) => unknown,
 *   placesOf: (value: ReviewValue | undefined, column: string) => Api.Position[],
 *   look: (place: Api.Position | null, value: ReviewValue | null) => void, close: () => void,
 *   pages: PagesElement | null}} Owner
 *   columns are those of the definition; read returns the component as it was read last, with its values
 */

parts.editing ??= editing; // lines are there to be edited

/** Set owner. */
class LineItems extends Part {
  /** @type {Owner | null} */
  owner = null;
  /** @type {Owner | null} the owner that the list is of */
  of = null;
  /** @type {ValueList | null} */
  list = null;
  /** @type {GridSource | null} */
  source = null;
  /** @type {(() => void) | null} */
  endMouse = null;

  attach() {
    return [() => this.endMouse?.()];
  }

  get grid() {
    return /** @type {Grid | null} */ (this.querySelector('dk-grid'));
  }

  willUpdate() {
    const {owner, list} = this;
    if (!owner) return;
    if (owner !== this.of) this.begin(owner);
    else list?.show(owner.read());
  }

  /** Shows another component. @param {Owner} owner */
  begin(owner) {
    this.of = owner;
    const component = owner.read();
    const cells = owner.columns.length > 0 || !!component?.values.some((v) => v.cells);
    const list = new ValueList(
      {
        read: owner.read,
        seen: owner.seen,
        send: owner.send,
        drawn: () => this.of === owner && this.draw(),
        clash: (c) => this.of === owner && this.giveBack(c),
        kept: () => toast(t('grid.kept'), {bad: true})
      },
      cells
    );
    this.list = list;
    this.endMouse?.();
    this.endMouse = owner.pages ? takeByMouse(owner.pages, (words) => this.grid?.fillCurrent(words.text, words)) : null;
    this.draw();
  }

  giveBack(/** @type {import('./value-list.js').Refused} */ {key, column, mine, theirs, by, row, at}) {
    const refused = {key, column, text: mine, row, at, clash: {value: theirs, by}};
    void this.updateComplete.then(() => this.grid?.giveBack(refused));
  }

  /**
   * The columns: those of the definition that rows have, then what else they have; all of the definition without
   * rows.
   */
  columns() {
    const {owner, list} = this;
    if (!owner || !list) return [];
    if (!list.cells) return [{name: single, display: t('review.value'), format: owner.format}];
    const used = list.columns;
    const defined = owner.columns.filter((c) => !used.size || used.has(c.technicalName));
    /** @type {Map<string, Api.Column | null>} */
    const known = new Map(defined.map((c) => [c.technicalName, c]));
    for (const name of used) if (!known.has(name)) known.set(name, null);
    return [...known].map(([name, c]) => ({
      name,
      display: c?.displayName ?? (name === single ? t('review.value') : name.replaceAll('_', ' ')),
      format: c?.format ?? '',
      number: ['NUMBER', 'AMOUNT'].includes(c?.format ?? '')
    }));
  }

  /** Makes the rows of the grid anew. */
  draw() {
    const {owner, list} = this;
    if (!owner || !list) return;
    const columns = this.columns();
    this.source = {
      label: owner.title,
      head: t('grid.row'),
      headWidth,
      rowHeight,
      columns,
      rows: list.rows.map((row) => ({...row, ...marksOf(row, columns, list)})),
      grows: true,
      types: () => true,
      lockedBecause: owner.locked,
      words: owner.words,
      tools: () => this.renderTools()
    };
    this.requestUpdate();
  }

  /** Applies a change, which its own message takes back. @param {GridChange} change */
  apply(change) {
    const {owner, list} = this;
    if (!owner || !list) return;
    const words = this.wordsOf(change);
    const ok = list.apply(change);
    const undo = async () => {
      const back = list.takeBack(change);
      if (!back) toast(t('grid.changed-since'), {bad: true});
      return back ?? false;
    };
    owner.remember({words, undo, redo: () => list.apply(change)});
    void ok.then((stored) => {
      if (!stored && list.failed) toast(t('grid.not-stored'), {bad: true, again: () => list.flush()});
    });
  }

  /** What a change does, in words. @param {GridChange} change */
  wordsOf(change) {
    const n = indexOfKey(this.list?.rows ?? [], change.key) + 1;
    const name = 'column' in change ? change.column : '';
    const column = this.source?.columns.find((c) => c.name === name)?.display ?? '';
    switch (change.kind) {
      case 'set':
        return t('grid.did-set', {n, column, value: change.after || '–'});
      case 'insert':
        return t('grid.did-insert');
      case 'paste':
        return t('grid.pasted', {n: setsOf(change).length + this.cellsIn(change)});
      default:
        return t('grid.did-' + change.kind, {n});
    }
  }

  /** How many cells rows have that a change puts in. */
  cellsIn(/** @type {import('./grid-changes.js').Paste} */ {changes}) {
    return changes.reduce(
      (/** @type {number} */ n, c) => n + (c.kind === 'insert' ? Object.keys(c.after.cells).length : 0),
      0
    );
  }

  /** Shows where the current cell stands. */
  comeTo(/** @type {{row: GridRow | undefined, column: GridColumn}} */ {row, column}) {
    const {owner} = this;
    if (!owner || !row) return;
    const [place = null] = owner.placesOf(row.value, column.name);
    owner.look(place ?? row.places?.at(-1) ?? null, row.value ?? null);
  }

  /** Changes the height, in px. @param {number} px */
  size(px, done = true) {
    const height = String(Math.round(Math.max(160, Math.min(640, px))));
    noteChoice('rows', height);
    if (done) void keepChoice('rows', height);
    this.requestUpdate();
  }

  /** @param {Heard} e */
  onDrag(e) {
    if (e.buttons !== 1) return;
    this.size(this.getBoundingClientRect().bottom - e.clientY, false);
  }

  /** @param {Heard} e */
  onEdgeKey(e) {
    /** @type {Record<string, number>} */
    const steps = {ArrowUp: step, ArrowDown: -step, PageUp: 5 * step, PageDown: -5 * step};
    const by = steps[e.key];
    if (!by) return;
    e.preventDefault();
    this.size(rowsHeight() + by);
  }

  renderTools() {
    const {list, owner} = this;
    return html`<span class="space"></span
      >${list?.sending ? html`<span class="soft">${t('grid.storing')}</span>` : nothing}
      <button class="quiet small" title=${t('grid.close') + ' (Esc)'} @click=${() => owner?.close()}>
        ${icon('close')}<span class="hidden">${t('grid.close')}</span>
      </button>`;
  }

  render() {
    const {owner, source} = this;
    if (!owner || !source) return nothing;
    return html`<div
        class="rows-edge"
        role="separator"
        aria-orientation="horizontal"
        aria-label=${t('grid.height')}
        aria-valuemin="160"
        aria-valuemax="640"
        aria-valuenow=${rowsHeight()}
        tabindex="0"
        @keydown=${(e) => this.onEdgeKey(e)}
        @pointerdown=${(e) => e.currentTarget.setPointerCapture(e.pointerId)}
        @pointermove=${(e) => this.onDrag(e)}
        @pointerup=${() => this.size(rowsHeight())}
      ></div>
      <h2>${owner.title}</h2>
      <dk-grid
        .source=${source}
        @apply=${(e) => this.apply(e.detail)}
        @cell=${(e) => this.comeTo(e.detail)}
        @edit=${() => owner.readWords(() => this.grid?.refresh())}
        @offer=${(e) => owner.look(e.detail, null)}
        @undo=${() => owner.undo()}
        @redo=${() => owner.redo()}
        @leave=${() => owner.close()}
      ></dk-grid>`;
  }

  /** Puts the focus on a cell of a row, the first without a number. */
  begins(at = 0) {
    void this.updateComplete.then(() => this.grid?.select({row: at, column: 0, anchor: null}));
  }
}
/** @typedef {LineItems} Self */
customElements.define('dk-line-items', LineItems);

/**
 * What there is to be seen of a row: whether it was added or corrected, and how sure its value is.
 * @param {GridRow} row
 * @param {GridColumn[]} columns
 * @param {ValueList} list
 */
function marksOf(row, columns, list) {
  const {value} = row;
  const head = [];
  if (row.added || !value) head.push('added');
  if (value && !row.added && (value.confidence ?? 1) < doubtful) head.push('doubtful');
  if (value?.otherSources?.some((s) => !s.agrees)) head.push('contradicted');
  const corrected = value && !row.added && value.originalValue && value.value !== value.originalValue;
  const found = corrected ? (value.originalValue ?? '').split(' | ') : [];
  const stored = list.base.find((r) => r.key === row.key);
  /** @type {Record<string, string[]>} */
  const marks = {};
  const saving = new Set();
  for (const {name} of columns) {
    const text = row.cells[name] ?? '';
    if (corrected && text && !found.includes(text)) marks[name] = ['corrected'];
    if (text !== (stored?.cells[name] ?? '')) saving.add(name);
  }
  return {headMarks: head, marks, saving};
}
