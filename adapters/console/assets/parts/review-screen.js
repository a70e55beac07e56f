// @ts-check
// A review as its parts see it: the model of the file that is shown, what was read, and what is told.

import {filePath, get} from '../api.js';
import {subscribe} from '../live.js';
import {placesOf} from '../review/rows.js';
import {stepsOf} from '../review/steps.js';
import {reviewStore} from '../review/store.js';
import {Screen, failureWords, none} from './base.js';
import {go, session} from './context.js';
import {toast} from './feedback.js';
import {lockedBecause} from './files.js';
import {lazy} from './load.js';
import {addressOf, changesQueue, goesThroughAll} from './queue.js';
import {keysOf} from './review-keys.js';
import {makeModel} from './review-make.js';
import {Walk} from './review-queue.js';

// Loaded after the first paint.
/** @type {typeof import('../review/work.js') | null} once it is loaded */
let work = null;
const openWork = lazy(async () => (work = await import('../review/work.js')));
const openEdit = lazy(() => import('./edit.js'));
const openActs = lazy(() => import('./acts.js'));
const openTellers = lazy(() => import('./review-tell.js'));

export class ReviewScreen extends Screen {
  model = /** @type {ReviewModel} */ (none); // of the file that is shown, null before the first one is read
  walk = new Walk();
  filter = '';
  panel = ''; // what stands beside the pages
  /** @type {ReviewLook} */
  look = {thumbs: null, boxes: 0, windowAt: 0, edit: null, empty: null};
  /** @type {Api.Position | null} the place that the field looks at */
  offered = null;
  /** @type {import('./pages.js').Mark[]} places of all values */
  marks = [];
  /** @type {Map<number, PageWord[][]>} words by page */
  lines = new Map();
  /** @type {Failed | null} of the last attempt, null when it was carried out */
  failure = null;
  /** @type {ReviewDrawn} what marks and field were drawn for last */
  drawn = {};

  // What parts ask for
  get asReview() {
    return /** @type {Review} */ (/** @type {unknown} */ (this));
  }

  get path() {
    return this.model?.path ?? this.pathOf();
  }

  /** The path of the file that the address names. */
  pathOf() {
    const {template, dossier, file} = this.params;
    return filePath({dossierTemplateId: template, dossierId: dossier, id: file});
  }

  get data() {
    return this.model?.data;
  }

  /** The components, as they are shown. @returns {ReviewRow[]} */
  get rows() {
    return this.model?.rows ?? [];
  }

  get row() {
    return this.model?.row;
  }

  get current() {
    return this.model?.place.row ?? 0;
  }

  /** The field that is open, null for none. */
  get field() {
    return this.model?.editor?.field ?? null;
  }

  /** What was typed in this file and is not stored. */
  get drafts() {
    return reviewStore().drafts.of(this.path);
  }

  get queueOf() {
    return this.query.get('queue') ?? '';
  }

  get isMember() {
    return this.dossier?.memberIds.includes(session.id) ?? false;
  }

  /** Why values cannot be changed, empty when they can. */
  get locked() {
    return lockedBecause(this.data.file, this.isMember);
  }

  /** The next steps of the file: the main one first. */
  get steps() {
    return stepsOf(this.data.file, this.dossier, session.id);
  }

  get shownRows() {
    const wanted = this.filter.toLowerCase();
    return this.rows.filter(
      (r) => !wanted || (r.display + ' ' + r.values.map((v) => v.value).join(' ')).toLowerCase().includes(wanted)
    );
  }

  /** Whether the file has no values at all. */
  get isEmpty() {
    return !this.field && this.rows.every((r) => !r.values.length && !r.saving && !r.checked && !r.candidates);
  }

  get pagesElement() {
    return /** @type {PagesElement} */ (this.querySelector('dk-pages'));
  }

  // Reading

  heading() {
    return this.data?.file.filename ?? '';
  }

  wants() {
    return (/** @type {LiveEvent} */ e) =>
      e.fileId === this.params.file || (e.dossierId === this.params.dossier && e.type.startsWith('dossier.'));
  }

  attach() {
    return [
      subscribe(
        (e) => changesQueue(e) && (e.dossierId === this.params.dossier || goesThroughAll(this.queueOf)),
        () => this.walk.renew(this.params, () => this.requestUpdate())
      ),
      () => {
        this.model?.editor?.leave();
        this.model?.end();
      }
    ];
  }

  keys() {
    return keysOf(this.asReview);
  }

  /** A review of a file, of which nothing is known yet. */
  makeModel() {
    const model = makeModel(this.asReview);
    if (work) model.equip(work);
    model.open(this.pathOf());
    return model;
  }

  /** Returns the model, once it lets its file be changed. */
  async equip({model} = this) {
    if (!model.sender) model.equip(work ?? (await openWork()));
    return model;
  }

