// @ts-check
// A review without a page: the components of a file as they are known, what is on its way, and the field that is open.
// What it calls, keeps and tells is given to it.

import {findNamed, isChecklist, makeRows, needsLook, newRow, placesOf} from './rows.js';

/** @typedef {import('./editor.js').Field} Field */

/**
 * @typedef {{api: typeof import('./calls.js').reviewCalls, drafts: import('./drafts.js').Drafts, log:
 *   import('./undo-log.js').UndoLog,
 *   outbox: import('./outbox.js').Outbox, me: () => string, now: () => string, words: (key: string, values?: any) =>
 * string,
 *   tell: (what: string, detail?: any) => void, changed: () => void, refresh: () => Promise<any>, doubt: (row:
 *   ReviewRow,
 * field: Field, text: string) => string}} Given
 *   api reads and changes files, see calls.js; tell says what happened, see Review; changed hears that something is
 *   to be drawn; refresh loads again in the background; doubt says why a text is not what the template expects
 */

const none = /** @type {any} */ (null); // what is there once it is asked for

export class ReviewModel {
  path = ''; // of the file
  data = /** @type {import('./rows.js').Data} */ (none); // what was read last, null before
  /** @type {ReviewRow[]} as they are shown */
  rows = [];
  /** @type {{row: number, value: number, box: number}} the current place */
  place = {row: 0, value: 0, box: 0};
  /** @type {string[]} components that are about to be added */
  added = [];
  /** @type {import('./outbox.js').Change[]} changes that are stored, and that no reading shows yet */
  unread = [];
  /** @type {Promise<any> | null} the reading in the background */
  reading = null;
  stepping = ''; // the file that a step is taken of
  sender = /** @type {import('./sender.js').Sender} */ (none); // null until the model is equipped
  editor = /** @type {import('./editor.js').Editor} */ (none); // null until the model is equipped

  /** @param {Omit<Given, 'log' | 'doubt'> & Partial<Given>} given log and doubt may come with equip */
  constructor(given) {
    this.given = /** @type {Given} */ (given);
    this.end = given.outbox.listen((change) => this.hear(change));
  }

  /**
   * Lets the file be changed, from now on; what is loaded for it may bring what the model was not given.
   * @param {typeof import('./work.js')} work as work.js has it
   */
  equip({Editor, Sender, given}) {
    if (this.sender) return;
    Object.assign(this.given, given);
    this.sender = new Sender({
      ...this.given,
      tell: (/** @type {string} */ what, /** @type {any} */ detail) => this.hearSender(what, detail)
    });
    this.editor = new Editor(this);
  }

  get row() {
    return this.rows[this.place.row];
  }

  /** The file as it is sent to: what a change needs that outlives what is shown. */
  get target() {
    return {path: this.path, file: this.data.file};
  }

  // Reading

  /** Shows another file, nothing of which is known yet. @param {string} path */
  open(path) {
    this.editor?.leave();
    Object.assign(this, {path, data: null, rows: [], added: [], unread: [], place: {row: 0, value: 0, box: 0}});
  }

  /**
   * Shows what a reading found that began when the outbox was at a turn; false when something was changed since, so
   * that it
   * shows a state from before and another reading is needed.
   * @param {import('./rows.js').Data} data
   * @param {number} turn
   */
  show(data, turn) {
    const {outbox} = this.given;
    if (outbox.turnOf(this.path) !== turn) return false;
    this.unread = [];
    this.data = data;
    this.draw();
    this.editor?.watch();
    return true;
  }

  /**
   * Reads the file once nothing is being sent any more, and again while something changes meanwhile.
   * @param {Call} o
   */
  async load(o) {
    const {path} = this;
    const {outbox, api} = this.given;
    for (;;) {
      await outbox.quiet(path);
      const turn = outbox.turnOf(path);
      const data = await api.read(path, o);
      if (path !== this.path || this.show(data, turn)) return path === this.path;
    }
  }

  /** @param {import('./outbox.js').Change} change */
  hear(change) {
    if (change.file !== this.path || !this.data) return;
    if (change.state === 'stored') this.unread.push(change);
    if (change.state === 'waiting') this.given.tell('waiting', {path: this.path});
    this.draw();
    const ended = change.state === 'stored' || change.state === 'failed';
    if (ended && !this.given.outbox.pending(this.path).length) void this.refresh();
  }

