// @ts-check
// The values of all files of a dossier: files as rows, components as columns, corrected in place.

import {html, nothing} from '../vendor/lit.js';
import {filePath, get} from '../api.js';
import {formatNumber, t} from '../i18n.js';
import {singleKeysOff} from '../keys.js';
import {Screen, icon} from '../parts/base.js';
import {base, go, personName, session} from '../parts/context.js';
import {Crops} from '../parts/crops.js';
import {readDossier, tabKeys, viewHead} from '../parts/dossiers.js';
import {toast} from '../parts/feedback.js';
import {lockedBecause} from '../parts/files.js';
import '../parts/grid.js';
import '../parts/list-styles.js';
import {linkTo} from '../parts/queue.js';
import {lazy} from '../parts/load.js';
import {columnsOf, gridRow, isList, neighboursOf} from '../parts/table-rows.js';
import {pageSize, readMore, readRows, wordsOf} from '../parts/table-rows.js';

/** @type {typeof import('../parts/table-lines.js')} what shows all values of a cell, once it is loaded */
let lines;
const openChanged = lazy(() => import('../parts/changed.js'));
const openExport = lazy(() => import('../parts/table-export.js'));
const openChanges = lazy(() => import('../parts/table-changes.js'));
const openLines = lazy(async () => (lines = await import('../parts/table-lines.js')));

const heights = {all: 34, one: 92}; // px of a row
const headWidth = 176; // px of the names of files

/** @typedef {import('../keys.js').Key} Key */

class Table extends Screen {
  /** @type {TableRow[]} */
  rows = [];
  tail = /** @type {import('../parts/table-rows.js').Tail} */ ({cursor: null, total: 0, reading: null});
  /** @type {import('../parts/table-rows.js').Shown} */
  shown = {definitions: [], all: [], columns: [], source: null, at: null, lines: null};
  crops = new Crops(() => {
    this.requestUpdate();
    this.grid?.requestUpdate();
  });
  /** @type {Map<string, string>} values that are on their way, by file and component */
  saving = new Map();
  /** @type {import('../review/undo-log.js').UndoLog | null} null before anything was changed here */
  log = null;
  /** @type {Promise<unknown>} the change that was begun last */
  turn = Promise.resolve();
  /** @type {Map<string, Map<string, string[]>>} the versions that changes made here have left, by file and component */
  left = new Map();
  /** @type {ReturnType<typeof import('../review/matching.js').theirsOf> | null} what stood in its way */
  theirs = null;
  /** @type {Failed | null} of the change that was refused last */
  failure = null;

  wants() {
    return (/** @type {LiveEvent} */ e) =>
      e.dossierId === this.params.id &&
      /^(file\.(analysed|uploaded|replaced|assigned|workflow|soft|restored|perm)|component\.)/.test(e.type);
  }

  get grid() {
    return /** @type {Grid | null} */ (this.querySelector('dk-grid'));
  }

  /**
   * A background reading shows no state from before a change, as in a review, and no fewer rows than there are.
   * @param {import('../api.js').Call} o
   * @returns {Promise<void>}
   */
  async read(o) {
    const {
      turn,
      rows: {length}
    } = this;
    if (o.background) await turn;
    await readDossier(this, o);
    if (!this.member) return;
    const [definitions, page] = await Promise.all([
      get(`/dossier-templates/${this.dossier.dossierTemplateId}/component-definitions`, {}, o),
      readRows(this.dossier, Math.max(pageSize, length), o)
    ]);
    if (o.background && (turn !== this.turn || this.rows.length > length)) return this.read(o);
    this.rows = page.rows;
    Object.assign(this.tail, {cursor: page.cursor, total: page.total});
    this.shown.definitions = definitions.filter((/** @type {Api.Definition} */ d) => !d.softDeleteTime);
    this.draw();
  }

  get only() {
    return this.query.get('component') ?? '';
  }