  /**
   * Reads the file; another one takes the place of the one that is shown once it is there, too.
   * @param {{background: boolean, signal: AbortSignal}} o
   */
  async read(o) {
    const {params} = this;
    const first = this.model?.data?.file.id !== params.file;
    if (first && o.background) return false; // another reading is on its way
    const model = first ? this.makeModel() : this.model;
    const [, dossier] = await Promise.all([
      model.load(o),
      this.dossier ?? get(model.path.replace(/\/files\/.*/, ''), {}, o)
    ]);
    if (params.file !== this.params.file || (!first && model !== this.model)) {
      if (first) model.end();
      return !!this.model;
    }
    this.dossier = dossier;
    if (first) this.begin(model);
    else this.pagesElement?.show(model.path, this.data.entities.pages);
    void this.walk.read(params, this.queueOf, this.data.file).then(() => this.requestUpdate());
    this.requestUpdate();
    return true;
  }

  /** Shows a file that was not shown before. @param {ReviewModel} model */
  begin(model) {
    this.model?.end();
    this.lines.clear();
    Object.assign(this, {model, filter: '', offered: null});
    this.look.windowAt = 0;
    const at = model.rows.findIndex((r) => r.name === this.query.get('component'));
    model.place.row = Math.max(0, at);
    this.drawn = {fresh: true};
    this.redraw();
  }

  /** Goes to another file without drawing the screen anew. */
  moveTo(/** @type {Record<string, string>} */ params, /** @type {URLSearchParams} */ query) {
    const same = params.file === this.params.file;
    if (!same) this.model?.editor?.leave();
    Object.assign(this, {params, query});
    if (!same) {
      if (params.dossier !== this.dossier?.id) this.dossier = none;
      void this.load();
    }
    return true;
  }

  /** @param {number} by */
  async goTo(by) {
    const {file, dossier, template} = this.params; // which may still be read
    const from =
      this.data.file.id === file ? this.data.file : {id: file, dossierId: dossier, dossierTemplateId: template};
    let next;
    try {
      next = await this.walk.find(this.params, this.queueOf, from, by);
    } catch (error) {
      return toast(failureWords(error), {bad: true, again: () => this.goTo(by)});
    }
    if (file !== this.params.file) return; // the person has gone on
    if (next) return go(addressOf(next, this.queueOf));
    void this.act('endQueue', by);
  }

  /** Has told what a model tells. @param {ReviewModel} model @param {string} what @param {any} detail */
  async hear(model, what, detail) {
    if (what === 'stored') return;
    if (what === 'done' && detail.step) this.walk.queue?.replace(detail.file);
    const {tellOf} = await openTellers();
    tellOf(model, what, detail);
  }

  /** Draws what has changed: boxes, the field, and all else. */
  redraw() {
    if (this.drawn.rows !== this.rows) this.mark();
    if (this.drawn.field !== this.field) {
      this.drawn.field = this.field;
      this.offered = null;
      if (this.field) void this.loadEdit().then((edit) => edit.readWords(this.asReview));
    }
    this.requestUpdate();
  }

  /** Marks what is to be seen on the pages. */
  mark() {
    this.drawn.rows = this.rows;
    const marks = this.rows.flatMap((row, at) => {
      const words = row.display + ': ' + row.values.map((v) => v.value).join(', ');
      return placesOf(row).map((place, box) => ({...place, row: at, at: box, words}));
    });
    const {boxes} = this.look;
    const more = (boxes && this.drawn.entityMarks?.(this.data.entities.entities, boxes > 1)) || [];
    this.set({marks: [...marks, ...more]});
  }

  async loadEdit() {
    this.look.edit = await openEdit();
    this.requestUpdate();
    return this.look.edit;
  }

  /** Does something by the name of its function in acts.js. @param {string} name */
  async act(name, /** @type {unknown[]} */ ...how) {
    return /** @type {ReviewActs} */ (await openActs())[name](this.asReview, ...how);
  }

  /**
   * Sends a change of the file that shows nothing at once; what fails is told, unless that is quiet.
   * @returns {Promise<boolean>}
   * @param {(key: string) => Promise<unknown>} send
   */
  async attempt(send, quiet = false) {
    const {path} = this.model;
    const change = reviewStore().outbox.put({file: path, send});
    const ok = await change.done;
    this.failure = change.error ?? null;
    if (!ok && !quiet) await this.hear(this.model, 'refused', {path, error: change.error});
    return ok;
  }

  /** @param {string} id */
  async assign(id) {
    const {target} = this.model;
    return (await this.equip()).sender.assign(target, id);
  }

  async undo() {
    const {path} = this;
    const result = await (await openWork()).log.undoLast(path);
    (await openTellers()).tellUndone(result);
  }

  async redo() {
    const {path} = this;
    await (await openWork()).log.redoLast(path);
  }
}
