// @ts-check
// The way through the files of a queue, and what was done on it.

import {filePath} from '../api.js';
import {readAhead} from '../review/calls.js';
import {lazy} from './load.js';
import {loadImage} from './page-content.js';

const loadQueue = lazy(() => import('./queue-files.js'));

export class Walk {
  /** @type {import('./queue-files.js').Queue | null} null until it is loaded */
  queue = null;
  tally = {files: 0, values: 0, from: Date.now()};

  /** The queue of a name, which another one may have been. @param {any} params of the screen @param {string} name */
  async open(params, name) {
    const dossier = {id: params.dossier, dossierTemplateId: params.template};
    const {Queue} = await loadQueue();
    if (!this.queue?.is(name, dossier)) this.queue = new Queue(name, dossier);
    return this.queue;
  }

  /**
   * Reads the queue beside the file, which does not wait for it.
   * @param {any} params of the screen
   * @param {string} name
   * @param {{id: string}} file
   */
  async read(params, name, file) {
    const queue = await this.open(params, name);
    queue.seen.add(file.id);
    await queue.begin(file).then(
      () => this.readAhead(file.id),
      () => {} // who goes on reads it then
    );
  }

  /** Reads the queue again. @param {any} params of the screen @param {() => void} then after each reading */
  renew(params, then) {
    void this.queue?.renew(() => {
      this.readAhead(params.file);
      then();
    });
  }

  /**
   * The file that stands before or behind one, which may have to be read first.
   * @param {any} params of the screen
   * @param {string} name
   * @param {number} by
   * @param {{id: string}} file
   */
  async find(params, name, file, by) {
    const queue = await this.open(params, name);
    return queue.neighbour(file.id, by) ?? queue.find(file, by);
  }

  /** Reads the next file and its first page before it is asked for. @param {string} id */
  readAhead(id) {
    this.queue?.prepare(id);
    const next = this.queue?.neighbour(id, 1);
    if (!next) return;
    const path = filePath(next);
    readAhead(path)?.then(
      (d) =>
        d.entities.pages[0] &&
        loadImage(path, d.entities.pages[0].page, devicePixelRatio > 1 ? 150 : 100, {background: true}),
      () => {}
    );
  }
}
