// @ts-check
// The values of all files of a dossier: files as rows, components as columns, corrected in place.

import {html, live, nothing, repeat} from '../vendor/lit.js';
import {Failure, call, createImageCache, dossierPath, filePath, get, post, put} from '../api.js';
import {formatNumber, t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, go, personName, session} from '../parts/context.js';
import {readDossier, tabKeys, viewHead} from '../parts/dossiers.js';
import {toast} from '../parts/feedback.js';
import {lockedBecause, madeName} from '../parts/files.js';
import {csvOf, saveFile} from '../parts/lists.js';
import '../parts/list-screen.js';
import {linkTo} from '../parts/queue.js';

const pageSize = 100; // files
const mostAtOnce = 500; // files of one answer
const rowsDrawn = 60; // of many
const heights = {all: 40, one: 72}; // px of a row

// Pieces of pages around values.
const mostKept = 300;
const margin = {x: 70, y: 10}; // points around a value

const keepCrop = createImageCache(mostKept);

/** Where a value stands first: where people found it, or else its first entity. */
async function placeOf(path, value) {
  const [told] = value.places ?? [];
  if (told) return told;
  const reference = value.entityReferences.find((r) => r.page > 0);
  if (!reference) return null;
  const {entities} = await get(path + '/entities', {page: reference.page}, {background: true});
  return entities.find((e) => e.id === reference.id)?.positions[0] ?? null;
}

async function draw(path, value) {
  const place = await placeOf(path, value);
  if (!place) return null;
  const [{x, y, width, height}] = place.boxes;
  const crop = [x - margin.x, y - margin.y, width + 2 * margin.x, height + 2 * margin.y].map((n) => n.toFixed(1)).join(',');
  return call('GET', `${path}/pages/${place.page}.png`, {query: {crop, dpi: 100}, as: 'blob', background: true});
}

/** The address of the image around a value; empty for one that stands nowhere. @param {string} path of the file @param {any} value */
const loadCrop = (path, value) => keepCrop(path + JSON.stringify([value.places, value.entityReferences]), () => draw(path, value));

/** The values of a component as the service takes them. */
const valuesOf = (c) => (c?.componentValues ?? []).map((v) => ({value: v.value, places: v.places ?? []}));

/** What is seen of a cell: the version and the values of its component, which may have none. */
const seenIn = (row, c) => ({versions: [c?.version ?? row.version], words: JSON.stringify((c?.componentValues ?? []).map((v) => v.value))});

/** What stores changes is loaded with the first field. */
const openChanged = () => import('../parts/changed.js');

const wordsOf = (c) => (c?.componentValues ?? []).map((v) => v.value).join(', ');

class Table extends Screen {
  /** @type {any[]} files with their components by technical name */
  rows = [];
  /** @type {{name: string, display: string}[]} */
  columns = [];
  cursor = null; // of what follows the rows
  total = 0;
  at = {row: 0, column: 0};
  /** @type {{row: any, name: string, text: string, seen: any, conflict: any} | null} */
  editing = null;
  /** @type {Map<string, string>} values that are on their way, by file and component */
  saving = new Map();
  /** @type {Map<string, string>} pieces of pages, by file and component */
  crops = new Map();
  /** @type {any[]} changes that can be taken back, as in a review */
  done = [];
  undone = [];
  stepped = Promise.resolve();
  /** @type {Promise<any>} the change that was begun last */
  turn = Promise.resolve();
  /** @type {Promise<void> | null} the reading of more rows */
  reading = null;
  windowAt = 0;
  /** @type {Map<string, Map<string, string[]>>} the versions that changes made here have left, by file and component */
  left = new Map();
  /** @type {any} what somebody else had stored when a change was refused last */
  theirs = null;

  wants() { return (e) => e.dossierId === this.params.id && /^(file\.(analysed|uploaded|replaced|assigned|workflow|soft|restored|perm)|component\.)/.test(e.type); }

  /** A background reading shows no state from before a change, as in a review, and no fewer rows than there are. */
  async read(o) {
    const {turn, rows: {length}} = this;
    if (o.background) await turn;
    await readDossier(this, o);
    if (!this.member) return;
    const [definitions, page] = await Promise.all([get(`/dossier-templates/${this.dossier.dossierTemplateId}/component-definitions`, {}, o), this.readRows(Math.max(pageSize, length), o)]);
    if (o.background && (turn !== this.turn || this.rows.length > length)) return this.read(o);
    Object.assign(this, {definitions: definitions.filter((d) => !d.softDeleteTime), rows: page.rows, cursor: page.cursor, total: page.total});
    this.findColumns();
    if (this.editing) this.editing.row = this.rows.find((r) => r.id === this.editing?.row.id) ?? this.editing.row;
  }

