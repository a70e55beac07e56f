// @ts-check
// The values of one component as rows: changed here at once, and stored one state after the other. What somebody else
// has stored meanwhile is taken in; nothing that was typed is lost.

import {applyChange, invertChange, keyAfter, rebase, setsOf} from './grid-changes.js';
import {indexOfKey} from './grid-key.js';

/**
 * @typedef {import('./grid-changes.js').Change} Change
 * @typedef {import('./grid-changes.js').Row} Row
 * @typedef {{values: ReviewValue[], overridden: Api.Override | null, version: string,
 *   componentValues?: ReviewValue[]}} Component
 * @typedef {{key: string, column: string, mine: string, theirs: string | null, row: Row | undefined, at: number,
 *   by?: string}} Refused what somebody else has set in a cell, in place of what was typed there
 * @typedef {{
 *   read: () => Component | null, send: (values: Api.NewValue[] | null, seen: Seen | null) =>
 *   Promise<'stored' | 'changed' | 'failed'>, seen: (component: Component) => Seen, drawn: () => void,
 *   clash: (what: Refused) => void, kept: (rows: Row[]) => void}} Given
 *   read returns the component as it was read last, null when it is not shown any more; send stores all values, null
 *   for what
 *   was extracted, and returns once the component was read again; seen says what a change of the component is based on
 */

/** The column of values that are no rows. */
export const single = 'value';

export class ValueList {
  /** @type {Row[]} as they are shown */
  rows = [];
  /** @type {Row[]} as they are stored */
  base = [];
  /** @type {Change[]} those that are not stored yet */
  pending = [];
  /** @type {Set<string>} columns that rows have, or had: the service takes cells of no others */
  columns = new Set();
  /** @type {Map<string, string>} keys of rows by the identifiers of values */
  keys = new Map();
  /** @type {Promise<boolean> | null} what is being stored */
  sending = null;
  /** @type {{key: string, id?: string}[] | null} the rows that were stored last, whose identifiers are not known yet */
  sent = null;
  /** @type {string | null} what was extracted, as comparable tells it; null while that is not known */
  extracted = null;
  /** @type {Seen | null} */
  seen = null;
  failed = false;

  /** @param {Given} given @param {boolean} cells whether values are rows with cells */
  constructor(given, cells) {
    this.given = given;
    this.cells = cells;
    this.take(given.read());
  }

  /** Shows what was read, under what is not stored yet. @param {Component | null} component */
  show(component) {
    if (!this.sending) this.take(component);
  }

  /** @param {Component | null} component */
  take(component) {
    if (!component) return;
    this.name(component);
    this.base = component.values.map((/** @type {ReviewValue} */ v, /** @type {number} */ at) =>
      this.rowOf(v, at, component)
    );
    for (const row of this.base) for (const name of Object.keys(row.cells)) this.columns.add(name);
    this.seen = this.given.seen(component);
    if (!component.overridden) this.extracted = this.comparable(this.base);
    const before = this.rows;
    const {rows, changes, clashes, kept} = rebase(this.base, this.pending);
    Object.assign(this, {rows, pending: changes});
    for (const c of clashes) {
      const at = indexOfKey(before, c.key);
      this.given.clash({...c, row: before[at], at, by: component.overridden?.by});
    }
    if (kept.length) this.given.kept(kept);
    this.given.drawn();
  }

  /** Gives values that were stored just now the keys of their rows. */
  name(/** @type {Component} */ {values}) {
    const {sent} = this;
    this.sent = null;
    if (!sent || sent.length !== values.length) return;
    values.forEach((/** @type {ReviewValue} */ v, /** @type {number} */ i) => {
      if (!this.keys.has(idOf(v, i))) this.keys.set(idOf(v, i), sent[i].key);
    });
  }

  /** @returns {Row} @param {number} at @param {ReviewValue} v @param {Component} component */
  rowOf(v, at, component) {
    const id = idOf(v, at);
    const cells = this.cells
      ? Object.fromEntries((v.cells ?? []).map((c) => [c.column, c.value]))
      : {[single]: v.value};
    if (this.cells && !v.cells) cells[single] = v.value;
    return {
      key: this.keys.get(id) ?? id,
      id,
      added: !!component.overridden && v.basedOn === null,
      cells,
      places: v.places ?? [],
      value: v,
      by: component.overridden?.by
    };
  }

  /** Makes a change, which shows at once, and stores it; reports whether that went well. @param {Change} change */
  apply(change) {
    this.rows = applyChange(this.rows, change);
    this.pending = [...this.pending, change];
    this.given.drawn();
    return this.flush();
  }

  /**
   * Takes a change back; null when what it set was changed again since.
   * @param {Change} change
   * @returns {Promise<boolean> | null}
   */
  takeBack(change) {
    this.show(this.given.read());
    const back = invertChange(change, this.rows);
    const textOf = (/** @type {import('./grid-changes.js').SetCell} */ s) =>
      this.rows.find((r) => r.key === s.key)?.cells[s.column] ?? '';
    if (setsOf(back).some((s) => textOf(s) !== s.before)) return null;
    return this.apply(back);
  }

  /** Stores what is not stored yet. */
  flush() {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
      this.take(this.given.read());
    });
    return this.sending;
  }

  async sendAll() {
    while (this.comparable(this.rows) !== this.comparable(this.base)) {
      const {pending, rows} = this;
      const back = this.comparable(rows) === this.extracted;
      const sent = rows.filter(isFilled);
      const outcome = await this.given.send(back ? null : sent.map((r) => this.valueOf(r)), this.seen);
      this.failed = outcome === 'failed';
      if (this.failed) return false;
      const component = this.given.read();
      if (outcome === 'stored') {
        this.sent = sent.map(({key, id}) => ({key, id}));
        this.pending = [...emptyRows(rows), ...this.pending.filter((c) => !pending.includes(c))];
        if (!component) this.base = rows;
      }
      this.take(component);
      if (!component && outcome === 'changed') return false;
    }
    this.pending = emptyRows(this.rows);
    return true;
  }

  /**
   * A row as the service takes it; a cell that was emptied is named, for those that are not named stay.
   * @param {Row} row
   */
  valueOf(row) {
    const known = row.id && (!row.added || this.base.some((r) => r.id === row.id));
    const places = (row.places ?? []).map(({page, boxes}) => ({page, boxes}));
    const cells = Object.entries(row.cells)
      .filter(([column, text]) => column !== single && (text || known))
      .map(([column, value]) => ({column, value}));
    return {
      ...(cells.length ? {cells} : {value: row.cells[single] ?? ''}),
      basedOn: known ? row.id : '',
      ...(places.length ? {places} : {})
    };
  }

  /** Rows as far as they are stored. @param {Row[]} rows */
  comparable(rows) {
    const texts = (/** @type {Record<string, string>} */ cells) =>
      Object.entries(cells)
        .filter(([, text]) => text)
        .sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify(rows.filter(isFilled).map((r) => [r.key, texts(r.cells), r.places?.length ?? 0]));
  }
}

/** The identifier of a value: that of what was extracted, or of its own. @param {number} at @param {ReviewValue} v */
const idOf = (v, at) => v.basedOn || v.valueId || 'at ' + at;

/** Reports whether a row has any text; others are not stored. @param {Row} row */
const isFilled = (row) => Object.values(row.cells).some((text) => text.trim());

/** What puts rows without a text in again. @param {Row[]} rows @returns {Change[]} */
const emptyRows = (rows) =>
  rows.filter((r) => !isFilled(r)).map((r) => ({kind: 'insert', key: r.key, before: keyAfter(rows, r.key), after: r}));
