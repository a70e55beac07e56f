// @ts-check
// Changes of files as the service gets them: each shows at once where it may, can be taken back where it can, and tells
// how
// it went. They belong to the file that they were made in, whatever is shown when the answer comes.

import {correctionOf, putValues, standOnExtracted} from './changes.js';
import {sendMatching} from './matching.js';
import {findNamed, seenOf} from './rows.js';

/**
 * @typedef {{path: string, file: Api.File}} Target a file, by its path, and what is known of it, which is kept up to
 *   date
 */

export class Sender {
  /** @type {Map<string, Map<string, string[]>>} versions that changes made here left, by file and component */
  left = new Map();

  /** @param {import('./review-model.js').Given} given */
  constructor(given) {
    this.given = given;
  }

  /** @param {string} path */
  leftIn(path) {
    if (!this.left.has(path)) this.left.set(path, new Map());
    return /** @type {Map<string, string[]>} */ (this.left.get(path));
  }

  // Single changes, which the outbox sends

  /** Gives a file that nobody has to whoever changes it first. @param {Target} target */
  async claim({path, file}) {
    if (file.assignee) return;
    const {api, me, log, words, tell} = this.given;
    Object.assign(file, await api.assign(path, me()));
    const run = (/** @type {string | null} */ id) => this.sendAssignee({path, file}, id);
    const redo = () => run(me());
    const {id} = log.run({
      file: path,
      words: words('review.claimed'),
      touches: ['assignee'],
      undo: () => run(null),
      redo: once(redo),
      aside: true
    });
    tell('claimed', {path, id});
  }

  /** @param {Target} target @param {string | null} id @returns {Promise<boolean>} */
  sendAssignee({path, file}, id) {
    const send = async () => Object.assign(file, await this.given.api.assign(path, id));
    return this.report(this.given.outbox.put({file: path, send}), {path});
  }

  /** @param {Target} target @param {Api.NewOverride} body @param {Seen} [seen] */
  putCorrection(target, body, seen) {
    const {path} = target;
    const {api, outbox, me, now} = this.given;
    const show = (/** @type {ReviewRow[]} */ rows) => {
      const row = findNamed(rows, body.name);
      if (!row) return;
      putValues(row, body.componentValues);
      Object.assign(row, {overridden: {by: me(), at: now(), note: body.note ?? ''}, checked: null});
    };
    const send = async (/** @type {string} */ key) => {
      await this.claim(target);
      await sendMatching(this.leftIn(path), (o) => api.override(path, body, {...o, key}), [body.name], seen);
    };
    return outbox.put({file: path, touches: [body.name], show, send, waits: true, body});
  }

  /** What it brings back is known once it is read. @param {Target} target @param {string} name @param {Seen} [seen] */
  putRevert(target, name, seen) {
    const {path} = target;
    const {api, outbox} = this.given;
    const send = async () => {
      await this.claim(target);
      await sendMatching(this.leftIn(path), (o) => api.revert(path, [name], o), [name], seen);
    };
    return outbox.put({file: path, touches: [name], send});
  }

  /**
   * @param {Target} target
   * @param {string[]} names
   * @param {boolean} on
   * @param {Seen} [seen]
   * @param {import('./outbox.js').Change} [after]
   */
  putCheck(target, names, on, seen, after) {
    const {path} = target;
    const {api, outbox, me, now} = this.given;
    const show = (/** @type {ReviewRow[]} */ rows) => {
      for (const row of rows) if (names.includes(row.name)) row.checked = on ? {by: me(), at: now()} : null;
    };
    const body = {checked: on ? names : [], unchecked: on ? [] : names};
    const send = async () => {
      await this.claim(target);
      await sendMatching(this.leftIn(path), (o) => api.check(path, body, o), names, seen);
    };
    return outbox.put({file: path, touches: names, show, send, after, waits: true});
  }

  /**
   * Waits for a change, and tells of its failure.
   * @param {import('./outbox.js').Change} change
   * @param {{path: string, names?: string[], row?: ReviewRow, draft?: ReviewField | null}} about
   * @returns {Promise<boolean>} whether it is stored
   */
  async report(change, about) {
    const ok = await change.done;
    if (!ok) this.given.tell('refused', {...about, error: change.error});
    return ok;
  }

  // What people do

  /**
   * Stores values of a component, and with checked says that they are right.
   * @param {Target} target @param {ReviewRow} row as it is shown
   * @param {{values: Api.NewValue[], note?: string, seen?: Seen, checked?: boolean, draft?: ReviewField | null,
   *   quiet?: boolean}} how draft is the field that they come from
   */
  async correct(target, row, {values, note = '', seen, checked = false, draft = null, quiet = false}) {
    const before = correctionOf(row);
    const wasChecked = row.checked;
    const body = (/** @type {Api.NewValue[]} */ componentValues) => ({
      name: row.name,
      componentValues,
      ...(note ? {note} : {})
    });
    let after = body(values);
    let first = draft;
    const about = {path: target.path, names: [row.name], row};
    const redo = async () => {
      const change = this.putCorrection(target, after, seen);
      const check = checked ? this.putCheck(target, [row.name], true, undefined, change) : null;
      const ok = await this.report(change, {...about, draft: first});
      if (ok && first) this.given.tell('stored', {...about, draft: first});
      if (ok && check) await this.report(check, about);
      first = null;
      after = body(standOnExtracted(values, row));
      return ok;
    };
    const undo = async () => {
      const change = before ? this.putCorrection(target, before) : this.putRevert(target, row.name);
      const check = wasChecked ? this.putCheck(target, [row.name], true, undefined, change) : null;
      const ok = await this.report(change, about);
      if (ok && check) await this.report(check, about);
      return ok || this.gone(change);
    };
    return this.remember({path: target.path, key: 'review.corrected', row, touches: [row.name], undo, redo, quiet});
  }