  /** Makes the rows of the grid anew. */
  draw() {
    const {shown, only} = this;
    shown.all = columnsOf(shown.definitions, this.rows);
    shown.columns = only ? shown.all.filter((c) => c.name === only) : shown.all;
    shown.source = {
      label: t('table.title'),
      head: t('files.name'),
      headWidth,
      rowHeight: heights[only ? 'one' : 'all'],
      columns: shown.columns,
      rows: this.rows.map((row) => gridRow(row, shown.columns, this.saving)),
      total: this.tail.total,
      types: singleKeysOff,
      lockedBecause: (row) => this.lockedBecause(row.file),
      opens: (row, column) => this.isListAt(row.key, column.name),
      above: only ? (row, column) => this.renderCropIn(row.file, column) : null,
      more: () => readMore(this)?.then(() => this.updateComplete) ?? null,
      missing: () => html`<span class="soft">${icon('dash', t('review.is-missing'))}</span>`
    };
    const {at} = shown;
    if (at) at.file = this.rows.find((r) => r.id === at.file.id) ?? at.file;
    this.requestUpdate();
  }

  moveTo(/** @type {Record<string, string>} */ params, /** @type {URLSearchParams} */ query) {
    if (params.id !== this.params.id) return false;
    this.set({query});
    this.draw();
    return true;
  }

  keys() {
    const onCell = (/** @type {KeyboardEvent} */ e) => /** @type {Element} */ (e.target).matches('[role=gridcell]');
    /**
     * @param {string} keys
     * @param {string} words
     * @param {Key['run']} run
     * @param {Key['when']} [when]
     * @returns {Key}
     */
    const act = (keys, words, run, when) => ({keys, words, run, when});
    return [
      act('j, ArrowDown', t('keys.next'), () => this.grid?.go(1, 0)),
      act('k, ArrowUp', t('keys.previous'), () => this.grid?.go(-1, 0)),
      act('ArrowRight', t('table.right'), () => this.grid?.go(0, 1)),
      act('ArrowLeft', t('table.left'), () => this.grid?.go(0, -1)),
      act('Enter, F2', t('review.key-edit'), () => this.grid?.edit(), onCell),
      act('Space', t('review.key-check'), () => this.check(), onCell),
      act('r', t('review.key-revert'), () => {
        const c = this.componentHere();
        const {file} = this.shown.at ?? {};
        if (file && c?.overridden) void openChanges().then((changes) => changes.takeBack(this, file, c));
      }),
      act('u', t('action.undo'), () => this.undo()),
      ...tabKeys(this.params.id)
    ];
  }

  componentHere() {
    const {at} = this.shown;
    return at?.file.cells.get(at.column.name);
  }

  lockedBecause(/** @type {TableRow | undefined} */ row) {
    return lockedBecause(
      {...row?.status, dossierArchived: !!this.dossier.archivedTime},
      this.dossier.memberIds.includes(session.id)
    );
  }

  /** Reports whether a cell is opened as a list of its values. @param {string} id @param {string} name */
  isListAt(id, name) {
    const column = this.shown.all.find((c) => c.name === name);
    return !!column && isList(this.rows.find((r) => r.id === id)?.cells.get(name), column);
  }

  check() {
    const {at} = this.shown;
    const c = this.componentHere();
    if (!at || !c?.componentValues?.length) return;
    const why = this.lockedBecause(at.file);
    if (why) return toast(why);
    if (!c.checked) this.grid?.go(1, 0);
    void openChanges().then((changes) => changes.check(this, at.file, c));
  }

  async undo() {
    void (await openChanged()).undo(this);
  }

  async redo() {
    void (await openChanged()).redo(this);
  }

  /** Notes the current cell, and reads the pieces of pages around it and its neighbours. */
  comeTo(/** @type {{row: GridRow | undefined, column: TableColumn}} */ {row, column}) {
    this.shown.at = row?.file && column ? {file: row.file, column} : null;
    this.requestUpdate();
    for (const [file, to] of neighboursOf(this.rows, this.shown.columns, row?.file, column))
      this.cropOf(file, to, true);
  }

  /** The address of the piece of a page around the first value of a cell. */
  cropOf(/** @type {TableRow} */ file, /** @type {{name: string}} */ column, ahead = false) {
    return this.crops.addressOf(filePath(file), file.cells.get(column.name)?.componentValues?.[0], ahead);
  }