  /** Reads files with their components and states, in the order of their upload. */
  async readPage(limit, cursor, o) {
    const path = dossierPath(this.dossier);
    const [page, states] = await Promise.all([get(path + '/components', {includeDetails: true, sort: 'added', limit, cursor: cursor?.components}, o),
      get(path + '/files', {sort: 'added', limit, cursor: cursor?.files}, o)]);
    const byId = new Map(states.fileStatus.map((f) => [f.id, f]));
    const rows = page.files.map((f) => ({id: f.fileId, filename: f.filename, status: byId.get(f.fileId) ?? null, dossierId: f.dossierId, dossierTemplateId: f.dossierTemplateId, version: f.version,
      cells: new Map([...(f.missingComponents ?? []), ...(f.componentDetails ?? [])].map((c) => [c.technicalName, c]))}));
    return {rows, total: page.total ?? rows.length, cursor: page.nextCursor ? {components: page.nextCursor, files: states.nextCursor} : null};
  }

  /** Reads a number of files from the first on, in as many answers as that takes. */
  async readRows(wanted, o) {
    const read = await this.readPage(Math.min(mostAtOnce, wanted), null, o);
    while (read.cursor && read.rows.length < wanted) {
      const next = await this.readPage(Math.min(mostAtOnce, wanted - read.rows.length), read.cursor, o);
      read.rows.push(...next.rows);
      read.cursor = next.cursor;
    }
    return read;
  }

  /** Reads the files that follow, once at a time. */
  readMore() {
    if (!this.cursor) return null;
    this.reading ??= this.readNext(this.cursor).catch((error) => { if (this.isConnected) toast(failureWords(error), {bad: true}); }).finally(() => { this.reading = null; });
    return this.reading;
  }

  async readNext(cursor) {
    const page = await this.readPage(pageSize, cursor, {background: true, signal: this.reads.signal});
    if (this.cursor?.components !== cursor.components) return this.cursor ? this.readNext(this.cursor) : undefined; // the rows before were read again, and end elsewhere
    this.set({rows: [...this.rows, ...page.rows], cursor: page.cursor});
    this.findColumns();
  }

  /** Columns in the order of definitions, then what else was found. */
  findColumns() {
    const known = new Map((this.definitions ?? []).map((d) => [d.technicalName, d.displayName]));
    for (const row of this.rows) for (const [name, c] of row.cells) if (!known.has(name)) known.set(name, c.name.replaceAll('_', ' '));
    const all = [...known].map(([name, display]) => ({name, display}));
    this.set({allColumns: all, columns: this.only ? all.filter((c) => c.name === this.only) : all});
  }

  get only() { return this.query.get('component') ?? ''; }

  moveTo(params, query) {
    if (params.id !== this.params.id) return false;
    this.set({query, at: {row: this.at.row, column: 0}, windowAt: 0});
    this.findColumns();
    return true;
  }

  keys() {
    const cell = () => this.cellHere();
    return [
      {keys: 'j, ArrowDown', words: t('keys.next'), run: () => this.move(1, 0)}, {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => this.move(-1, 0)},
      {keys: 'ArrowRight', words: t('table.right'), run: () => this.move(0, 1)}, {keys: 'ArrowLeft', words: t('table.left'), run: () => this.move(0, -1)},
      {keys: 'Enter, F2', words: t('review.key-edit'), run: () => this.edit(), when: (e) => e.target.matches('[role=gridcell]')},
      {keys: 'Space', words: t('review.key-check'), run: () => this.check(), when: (e) => e.target.matches('[role=gridcell]')},
      {keys: 'r', words: t('review.key-revert'), run: () => { const c = cell(); if (c?.overridden) this.takeBack(this.rows[this.at.row], c); }},
      {keys: 'u', words: t('action.undo'), run: () => this.undo()},
      ...tabKeys(this.params.id),
    ];
  }

  cellHere() { return this.rows[this.at.row]?.cells.get(this.columns[this.at.column]?.name); }

