// @ts-check
// The field in which a value is typed: what stands in it is kept from the first letter on, until it is stored or its
// author
// throws it away.

import {changeValues, sameValues} from './changes.js';
import {draftValue} from './drafts.js';
import {theirsOf} from './matching.js';
import {findNamed, seenOf} from './rows.js';

/**
 * @typedef {{value?: string, by?: string, holder?: string}} Conflict what somebody else has stored, or who has the file
 * @typedef {{component: string, index: number, valueId?: string, insert: boolean, was: string, text: string, note:
 * string,
 *   place: FoundWords | null, seen: Seen, asked: string | null, conflict: Conflict | null, key: string}} Field
 *   key names it among drafts; asked is the text that was asked about already; conflict is what somebody else has
 * stored, or who has the file now
 */

export class Editor {
  /** @type {Field | null} */
  field = null;

  /** @param {import('./review-model.js').ReviewModel} model */
  constructor(model) {
    this.model = model;
    this.given = model.given;
  }

  /** The row of the field. */
  get row() {
    return this.field ? findNamed(this.model.rows, this.field.component) : undefined;
  }

  /**
   * Opens the field of a value, with what was typed there before if that is not stored yet.
   * @param {Partial<Pick<Field, 'text' | 'note' | 'place' | 'conflict'>> | null} [typed] what stands in it
   * @param {ReviewRow} row
   */
  open(row, index = 0, insert = false, typed = null) {
    this.leave();
    const v = insert ? null : row.values[index];
    const valueId = v?.valueId;
    let key = draftValue({index, insert, valueId});
    let draft = this.given.drafts.find(this.model.path, row.name, key);
    for (; draft && typed?.text !== undefined && draft.text !== typed.text; key += "'")
      draft = this.given.drafts.find(this.model.path, row.name, key + "'"); // what is kept there is another text
    const was = v?.value ?? '';
    this.field = {
      component: row.name,
      index,
      valueId,
      key,
      insert,
      was,
      note: typed?.note ?? draft?.note ?? row.overridden?.note ?? '',
      text: typed?.text ?? draft?.text ?? was,
      place: typed?.place ?? draft?.place ?? null,
      seen: seenOf(row),
      asked: null,
      conflict: typed?.conflict ?? null
    };
    if (draft && !typed && !row.saving && draft.was !== was) this.field.conflict = {value: was, by: row.overridden?.by};
    if (typed?.place) this.type(this.field.text, this.field.note, this.field.place);
    this.given.changed();
  }

  /** Notes what stands in the field; it is kept from now on. @param {string} text @param {string} note */
  type(text, note, place = /** @type {FoundWords | null} */ (null)) {
    const f = this.field;
    if (!f) return;
    Object.assign(f, {text, note, place});
    const {component, index, insert, was} = f;
    if (this.isTyped)
      this.given.drafts.keep(this.model.path, {component, value: f.key, index, insert, was, text, note, place});
    else this.dropDraft(f);
  }

  /** Whether the field holds something else than what is stored. */
  get isTyped() {
    const f = this.field;
    if (!f) return false;
    return f.text.trim() !== f.was || !!f.place || f.note.trim() !== (this.row?.overridden?.note ?? '');
  }

  /** Forgets what was typed, unless it is what is on its way. @param {Field} f */
  dropDraft(f) {
    if (!findNamed(this.model.rows, f.component)?.saving) this.given.drafts.drop(this.model.path, f.component, f.key);
  }

  /** Closes the field; what was typed stays a draft, and that is told. */
  leave() {
    const f = this.field;
    if (!f) return;
    const kept = this.isTyped;
    this.field = null;
    if (kept)
      this.given.tell('kept', {
        path: this.model.path,
        text: f.text,
        name: findNamed(this.model.rows, f.component)?.display ?? f.component
      });
    this.given.changed();
  }

  /** Closes the field, and forgets what was typed: its author says so. It can be had back. */
  discard() {
    const f = this.field;
    if (!f) return;
    const typed = this.isTyped;
    this.field = null;
    this.dropDraft(f);
    if (typed)
      this.given.tell('discarded', {
        path: this.model.path,
        field: f,
        name: findNamed(this.model.rows, f.component)?.display ?? f.component
      });
    this.given.changed();
  }

  /** Throws a draft away that no field shows; it can be had back. @param {import('./drafts.js').Draft} draft */
  discardDraft(draft) {
    const {component, value} = draft;
    this.given.drafts.drop(this.model.path, component, value);
    this.given.tell('discarded', {
      path: this.model.path,
      field: draft,
      name: findNamed(this.model.rows, component)?.display ?? component
    });
    this.given.changed();
  }