  /** Shows the piece of the page around one of several values, or with none around the first. */
  lookAt(/** @type {ReviewValue | null} */ value) {
    const {at} = this.shown;
    if (at) at.value = value;
    this.requestUpdate();
  }

  renderCropIn(/** @type {TableRow | undefined} */ file, /** @type {{name: string}} */ column) {
    const crop = file && this.cropOf(file, column);
    return html`<span class="crop-room">${crop ? html`<img class="crop" src=${crop} alt="" />` : nothing}</span>`;
  }

  /** The whole value of the current cell, and the piece of the page around it. */
  renderHere() {
    const {at} = this.shown;
    if (!at || this.only) return nothing;
    const crop = at.value ? this.crops.addressOf(filePath(at.file), at.value) : this.cropOf(at.file, at.column);
    const words = at.value?.value ?? wordsOf(at.file.cells.get(at.column.name));
    return html`<div class="cell-here">
      <span class="crop-room">${crop ? html`<img class="crop" src=${crop} alt="" />` : nothing}</span>
      <p><span class="soft">${at.file.filename} · ${at.column.display}</span><br />${words}</p>
    </div>`;
  }

  renderTable() {
    if (!this.rows.length)
      return html`<p class="empty">
        ${t('table.none')} <a class="button" href=${base + '/dossiers/' + this.params.id}>${t('files.tab')}</a>
      </p>`;
    return html`${this.renderHere()}
      <dk-grid
        class="values-table"
        .source=${this.shown.source}
        @click=${(e) => this.leadOn(e)}
        @apply=${(e) => openChanges().then((changes) => changes.applySets(this, e.detail))}
        @cell=${(e) => this.comeTo(e.detail)}
        @open=${(e) => openLines().then((l) => l.openLines(this, e.detail))}
        @undo=${() => this.undo()}
        @redo=${() => this.redo()}
      ></dk-grid>
      ${this.shown.lines ? lines.linesView(this) : nothing}`;
  }

  updated() {
    /** @type {any} */ (this.querySelector('dk-line-items'))?.requestUpdate();
  }

  /** Lets the name of a file lead to the component of the current column. @param {Heard} e */
  leadOn(e) {
    const link = /** @type {HTMLAnchorElement | null} */ (e.target.closest('a[data-file]'));
    const file = link && this.rows.find((r) => r.id === link.dataset.file);
    const name = file?.cells.get(this.shown.at?.column.name ?? '')?.name;
    if (link && file && name) link.href = linkTo(file, 'all') + '&component=' + encodeURIComponent(name);
  }

  /** Chooses one component or all, and tells how many files there are. */
  renderFacts() {
    const {total} = this.tail;
    const {length} = this.rows;
    const to = (/** @type {string} */ name) =>
      go(`/dossiers/${this.params.id}/table${name ? '?component=' + encodeURIComponent(name) : ''}`, true);
    const option = (/** @type {string} */ name, /** @type {string} */ words) =>
      html`<option value=${name} ?selected=${this.only === name}>${words}</option>`;
    const read = length < total ? ` (${formatNumber(length)})` : '';
    return html`<p class="soft facts">
      <label class="line"
        >${t('table.component')}
        <select @change=${(e) => to(e.target.value)}>
          ${option('', t('table.all'))}${this.shown.all.map((c) => option(c.name, c.display))}
        </select></label
      >
      <span>${t('count.files', {n: total})}${read}</span>
    </p>`;
  }

  view() {
    const d = this.dossier;
    const buttons = ['csv', 'json', 'xml'].map(
      (kind) =>
        html`<button @click=${() => openExport().then((e) => e.exportTable(this, kind))}>
          ${icon('download')}${kind}
        </button>`
    );
    const body = this.member
      ? html`${this.renderFacts()}${this.renderTable()}`
      : html`<p class="banner">${t('dossier.not-member', {name: personName(d.ownerId)})}</p>`;
    return html`${viewHead(d, 'table', buttons)} ${body}`;
  }
}
/** @typedef {Table} Self */
customElements.define('dk-table', Table);