  /** Reads again in the background, once at a time. */
  refresh() {
    this.reading ??= this.given.refresh().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** @param {string} what @param {any} detail */
  hearSender(what, detail) {
    const {draft: f, path, error} = detail;
    if (what === 'stored') this.given.drafts.drop(path, f.component, f.key, f.text);
    else if (what === 'refused' && f)
      void this.editor.reopen(path, f, error).then((open) => this.given.tell('refused', {...detail, open}));
    else this.given.tell(what, detail);
  }

  /** Makes the rows anew: what was read, and over it what is on its way, marked. */
  draw() {
    const name = this.row?.name;
    const rows = makeRows(this.data);
    for (const added of this.added)
      if (!findNamed(rows, added)) rows.push(newRow(added, this.data.components.version ?? ''));
    for (const change of [...this.unread, ...this.given.outbox.pending(this.path)]) {
      for (const touched of change.touches) {
        const row = findNamed(rows, touched);
        if (row) row.saving = change.state === 'waiting' ? 'waiting' : (row.saving ?? 'sending');
      }
      change.show(rows);
    }
    this.rows = rows;
    if (name)
      this.place.row = Math.max(
        0,
        rows.findIndex((r) => r.name === name)
      );
    this.given.changed();
  }

  /** Adds a row for a component that neither rules nor definitions have. @param {string} name */
  add(name) {
    this.added.push(name);
    this.draw();
  }

  // Places

  /** Makes a value the current one; a field that is open elsewhere is left. @param {number} row */
  choose(row, value = 0, box = 0) {
    const to = this.rows[row];
    if (!to) return;
    const f = this.editor?.field;
    if (f && (f.component !== to.name || (f.index !== value && !f.insert))) this.editor.leave();
    this.place = {row, value: Math.min(value, Math.max(0, to.values.length - 1)), box};
    this.given.changed();
  }

  /** Makes another value of the current row the current one. @param {number} by */
  chooseValue(by) {
    const n = this.row?.values.length ?? 0;
    const value = Math.max(0, Math.min(n - 1, this.place.value + by));
    if (n > 1)
      this.choose(
        this.place.row,
        value,
        Math.max(
          0,
          this.places.findIndex((p) => p.value === value)
        )
      );
  }

  /** The boxes of the current row. */
  get places() {
    return this.row ? placesOf(this.row) : [];
  }

  /** Goes to the next box of the current row, and to its value. */
  nextBox() {
    const {places} = this;
    const box = (this.place.box + 1) % places.length;
    if (places.length) this.choose(this.place.row, places[box].value, box);
  }

  /** Goes to the next row with a value that nobody has checked, behind the current one first. */
  toUnchecked() {
    const {rows} = this;
    const from = this.place.row;
    const order = [...rows.keys()].map((i) => (from + 1 + i) % rows.length);
    const next = order.find((i) => i !== from && rows[i].values.length && !rows[i].checked);
    this.choose(next ?? Math.min(rows.length - 1, from + 1));
  }

  /** What is to be asked before a step that ends the work on the file here. */
  get questions() {
    const {file} = this.data;
    return {
      attention: this.rows.filter(needsLook),
      drafts: this.given.drafts.of(this.path),
      unread:
        file.workflowStatus === 'NEW' &&
        this.rows.some(isChecklist) &&
        !this.rows.some((r) => r.checked || r.overridden),
      holder: file.assignee && file.assignee !== this.given.me() ? file.assignee : ''
    };
  }

  /**
   * Takes a step of the file, after what is on its way. What stands in an open field is stored before a step that leads
   * on;
   * what is open then is asked about by ask, which gets what takes the step. Reports whether it is taken.
   * @param {Step & {approverId?: string}} step @param {string} words
   * @param {(questions: Questions | null, take: Take) => Promise<unknown>} ask
   */
  async takeStep(step, words, ask) {
    if (this.stepping === this.path) return false;
    this.stepping = this.path;
    try {
      return await this.tryStep(step, words, ask);
    } finally {
      this.stepping = '';
    }
  }

  /**
   * @param {Step & {approverId?: string}} step
   * @param {(questions: Questions | null, take: Take) => Promise<unknown>} ask
   * @param {string} words
   */
  async tryStep(step, words, ask) {
    const {path, target} = this;
    const {outbox, tell} = this.given;
    if (step.onward && this.editor.isTyped) await this.editor.save('stay');
    else if (step.onward) this.editor.leave();
    if (this.editor.field) return false;
    await outbox.quiet(path);
    if (outbox.waiting(path).length || path !== this.path || !this.data) {
      tell('waits', {path, words});
      return false;
    }
    const take = async (approverId = step.approverId) => {
      const {ok, error} = await this.sender.takeStep(target, {...step, approverId}, words);
      if (!ok) throw error;
      return true;
    };
    const {questions} = this;
    const isOpen = questions.attention.length || questions.drafts.length || questions.unread || questions.holder;
    return !!(await ask(step.onward && isOpen ? questions : null, take));
  }
}