  /** Goes to another cell, which is read first when it has to be; the one with the focus is always drawn. */
  async move(down, right) {
    if (this.at.row + down >= this.rows.length) await this.readMore();
    const row = Math.max(0, Math.min(this.rows.length - 1, this.at.row + down));
    const column = Math.max(0, Math.min(this.columns.length - 1, this.at.column + right));
    const windowAt = row < this.windowAt + 5 || row > this.windowAt + rowsDrawn - 5 ? Math.max(0, row - rowsDrawn / 2) : this.windowAt;
    this.set({at: {row, column}, windowAt});
    if (row > this.rows.length - 10) this.readMore();
    await this.updateComplete;
    this.focusCell();
  }

  focusCell() {
    const cell = /** @type {HTMLElement | null} */ (this.querySelector('[role=gridcell][tabindex="0"]'));
    cell?.focus({preventScroll: true});
    cell?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  }

  lockedBecause(row) { return lockedBecause({...row.status, dossierArchived: !!this.dossier.archivedTime}, this.dossier.memberIds.includes(session.id)); }

  /** Opens the field of a cell; conflict is what somebody else has stored there since. */
  async edit(typed, conflict = null) {
    const row = this.rows[this.at.row];
    const column = this.columns[this.at.column];
    if (!row || !column) return;
    const why = this.lockedBecause(row);
    if (why) return toast(why);
    const c = row.cells.get(column.name);
    this.set({editing: {row, name: column.name, text: typed ?? c?.componentValues[0]?.value ?? '', seen: seenIn(row, c), conflict}});
    await this.updateComplete;
    this.focusField();
    openChanged().catch(() => {});
    this.readCrop(row, column.name);
  }

  focusField() {
    const field = /** @type {HTMLInputElement | null} */ (this.querySelector('td input'));
    field?.focus();
    field?.select();
  }

  async readCrop(row, name) {
    const value = row.cells.get(name)?.componentValues?.[0];
    const key = row.id + name;
    if (!value || this.crops.has(key)) return;
    this.crops.set(key, '');
    this.crops.set(key, await loadCrop(filePath(row), value).catch(() => ''));
    this.requestUpdate();
  }

  stopEditing() {
    this.set({editing: null});
    this.updateComplete.then(() => this.focusCell());
  }

