// @ts-check
// Changes on their way to the service. They show at once, marked, one file's one after the other; each is stored, or
// taken
// back with the reason. What the network kept from the service waits, still marked, and is sent again when it returns.

/**
 * @typedef {{id: string, key: string, file: string, touches: string[], state: 'queued' | 'sending' | 'waiting' |
 * 'stored' | 'failed',
 *   show: (rows: ReviewRow[]) => void, send: (key: string) => Promise<unknown>, after?: Change, error?: Failed,
 *   resume?: () => void,
 *   waits: boolean, done: Promise<boolean>}} Change
 *   show draws it into rows; after is one without which it makes no sense; waits tells whether it may be sent again,
 * with
 *   the same key, when nobody knows what became of it
 */

export class Outbox {
  /** @type {Change[]} in their order */
  changes = [];
  /** @type {Map<string, Promise<any>>} the last change by file */
  lanes = new Map();
  /** @type {Map<string, number>} how often something was begun or ended, by file */
  turns = new Map();
  /** @type {Set<(change: Change) => void>} */
  listeners = new Set();
  /** @type {Map<string, {body: string, key: string}>} the keys of what nobody knows of, by file and name */
  keys = new Map();
  next = 1;

  /**
   * @param {{makeKey: () => string, isAway: (error: any) => boolean}} given isAway tells that the network kept a change
   */
  constructor({makeKey, isAway}) {
    this.makeKey = makeKey;
    this.isAway = isAway;
  }

  /**
   * Tells of each change that begins or ends until the returned function is called.
   * @param {(change: Change) => void} tell
   */
  listen(tell) {
    this.listeners.add(tell);
    return () => this.listeners.delete(tell);
  }

  /**
   * Sends a change behind those of its file that were begun before. Its done tells whether it is stored.
   * @param {{file: string, touches?: string[], show?: (rows: ReviewRow[]) => void, send: (key: string) =>
   *   Promise<unknown>,
   *   after?: Change, waits?: boolean, body?: any}} given what is sent again with the same body keeps its key
   * @returns {Change}
   */
  put({file, touches = [], show = () => {}, send, after, waits = false, body}) {
    const change = /** @type {Change} */ ({
      id: String(this.next++),
      key: this.keyFor(file + ' ' + touches.join(), body),
      file,
      touches,
      state: 'queued',
      show,
      send,
      after,
      waits
    });
    this.changes.push(change);
    change.done = (this.lanes.get(file) ?? Promise.resolve()).then(() => this.run(change));
    this.lanes.set(file, change.done);
    this.tell(change);
    return change;
  }

  /** @param {string} name @param {any} body */
  keyFor(name, body) {
    const now = JSON.stringify(body ?? null);
    const known = this.keys.get(name);
    if (body !== undefined && known?.body === now) return known.key;
    const key = this.makeKey();
    this.keys.set(name, {body: now, key});
    return key;
  }

  /** @param {Change} change */
  async run(change) {
    for (;;) {
      if (change.after?.state === 'failed') return this.end(change, 'failed', change.after.error);
      change.state = 'sending';
      try {
        await change.send(change.key);
        this.keys.delete(change.file + ' ' + change.touches.join());
        return this.end(change, 'stored');
      } catch (error) {
        if (!change.waits || !this.isAway(error)) {
          const {status = 0} = /** @type {any} */ (error);
          if (status >= 400 && status < 500 && status !== 429)
            this.keys.delete(change.file + ' ' + change.touches.join());
          return this.end(change, 'failed', error);
        }
      }
      const resumed = new Promise((resolve) => (change.resume = () => resolve(undefined)));
      change.state = 'waiting';
      this.tell(change);
      await resumed;
    }
  }

  /** @param {Change} change @param {'stored' | 'failed'} state @param {any} [error] */
  end(change, state, error) {
    Object.assign(change, {state, error});
    this.changes = this.changes.filter((c) => c !== change);
    this.tell(change);
    return state === 'stored';
  }

  /** @param {Change} change */
  tell(change) {
    this.turns.set(change.file, this.turnOf(change.file) + 1);
    for (const tell of [...this.listeners]) tell(change);
  }

  /** A number that grows with each change of a file that begins, waits or ends. @param {string} file */
  turnOf(file) {
    return this.turns.get(file) ?? 0;
  }

  /** The changes of a file that the service has not answered, in their order. @param {string} file */
  pending(file) {
    return this.changes.filter((c) => c.file === file);
  }

  /** Whether changes wait for the network, of one file or of any. @param {string} [file] */
  waiting(file) {
    return this.changes.filter((c) => c.state === 'waiting' && (!file || c.file === file));
  }

  /** Sends again what waits: the network is back. */
  resume() {
    for (const change of this.waiting()) change.resume?.();
  }

  /** Waits until nothing of a file is being sent: what is left waits for the network. @param {string} file */
  quiet(file) {
    const isQuiet = () => !this.pending(file).length || this.waiting(file).length > 0;
    if (isQuiet()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = this.listen(() => {
        if (!isQuiet()) return;
        end();
        resolve(undefined);
      });
    });
  }
}