  /**
   * Keeps a draft again that was thrown away.
   * @param {Omit<ReviewDraft, 'at' | 'value'> & {value?: string}} f
   * @param {string} path
   */
  restore(path, f) {
    const {component, index, insert, was, text, note, place} = f;
    this.given.drafts.keep(path, {component, value: f.key ?? f.value ?? '', index, insert, was, text, note, place});
    this.given.changed();
  }

  /** Opens the field of a draft. @param {import('./drafts.js').Draft} draft */
  openDraft(draft) {
    const row = findNamed(this.model.rows, draft.component);
    if (!row) return;
    const found = row.values.findIndex(
      (v, index) => draftValue({index, insert: false, valueId: v.valueId}) === draft.value
    );
    const at = draft.insert || found < 0 ? draft.index : found;
    this.model.choose(this.model.rows.indexOf(row), at);
    this.open(
      row,
      Math.min(at, row.values.length),
      draft.insert || (found < 0 && row.values.length > 0 && draft.was === '')
    );
  }

  /** Goes on with what was typed, whatever others have stored. */
  keep() {
    if (this.field) this.field.conflict = null;
    this.given.changed();
  }

  /** Notes in the field what others have done meanwhile: stored another value, or taken the file. */
  watch() {
    const {field: f, row} = this;
    if (!f || !row) return;
    const {assignee} = this.model.data.file;
    if (assignee && assignee !== this.given.me()) f.conflict = {...f.conflict, holder: assignee};
    else if (f.conflict?.holder)
      f.conflict = f.conflict.value === undefined ? null : {...f.conflict, holder: undefined};
    const now = row.values[f.index]?.value ?? '';
    if (f.insert || row.saving || now === f.was || !row.overridden || row.overridden.by === this.given.me()) return;
    f.conflict = {...f.conflict, value: now, by: row.overridden.by};
    f.seen = seenOf(row);
  }

  /**
   * Stores what stands in the field, and closes it. What is not as the template expects, and what others have, is asked
   * about first: the same again says yes. It tells what came of it: 'asked', 'empty', 'same', 'stored', or 'failed',
   * when the text is in
   * the field again or kept as a draft.
   * @param {'next' | 'stay' | 'add' | 'remove' | 'up' | 'down'} then
   */
  async save(then = 'stay') {
    const {field: f, row} = this;
    if (!f || !row) return 'same';
    const text = f.text.trim();
    const asks = then !== 'remove' && text !== f.was && f.asked !== text && this.given.doubt(row, f, text);
    if (asks || (f.conflict?.holder && f.asked !== text)) {
      f.asked = text;
      this.given.changed();
      return 'asked';
    }
    if (!text && then !== 'remove') return 'empty';
    if (f.conflict?.holder && !(await this.model.sender.assign(this.model.target, this.given.me()))) return 'failed';
    if (this.field !== f || f.text.trim() !== text) return 'asked'; // its author went on typing
    const {values, at, to} = changeValues(row, {value: f.index, insert: f.insert}, {text, place: f.place, then});
    const note = f.note.trim();
    const same = sameValues(values, row) && !f.place && note === (row.overridden?.note ?? '');
    this.field = null;
    this.moveOn(row, {...f, index: at}, then, to, values, note);
    if (same) {
      this.dropDraft(f);
      if (then === 'next' && !row.checked) await this.model.sender.check(this.model.target, [row], true, f.seen);
      return 'same';
    }
    const ok = await this.model.sender.correct(this.model.target, row, {
      values,
      note,
      seen: f.seen,
      checked: then === 'next',
      draft: f
    });
    if (ok) return 'stored';
    return 'failed';
  }

  /**
   * Goes where a saved field leads.
   * @param {ReviewRow} row
   * @param {Field} f
   * @param {string} then
   * @param {number} to
   * @param {Api.NewValue[]} values
   * @param {string} note
   */
  moveOn(row, f, then, to, values, note) {
    if (then === 'next') this.model.toUnchecked();
    else this.model.choose(this.model.rows.indexOf(row), f.index);
    if (then === 'add') this.open(row, f.index + 1, true, {note});
    if (to !== f.index)
      this.open({...row, values: /** @type {ReviewValue[]} */ (values)}, to, false, {text: values[to].value, note});
    this.given.changed();
  }

  /**
   * Opens the field of a text that was refused again, unless another one is open or another file is shown: it stays a
   * draft.
   * @param {string} path
   * @param {Field} f
   * @param {Failed} error
   */
  async reopen(path, f, error) {
    if (error.status === 412 || error.status === 403) await this.model.refresh().catch(() => {});
    const row = path === this.model.path && !this.field && findNamed(this.model.rows, f.component);
    if (!row) return false;
    this.model.choose(this.model.rows.indexOf(row), f.index);
    const conflict = error.status === 412 ? theirsOf(error) : null;
    this.open(row, f.index, f.insert, {text: f.text, note: f.note, place: f.place, conflict});
    this.type(f.text, f.note, f.place);
    this.watch();
    return true;
  }
}