  onKey(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Escape') this.stopEditing();
    else if (event.key === 'Enter') this.save(1, 0);
    else if (event.key === 'Tab') this.save(0, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  /** Stores what was typed in place of the first value, and goes on. */
  async save(down, right) {
    const e = this.editing;
    if (!e) return;
    const text = e.text.trim();
    const c = e.row.cells.get(e.name);
    const at = {...this.at};
    this.set({editing: null});
    await this.move(down, right);
    if (!text || text === c?.componentValues[0]?.value) return;
    const values = valuesOf(c);
    values.splice(0, 1, {value: text, places: []});
    const before = c?.overridden ? {name: c.name, componentValues: valuesOf(c)} : null;
    const name = c?.name || madeName(e.name);
    const ok = await this.remember(t('review.corrected', {name: name.replaceAll('_', ' ')}), () => (before ? this.store(e.row, e.name, before) : this.revert(e.row, name)),
      () => this.store(e.row, e.name, {name, componentValues: values}, e.seen));
    if (ok || this.editing) return;
    this.set({at: {...at, row: Math.max(0, this.rows.findIndex((r) => r.id === e.row.id))}});
    await this.edit(text, this.theirs);
  }

  /** Does something that can be undone from now on, unless it fails. */
  async remember(words, undo, redo) {
    const changed = await openChanged().catch(() => { toast(t('state.not-loaded'), {bad: true}); });
    return changed?.remember(this, words, undo, redo, true) ?? false;
  }

  /**
   * Changes a component of a file after what was begun before, unless somebody else has changed it since it was seen; the
   * file is given to whoever changes it first when nobody has it. Without seen, the change is based on what changes made
   * here have left.
   */
  async change(row, name, seen, what) {
    const run = async (before) => {
      await before;
      this.theirs = null;
      const changed = await openChanged().catch(() => null);
      try {
        if (!changed) throw new Failure(0, '');
        if (row.status && !row.status.assignee) {
          row.status = await put(filePath(row) + '/assignee', {assigneeId: session.id});
          toast(t('review.claimed'));
        }
        if (!this.left.has(row.id)) this.left.set(row.id, new Map());
        await changed.sendMatching({left: this.left.get(row.id)}, (o) => what(filePath(row), o), [name], seen);
        return true;
      } catch (error) {
        this.failure = error;
        if (error.status === 412) this.theirs = changed.theirsOf(error);
        toast(this.theirs && changed.changedWords(error) || failureWords(error), {bad: true});
        return false;
      }
    };
    this.turn = run(this.turn);
    const ok = await this.turn;
    await this.load(true);
    return ok;
  }

  async store(row, technicalName, body, seen) {
    const key = row.id + technicalName;
    this.saving.set(key, body.componentValues.map((v) => v.value).join(', '));
    this.requestUpdate();
    const ok = await this.change(row, body.name, seen, (path, o) => post(path + '/component-overrides', body, {...o, key: true}));
    this.saving.delete(key);
    this.crops.delete(key);
    this.requestUpdate();
    return ok;
  }

  revert(row, name, seen) { return this.change(row, name, seen, (path, o) => post(path + '/component-overrides/revert', {components: [name]}, o)); }

  async takeBack(row, c) {
    const why = this.lockedBecause(row);
    if (why) return toast(why);
    const before = {name: c.name, componentValues: valuesOf(c)};
    return this.remember(t('review.reverted', {name: c.name.replaceAll('_', ' ')}), () => this.store(row, c.technicalName, before), () => this.revert(row, c.name, seenIn(row, c)));
  }

  /** Says that the value of a cell is right, or takes that back, and goes to the next file. */
  async check() {
    const row = this.rows[this.at.row];
    const c = this.cellHere();
    if (!c?.componentValues?.length) return;
    const why = this.lockedBecause(row);
    if (why) return toast(why);
    const back = !!c.checked;
    const set = (off) => {
      const shown = this.rows.find((r) => r.id === row.id)?.cells.get(c.technicalName); // marked as the change begins: readings from before it show nothing
      if (shown) shown.checked = off ? null : {by: session.id, at: new Date().toISOString()};
      this.requestUpdate();
      return this.change(row, c.name, seenIn(row, c), (path, o) => put(path + '/component-checks', off ? {checked: [], unchecked: [c.name]} : {checked: [c.name], unchecked: []}, o));
    };
    if (!back) this.move(1, 0);
    await this.remember(t('review.checked', {n: 1, name: c.name.replaceAll('_', ' ')}), () => set(!back), () => set(back));
  }

  async undo() { (await openChanged()).undo(this); }

  /** Gives the table away as a file. */
  async export(kind) {
    const path = dossierPath(this.dossier);
    const lines = [[t('files.name'), ...this.columns.map((c) => c.display)], ...this.rows.map((r) => [r.filename, ...this.columns.map((c) => wordsOf(r.cells.get(c.name)))])];
    const blob = kind === 'csv' ? csvOf(lines) :
      kind === 'xml' ? await call('GET', path + '/components.xml', {as: 'blob'}) : new Blob([JSON.stringify(await get(path + '/components'), null, 1)], {type: 'application/json'});
    saveFile(`${this.dossier.name}.${kind}`, blob);
  }

  onScroll(box) {
    const height = heights[this.only ? 'one' : 'all'];
    const at = Math.floor(box.scrollTop / height);
    if (at < this.windowAt || at + box.clientHeight / height > this.windowAt + rowsDrawn - 5) this.set({windowAt: Math.max(0, at - 15)});
    if (box.scrollTop + 2 * box.clientHeight > box.scrollHeight) this.readMore();
  }

  renderMarks(c) {
    if (!c) return nothing;
    return html`${c.attention?.length && !c.checked ? html`<span class="chip amber">${icon('warning', t('review.is-attention'))}</span>` : nothing}
      ${c.overridden ? html`<span class="chip">${icon('pencil', t('review.is-corrected'))}</span>` : nothing}${c.checked ? html`<span class="chip approved">${icon('tick', t('review.is-checked'))}</span>` : nothing}`;
  }

  renderConflict(e) {
    const c = e.conflict;
    if (!c) return nothing;
    return html`<p class="conflict" role="alert">${c.by ? t('review.conflict', {name: personName(c.by), value: c.value}) : t('review.conflict-found', {value: c.value})}
      <button @click=${() => this.stopEditing()}>${t('review.theirs')}</button> <button @click=${() => { e.conflict = null; this.requestUpdate(); this.focusField(); }}>${t('review.mine')}</button></p>`;
  }

  renderCell(row, column, r, i) {
    const here = r === this.at.row && i === this.at.column;
    const c = row.cells.get(column.name);
    const e = this.editing;
    const [saving, crop] = [this.saving, this.crops].map((of) => of.get(row.id + column.name));
    if (this.only) this.readCrop(row, column.name);
    return html`<td role="gridcell" tabindex=${here ? 0 : -1} aria-selected=${here} class=${saving === undefined ? '' : 'saving'} @click=${() => this.set({at: {row: r, column: i}})} @dblclick=${() => { this.set({at: {row: r, column: i}}); this.edit(); }}>
      ${crop && (this.only || e?.row === row && e?.name === column.name) ? html`<img class="crop" src=${crop} alt="">` : nothing}
      ${e?.row === row && e?.name === column.name ? html`<input aria-label=${column.display} .value=${live(e.text)} autocomplete="off" spellcheck="false" @input=${(x) => { e.text = x.target.value; }} @keydown=${(x) => this.onKey(x)}>${this.renderConflict(e)}` :
        html`<span class="cell">${saving ?? (c?.componentValues?.length ? wordsOf(c) : html`<span class="soft">${icon('dash', t('review.is-missing'))}</span>`)}</span> ${this.renderMarks(c)}`}</td>`;
  }

  renderTable() {
    if (!this.rows.length) return html`<p class="empty">${t('table.none')} <a class="button" href=${base + '/dossiers/' + this.params.id}>${t('files.tab')}</a></p>`;
    const many = this.rows.length > rowsDrawn;
    const from = many ? Math.max(0, Math.min(this.windowAt, this.rows.length - rowsDrawn)) : 0;
    const drawn = many ? this.rows.slice(from, from + rowsDrawn) : this.rows;
    const height = heights[this.only ? 'one' : 'all'];
    const spacer = (n) => (n ? html`<tr aria-hidden="true"><td class="gap" colspan=${this.columns.length + 1}><svg width="1" height=${n * height}></svg></td></tr>` : nothing);
    return html`<div class="scroll values-table" @scroll=${(e) => this.onScroll(e.currentTarget)}><table class=${this.only ? 'table one' : 'table'} role="grid" aria-label=${t('table.title')} aria-rowcount=${this.total + 1}><thead><tr role="row"><th scope="col" role="columnheader">${t('files.name')}</th>
      ${this.columns.map((c) => html`<th scope="col" role="columnheader">${c.display}</th>`)}</tr></thead><tbody>${spacer(from)}${repeat(drawn, (r) => r.id, (row, i) => html`<tr role="row" aria-rowindex=${from + i + 2}>
        <th scope="row" role="rowheader"><a href=${linkTo(row, 'all') + (this.columns[this.at.column] ? '&component=' + encodeURIComponent(row.cells.get(this.columns[this.at.column].name)?.name ?? '') : '')} tabindex="-1">${row.filename}</a></th>
        ${this.columns.map((c, j) => this.renderCell(row, c, from + i, j))}</tr>`)}${spacer(this.rows.length - from - drawn.length)}</tbody></table></div>`;
  }

  view() {
    const d = this.dossier;
    return html`${viewHead(d, 'table', ['csv', 'json', 'xml'].map((kind) => html`<button @click=${() => this.export(kind)}>${icon('download')}${kind}</button>`))}
      ${this.member ? html`<p class="soft facts"><label class="line">${t('table.component')} <select @change=${(e) => go(`/dossiers/${this.params.id}/table${e.target.value ? '?component=' + encodeURIComponent(e.target.value) : ''}`, true)}>
        <option value="" ?selected=${!this.only}>${t('table.all')}</option>${(this.allColumns ?? []).map((c) => html`<option value=${c.name} ?selected=${this.only === c.name}>${c.display}</option>`)}</select></label>
        <span>${t('count.files', {n: this.total})}${this.rows.length < this.total ? ` (${formatNumber(this.rows.length)})` : ''}</span></p>${this.renderTable()}` : html`<p class="banner">${t('dossier.not-member', {name: personName(d.ownerId)})}</p>`}`;
  }
}
customElements.define('dk-table', Table);
