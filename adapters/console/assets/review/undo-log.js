// @ts-check
// What was done here and can be taken back: each entry belongs to its file, and is taken back by its own name, also
// when
// another file is shown.

/**
 * @typedef {{id: string, file: string, words: string, touches: string[], undo: () => Promise<boolean | null>,
 *   redo: () => Promise<boolean | null>, ready: Promise<boolean>, onward: boolean, aside: boolean, merges: boolean}}
 *   Entry
 *   touches names what it changed in the file; undo tells whether that is taken back, null when it never will be; ready
 *   tells whether it was done; onward marks what led on to another file,
 *   aside what came along with something else, and is taken back by its message alone; merges what takes back its own
 *   part of what it touches, so that later changes of the same stay
 * @typedef {'done' | 'none' | 'changed' | 'failed'} Outcome none: there is no such entry any more; changed: what it did
 *   was changed by a later one, so that taking it back would take back that, too
 */

const most = 200; // entries

/**
 * The redo of something that was done already, for run, which does what it notes.
 * @param {() => Promise<boolean | null>} redo
 * @returns {() => Promise<boolean | null>}
 */
export function afterFirst(redo) {
  let made = false;
  return async () => {
    if (made) return redo();
    made = true;
    return true;
  };
}

export class UndoLog {
  /** @type {Entry[]} */
  entries = [];
  /** @type {Entry[]} those that were taken back */
  undone = [];
  /** @type {Promise<any>} */
  turn = Promise.resolve();
  next = 1;

  /**
   * Does something that can be taken back from now on, unless it fails.
   * @param {{file: string, words: string, touches: string[], undo: () => Promise<boolean | null>,
   *   redo: () => Promise<boolean | null>, onward?: boolean, aside?: boolean, merges?: boolean}} done
   * @returns {{id: string, ready: Promise<boolean>}}
   */
  run(done) {
    const entry = /** @type {Entry} */ ({
      onward: false,
      ...done,
      id: String(this.next++),
      ready: Promise.resolve(true)
    });
    this.entries = [...this.entries.slice(1 - most), entry];
    this.undone = this.undone.filter((e) => e.file !== entry.file);
    entry.ready = entry.redo().then((ok) => {
      if (!ok) this.entries = this.entries.filter((e) => e !== entry);
      return !!ok;
    });
    return entry;
  }

  /**
   * The entry that `u` takes back in a file: its last one, or what led on from another file to this one.
   * @param {string} file
   */
  last(file) {
    const entries = this.entries.filter((e) => !e.aside);
    return entries.findLast((e) => e.file === file) ?? entries.slice(-1).find((e) => e.onward);
  }

  /**
   * Takes one entry back, after what is being taken back already.
   * @param {string} id
   * @returns {Promise<{entry?: Entry, outcome: Outcome}>}
   */
  undo(id) {
    return this.inTurn(async () => this.takeBack(this.entries.find((e) => e.id === id)));
  }

  /** Takes the last entry of a file back. @param {string} file @returns {Promise<{entry?: Entry, outcome: Outcome}>} */
  undoLast(file) {
    return this.inTurn(async () => this.takeBack(this.last(file)));
  }

  /** @param {Entry | undefined} entry @returns {Promise<{entry?: Entry, outcome: Outcome}>} */
  async takeBack(entry) {
    if (!entry || !(await entry.ready)) return {entry, outcome: 'none'};
    const later = entry.merges ? [] : this.entries.slice(this.entries.indexOf(entry) + 1);
    if (later.some((e) => e.file === entry.file && e.touches.some((name) => entry.touches.includes(name))))
      return {entry, outcome: 'changed'};
    this.entries = this.entries.filter((e) => e !== entry);
    const undone = await entry.undo();
    if (undone) this.undone.push(entry);
    else if (undone === false) this.entries.push(entry);
    return {entry, outcome: undone ? 'done' : 'failed'};
  }

  /**
   * Does again what was taken back last in a file.
   * @param {string} file
   * @returns {Promise<{entry?: Entry, outcome: Outcome}>}
   */
  redoLast(file) {
    return this.inTurn(async () => {
      const entry = this.undone.findLast((e) => e.file === file);
      if (!entry) return {outcome: 'none'};
      this.undone = this.undone.filter((e) => e !== entry);
      if (!(await entry.redo())) return {entry, outcome: 'failed'};
      this.entries.push(entry);
      return {entry, outcome: 'done'};
    });
  }

  /** Keys may be faster than answers. @param {() => Promise<any>} step */
  inTurn(step) {
    const result = this.turn.then(step);
    this.turn = result.catch(() => {});
    return result;
  }
}
