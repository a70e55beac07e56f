// @ts-check
// The files of a queue, read in pages.

import {dossierPath, get} from '../api.js';
import {formatNumber} from '../i18n.js';
import {listFiles} from './files.js';
import {placeOf} from './place-address.js';
import {filters, goesThroughAll, listPath, partsOf, queryOf} from './queue.js';

const pageSize = 100; // files
const mostAtOnce = 500; // files of an answer, by which one is caught up with that is far behind
const near = 20; // files before the end of what is read, from which on more is asked for
const longestRest = 5000; // ms between readings that events ask for

/**
 * The files that come one after the other in a review. They are read in pages, the next of which is asked for before
 * the end of the last.
 */
export class Queue {
  /** @type {any[]} those that were read */
  files = [];
  /** @type {string | null} of those that follow */
  cursor = null;
  total = 0; // as far as it is known
  seen = new Set(); // files that were shown, which stay
  /** @type {Promise<any> | null} */
  begun = null;
  /** @type {Promise<any> | null} the page that is being read */
  reading = null;
  /** @type {any} why the last page did not come */
  failure = null;
  renewing = false;
  stale = false; // whether something has happened since the last reading began

  /** @param {string} name @param {any} dossier whose files it has, unless it goes through all */
  constructor(name, dossier) {
    this.name = name;
    this.dossier = dossier;
  }

  /** Reports whether it is the queue of a name, for a dossier. @param {string} name @param {{id: string}} dossier */
  is(name, dossier) {
    return this.name === name && (goesThroughAll(name) || this.dossier?.id === dossier.id);
  }

  /**
   * How many files it has, in words: while a text is looked for the service knows no more than that there are others.
   */
  get length() {
    const known = Math.max(this.total, this.files.length);
    return formatNumber(known) + (this.cursor !== null && !this.total ? '+' : '');
  }

  /** @param {number} limit @param {string | null | undefined} cursor */
  async ask(limit, cursor) {
    const query = {...queryOf(this.name), limit, cursor};
    const o = {background: true};
    const page = goesThroughAll(this.name)
      ? await listFiles(query, o)
      : await get(dossierPath(this.dossier) + '/files', {...query, includeArchived: true}, o);
    return {files: page.files ?? page.fileStatus, cursor: page.nextCursor ?? null, total: page.total ?? 0};
  }

  /** Reads until a file is found, once; one that the list does not have stands in front. @param {any} file */
  begin(file) {
    this.begun ??= this.readUntil(file).catch((error) => {
      this.begun = null;
      throw error;
    });
    return this.begun;
  }

  /** @param {{id: string}} file */
  async readUntil(file) {
    let page = await this.ask(pageSize, undefined);
    const files = page.files;
    while (page.cursor !== null && !files.some((/** @type {{id: string}} */ f) => f.id === file.id)) {
      page = await this.ask(mostAtOnce, page.cursor);
      files.push(...page.files);
    }
    const has = files.some((/** @type {{id: string}} */ f) => f.id === file.id);
    Object.assign(this, {...page, files: has ? files : [{...file}, ...files]});
  }

  /** Reads the next page, once. */
  async readMore() {
    if (this.cursor === null) return;
    this.failure = null;
    this.reading ??= this.ask(pageSize, this.cursor).then(
      (page) => {
        this.add(page.files);
        Object.assign(this, {cursor: page.cursor, total: page.total, reading: null});
      },
      (failure) => Object.assign(this, {failure, reading: null})
    );
    await this.reading;
  }

  /** @param {{id: string}[]} files */
  add(files) {
    const known = new Set(this.files.map((f) => f.id));
    this.files.push(...files.filter((/** @type {{id: string}} */ f) => !known.has(f.id)));
  }

  /** The place of a file, -1 for none. @param {string} id */
  indexOf(id) {
    return this.files.findIndex((f) => f.id === id);
  }

  /** The file so many places behind another one, as far as it is read. @param {string} id @param {number} by */
  neighbour(id, by) {
    return this.files[this.indexOf(id) + by];
  }

  /**
   * The same, which reads what is not read yet, and throws why that failed. A search may answer pages in which nothing
   * fits.
   * @param {any} file
   * @param {number} by
   */
  async find(file, by) {
    const {id} = file;
    await this.begin(file);
    while (by > 0 && !this.neighbour(id, by) && this.cursor !== null) {
      const {cursor} = this;
      await this.readMore();
      if (this.failure) throw this.failure;
      if (this.cursor === cursor) break;
    }
    return this.neighbour(id, by);
  }

  /** Asks for the next page when a file is near the end of what is read. @param {string} id */
  prepare(id) {
    if (this.files.length - this.indexOf(id) <= near) void this.readMore();
  }

  /** Takes over what a file is now. @param {{id: string}} file */
  replace(file) {
    this.files = this.files.map((f) => (f.id === file.id ? {...f, ...file} : f));
  }

  /**
   * Reads again what was read, one reading after the other, each after a rest as long as the one before: new files
   * join at the end, and those that have left go, unless they were shown.
   * @param {() => void} then after each
   */
  async renew(then) {
    this.stale = true;
    if (this.renewing) return;
    this.renewing = true;
    while (this.stale) {
      this.stale = false;
      const from = performance.now();
      await this.renewOnce().then(then, () => {});
      if (this.stale) await new Promise((end) => setTimeout(end, Math.min(longestRest, performance.now() - from)));
    }
    this.renewing = false;
  }

  async renewOnce() {
    await Promise.all([this.begun, this.reading]);
    const wanted = this.files.length + near;
    const files = [];
    let page;
    do {
      page = await this.ask(Math.min(mostAtOnce, Math.max(pageSize, wanted - files.length)), page?.cursor);
      files.push(...page.files);
    } while (page.cursor !== null && files.length < wanted);
    const now = new Set(files.map((f) => f.id));
    this.files = this.files.filter((f) => now.has(f.id) || this.seen.has(f.id));
    this.add(files);
    Object.assign(this, {cursor: page.cursor, total: page.total});
  }

  /** The address of the list that it is, at a file. @param {string} id */
  listPath(id) {
    if (goesThroughAll(this.name)) return '/';
    const {name, sort, text} = partsOf(this.name);
    const show = name === 'open' || !(name in filters) ? 'all' : name;
    return listPath(this.dossier.id, show, sort, text, placeOf(id, this.indexOf(id)));
  }
}