  /** Takes the correction of a row back. @param {Target} target @param {ReviewRow} row */
  async revert(target, row) {
    const before = /** @type {Api.NewOverride} */ (correctionOf(row)); // it is one that somebody corrected
    const seen = seenOf(row);
    const about = {path: target.path, names: [row.name], row};
    return this.remember({
      path: target.path,
      key: 'review.reverted',
      row,
      touches: [row.name],
      undo: async () => {
        const change = this.putCorrection(target, before);
        return (await this.report(change, about)) || this.gone(change);
      },
      redo: () => this.report(this.putRevert(target, row.name, seen), about)
    });
  }

  /**
   * Says that rows are right, or takes that back.
   * @param {Target} target
   * @param {ReviewRow[]} rows
   * @param {boolean} on
   * @param {Seen} [seen]
   */
  async check(target, rows, on, seen = seenOf(...rows)) {
    const names = rows.map((r) => r.name);
    const about = {path: target.path, names, row: rows[0]};
    const set = (/** @type {boolean} */ on) => async () => {
      const change = this.putCheck(target, names, on, seen);
      return (await this.report(change, about)) || this.gone(change);
    };
    return this.remember({
      path: target.path,
      key: 'review.checked',
      row: rows[0],
      n: rows.length,
      touches: names,
      undo: set(!on),
      redo: set(on),
      quiet: rows.length === 1
    });
  }

  /**
   * Says that the page has nothing for a row: where nothing must be there, that is a correction without values.
   * @param {Target} target
   * @param {ReviewRow} row
   */
  async sayMissing(target, row) {
    if (row.required || row.overridden) return this.check(target, [row], true);
    return this.correct(target, row, {values: [], seen: seenOf(row), checked: true});
  }

  /** Gives the file to somebody, or to nobody. @param {Target} target @param {string | null} id */
  async assign(target, id) {
    const before = target.file.assignee ?? null;
    return this.remember({
      path: target.path,
      key: id ? 'review.claimed' : 'review.released',
      touches: ['assignee'],
      undo: () => this.sendAssignee(target, before),
      redo: () => this.sendAssignee(target, id)
    });
  }

  /**
   * Takes a step of the file, beginning its review where nobody has. @param {Target} target
   * @param {{to: string, approverId?: string, onward?: boolean}} step @param {string} words
   * @returns {Promise<{ok: boolean, error?: Failed}>}
   */
  async takeStep({path, file}, {to, approverId, onward = false}, words) {
    const {api, log, outbox, tell} = this.given;
    /** @type {Record<string, string>} */
    const back = {
      NEW: 'NEW',
      UNDER_REVIEW: file.workflowStatus,
      UNDER_APPROVAL: 'UNDER_REVIEW',
      APPROVED: 'UNDER_REVIEW'
    };
    /** @type {Failed | undefined} */
    let error;
    const put = (/** @type {string} */ workflowStatus, /** @type {{approverId?: string}} */ more) => async () => {
      const send = async () => {
        if (file.workflowStatus === 'NEW' && workflowStatus !== 'UNDER_REVIEW')
          Object.assign(file, await api.step(path, {workflowStatus: 'UNDER_REVIEW'}));
        Object.assign(file, await api.step(path, {workflowStatus, ...more}));
      };
      const change = outbox.put({file: path, touches: [], send});
      error = undefined;
      const ok = await change.done;
      error = change.error;
      return ok;
    };
    const undo = async () => {
      const to = back[file.workflowStatus] ?? 'UNDER_REVIEW';
      const ok = await put(to, to === 'UNDER_APPROVAL' ? {approverId: this.given.me()} : {})();
      if (!ok) tell('refused', {path, error});
      return ok;
    };
    const redo = put(to, approverId ? {approverId} : {});
    const entry = log.run({file: path, words, touches: ['workflow'], undo, redo, onward});
    const ok = await entry.ready;
    if (ok) tell('done', {path, id: entry.id, words, step: to, file});
    return {ok, error};
  }

  // The log

  /**
   * Does something that can be taken back, and tells of it.
   * @param {{path: string, words?: string, key?: string, row?: ReviewRow | null, n?: number, touches: string[], quiet?:
   *   boolean,
   *   undo: () => Promise<boolean | null>, redo: () => Promise<boolean | null>}} what key names its words about n rows,
   *   where there are none yet
   */
  async remember(what) {
    const {path, key = '', row = null, n = 1, touches, undo, redo, quiet = false} = what;
    const words = what.words || this.given.words(key, {n, name: row?.display ?? ''});
    const entry = this.given.log.run({file: path, words, touches, undo, redo});
    const ok = await entry.ready;
    if (ok) this.given.tell('done', {path, id: entry.id, words, quiet, touches});
    return ok;
  }

  /**
   * Whether something cannot be taken back any more, since somebody else has changed it: then it is as good as taken
   * back.
   * @param {import('./outbox.js').Change} change
   */
  gone(change) {
    return change.error?.status === 412 ? null : false;
  }
}

/** Does nothing the first time: it was done already. @param {() => Promise<boolean>} run */
function once(run) {
  let first = true;
  return async () => {
    if (!first) return run();
    first = false;
    return true;
  };
}
