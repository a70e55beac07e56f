// @ts-check
// Review: what was extracted beside where it stands, to be checked and corrected.

import {classMap, html, live, nothing, repeat} from '../vendor/lit.js';
import {filePath, get, post, put} from '../api.js';
import {has, t} from '../i18n.js';
import {subscribe} from '../live.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, go, personName, session} from '../parts/context.js';
import {toast} from '../parts/feedback.js';
import {isBusy, lockedBecause, madeName, processingChip, timeView, workflowChip} from '../parts/files.js';
import {atFirstSign, withMore} from '../parts/more.js';
import {loadImage, loadWords} from '../parts/pages.js';
import {addressOf, changesQueue, goesThroughAll, loadQueue} from '../parts/queue.js';

// Loaded when they are needed first.
const openPanel = () => withMore(import('../parts/panel.js'));
/** @type {any} once it is loaded, which it is while somebody corrects */
let edit;
const openEdit = async () => (edit = await withMore(import('../parts/edit.js')));
/** @type {any} the same */
let changed;
const openChanged = async () => (changed = await withMore(import('../parts/changed.js')));
const withChanged = (run) => (changed ? run(changed) : openChanged().then(run));
/** @type {any} once it is loaded, which it is when a file without values is shown */
let empty;
const openActs = () => withMore(import('../parts/acts.js'));
const openAround = () => withMore(import('../parts/around.js'));

const windowedFrom = 200; // rows: beyond, those near the sight alone are drawn
const rowHeight = 36; // px, of windowed rows
const rowsDrawn = 60;

/** @type {Map<string, Promise<any>>} what was read ahead, by path */
const ahead = new Map();

/** Reads all that the screen shows of a file. */
async function readFile(path, o) {
  const [template] = path.match(/^\/dossier-templates\/[^/]+/) ?? [''];
  const [file, components, definitions, entities] = await Promise.all([
    get(path, {}, o), get(path + '/components', {includeDetails: true}, o), get(template + '/component-definitions', {}, o),
    get(path + '/entities', {}, o).catch((e) => { if (e.status === 409 || e.status === 404) return {pages: [], entities: []}; throw e; })]);
  return {file, components, definitions, entities};
}

class Review extends Screen {
  /** @type {any} */
  data = null;
  rows = [];
  current = 0;
  box = 0;
  /** @type {{row: string, index: number, insert: boolean, was: string, text: string, note: string, seen: any} | null} the value that is corrected, or put in before another */
  editing = null;
  /** @type {Map<string, string[]>} */
  left = new Map(); // versions that changes made here left, by component
  /** @type {any} the place that the field looks at */
  offered = null;
  /** @type {any[]} places of all values */
  marks = [];
  /** @type {string[]} components that are about to be added */
  added = [];
  windowAt = 0; // the first row that is drawn of many
  /** @type {any} */
  conflict = null;
  filter = '';
  panel = ''; // what stands beside the pages
  thumbs = false;
  tools = false; // whether the buttons over the pages are loaded
  boxes = 0; // 0: those of components, 1: of all that counts, 2: of all that was marked
  /** @type {((entities: any[], all: boolean) => any[]) | null} */
  entityMarks = null;
  queue = [];
  seen = new Set(); // files of the queue that were shown
  tally = {files: 0, values: 0, from: Date.now()}; // what was done in this queue
  /** @type {{undo: () => Promise<any>, redo: () => Promise<any>, words: string}[]} */
  done = [];
  undone = [];
  /** @type {Map<string, {value: string, places: any[]}[]>} values that are on their way, by component */
  saving = new Map();
  /** @type {Map<number, any[]>} */
  lines = new Map();
  /** @type {Promise<any>} the change that was begun last */
  turn = Promise.resolve();
  /** @type {Promise<any>} the last of undo and redo */
  stepped = Promise.resolve();
  fresh = false; // whether the file is about to be drawn first

  get path() { return `/dossier-templates/${this.params.template}/dossiers/${this.params.dossier}/files/${this.params.file}`; }

  heading() { return this.data?.file.filename ?? ''; }

  wants() { return (e) => e.fileId === this.params.file || (e.dossierId === this.params.dossier && e.type.startsWith('dossier.')); }

  attach() {
    atFirstSign(() => Promise.all([openEdit(), openChanged(), openActs().then(openAround)]));
    return [subscribe((e) => changesQueue(e) && (e.dossierId === this.params.dossier || goesThroughAll(this.query.get('queue') ?? '')), () => this.act('renewQueue'))];
  }

  /** A background reading shows no state from before a change: it waits for those that were begun, and begins anew after one that came meanwhile. */
  async read(o) {
    const {path, turn} = this;
    if (o.background) await turn;
    const waiting = !o.background && ahead.get(path);
    ahead.delete(path);
    const [data, dossier] = await Promise.all([waiting || readFile(path, o), this.dossier ?? get(path.replace(/\/files\/.*/, ''), {}, o)]);
    if (path !== this.path) return;
    if (o.background && turn !== this.turn) return this.read(o);
    const first = this.data?.file.id !== data.file.id;
    if (first) this.added = [];
    const rows = makeRows(data);
    for (const name of this.added) if (!findNamed(rows, name)) rows.push(newRow(name, data.components.version));
    for (const row of rows) if (this.saving.has(row.name)) putValues(row, this.saving.get(row.name));
    Object.assign(this, {data, dossier, rows});
    this.mark();
    if (first) this.begin();
    else this.pagesElement?.show(path, data.entities.pages);
    if (this.editing) (await openChanged()).watchEdit(this);
    await this.readQueue();
  }

  /** Marks what is to be seen on the pages. */
  mark() {
    const marks = this.rows.flatMap((row, at) => placesOf(row).map((p) => ({...p, row: at, words: row.display + ': ' + row.values.map((v) => v.value).join(', ')})));
    this.set({marks: [...marks, ...(this.boxes && this.entityMarks?.(this.data.entities.entities, this.boxes > 1) || [])]});
  }

  /** Shows a file that was not shown before. */
  begin() {
    this.lines.clear();
    this.left.clear();
    Object.assign(this, {editing: null, offered: null, conflict: null, done: [], undone: [], filter: '', box: 0, windowAt: 0});
    const named = this.query.get('component');
    this.current = Math.max(0, this.rows.findIndex((r) => r.name === named));
    this.fresh = true;
    this.seen.add(this.params.file);
  }

  async readQueue() {
    const name = this.query.get('queue') ?? '';
    const known = goesThroughAll(name) ? name : name + ' ' + this.params.dossier;
    if (this.queueName === known) return;
    this.queueName = known;
    const files = await this.askQueue();
    this.queue = files.some((f) => f.id === this.params.file) ? files : [{...this.data.file}, ...files];
    this.readAhead();
  }

  askQueue() { return loadQueue(this.query.get('queue') ?? '', {id: this.params.dossier, dossierTemplateId: this.params.template}); }

  /** Goes to another file without drawing the screen anew. */
  moveTo(params, query) {
    const same = params.file === this.params.file;
    Object.assign(this, {params, query});
    if (!same) {
      if (params.dossier !== this.dossier?.id) this.dossier = null;
      this.load();
    }
    return true;
  }

  /** Reads the next file of the queue before it is asked for. */
  readAhead() {
    const next = this.neighbour(1);
    if (!next || ahead.has(filePath(next))) return;
    ahead.clear();
    const path = filePath(next);
    const reading = readFile(path, {background: true});
    reading.then((d) => d.entities.pages[0] && loadImage(path, d.entities.pages[0].page, devicePixelRatio > 1 ? 150 : 100, {background: true}), () => ahead.delete(path));
    ahead.set(path, reading);
  }

  neighbour(by) {
    const at = this.queue.findIndex((f) => f.id === this.params.file);
    return this.queue[at + by];
  }

  goTo(by) {
    const next = this.neighbour(by);
    if (next) return go(addressOf(next, this.query.get('queue')));
    this.act('endQueue', by);
  }

  // What may be done

  get isMember() { return this.dossier?.memberIds.includes(session.id) ?? false; }

  /** Why values cannot be changed, empty when they can. */
  get locked() { return lockedBecause(this.data.file, this.isMember); }

  /** The next steps of the file: the main one first. */
  get steps() {
    const f = this.data.file;
    const owner = this.dossier?.ownerId === session.id;
    const mine = f.assignee === session.id;
    if (!this.isMember || f.dossierArchived) return [];
    const approvers = this.dossier.approverIds.length > 0;
    return {
      NEW: [{to: 'UNDER_REVIEW', words: t('step.start')}],
      UNDER_REVIEW: mine || owner ? [approvers ? {to: 'UNDER_APPROVAL', words: t('step.send'), leaves: true} : {to: 'APPROVED', words: t('step.approve'), leaves: true}] : [],
      UNDER_APPROVAL: [...(mine ? [{to: 'APPROVED', words: t('step.approve'), leaves: true}] : []),
        ...(mine || owner || f.lastReviewer === session.id ? [{to: 'UNDER_REVIEW', words: t('step.back'), leaves: mine}] : [])],
      APPROVED: owner || f.lastApprover === session.id ? [{to: 'UNDER_REVIEW', words: t('step.reopen')}] : [],
    }[f.workflowStatus] ?? [];
  }

  /** Does something by the name of its function in acts.js. */
  async act(name, ...how) { return (await openActs())[name](this, ...how); }

  async assign(id) {
    await this.attempt(async () => { this.data.file = await put(this.path + '/assignee', {assigneeId: id}); });
  }

  /** Does something after what was begun before; what fails is told, unless that is quiet, and nothing is lost. */
  attempt(what, quiet = false) {
    const run = async (before) => {
      await before;
      try {
        await what();
        return true;
      } catch (error) {
        this.failure = error;
        const words = error.status === 412 && (await openChanged()).changedWords(error);
        if (!quiet) toast(words || failureWords(error), {bad: true});
        return false;
      } finally {
        this.requestUpdate();
      }
    };
    this.turn = run(this.turn);
    return this.turn;
  }

  // Rows and boxes

  get shownRows() {
    const wanted = this.filter.toLowerCase();
    return this.rows.filter((r) => !wanted || (r.display + ' ' + r.values.map((v) => v.value).join(' ')).toLowerCase().includes(wanted));
  }

  /** Filters rows; the first that is left becomes the current one, unless it is among them. */
  narrow(filter) {
    this.set({filter});
    const [first] = this.shownRows;
    if (first && !this.shownRows.includes(this.rows[this.current])) this.choose(this.rows.indexOf(first));
  }

  get pagesElement() { return /** @type {any} */ (this.querySelector('dk-pages')); }

  choose(at, which = 0) {
    const row = this.rows[at];
    if (!row) return;
    this.set({current: at, box: which});
    const query = new URLSearchParams(location.search);
    query.set('component', row.name);
    history.replaceState(null, '', location.pathname + '?' + query);
    this.keepInWindow(at);
    const place = placesOf(row)[which];
    if (place) this.pagesElement?.reveal(place);
  }

  /** Draws the rows around one, of many. */
  keepInWindow(at) {
    if (this.rows.length <= windowedFrom) return;
    const shown = this.shownRows.indexOf(this.rows[at]);
    if (shown >= this.windowAt + 5 && shown < this.windowAt + rowsDrawn - 5) return;
    this.windowAt = Math.max(0, shown - rowsDrawn / 2);
    this.updateComplete.then(() => {
      const list = this.querySelector('.list');
      const top = shown * rowHeight;
      if (list && (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 3 * rowHeight)) list.scrollTop = top - list.clientHeight / 3;
    });
  }

  /** Draws other rows of many when the list is scrolled. */
  onScroll(list) {
    if (this.shownRows.length <= windowedFrom) return;
    const at = Math.floor(list.scrollTop / rowHeight);
    if (at < this.windowAt + 5 || at > this.windowAt + rowsDrawn - list.clientHeight / rowHeight - 5) this.set({windowAt: Math.max(0, at - 15)});
  }

  move(by) {
    const shown = this.shownRows;
    const at = shown.indexOf(this.rows[this.current]);
    const to = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
    if (!to) return;
    this.choose(this.rows.indexOf(to));
    this.updateComplete.then(() => this.focusRow());
  }

  focusRow() {
    const row = /** @type {HTMLElement | null} */ (this.querySelector('.component[tabindex="0"]'));
    row?.focus({preventScroll: true});
    row?.scrollIntoView({block: 'nearest'});
  }

  nextBox() {
    const places = placesOf(this.rows[this.current] ?? {values: []});
    if (places.length) this.choose(this.current, (this.box + 1) % places.length);
  }

  // Correcting

  /** Opens the field of a value; typed is what stands in it already. */
  async edit(at = this.current, index = 0, insert = false, typed = null) {
    const row = this.rows[at];
    if (!row) return;
    if (this.locked) {
      toast(this.locked);
      return;
    }
    if (at !== this.current) this.choose(at);
    await Promise.all([openEdit(), openChanged()]);
    return changed.openField(this, row, index, insert, typed);
  }

  get field() { return /** @type {any} */ (this.querySelector('dk-edit')); }

  /** The words of a page, in lines. */
  async linesOf(page) {
    const path = this.path;
    const lines = this.lines.get(page) ?? await loadWords(path, page, {background: true});
    if (path === this.path) this.lines.set(page, lines);
    return lines;
  }

  lookAt(offered) {
    this.set({offered});
    if (offered) this.pagesElement?.reveal({page: offered.page, box: offered.boxes[0]});
  }

  stopEditing() {
    this.set({editing: null, offered: null, conflict: null});
    this.updateComplete.then(() => this.focusRow());
  }

  save(typed) { return changed.save(this, typed); }

  addComponent() { return this.locked ? toast(this.locked) : this.act('addComponent'); }

  /** Checks rows, or takes back the check of one; without names, of the current one. */
  checkRows(names, onward) { return this.locked ? toast(this.locked) : withChanged((c) => c.checkRows(this, names, onward)); }

  async takeBack(row = this.rows[this.current]) {
    if (row?.overridden) return this.locked ? toast(this.locked) : this.act('takeBack', row);
  }

  undo() { return withChanged((c) => c.undo(this)); }

  keys() {
    const act = (keys, key, run, when) => ({keys, run, when, words: key});
    return [
      act('j, ArrowDown', 'keys.next', () => this.move(1)), act('k, ArrowUp', 'keys.previous', () => this.move(-1)),
      act('Enter', 'edit', () => this.edit()), act('r', 'revert', () => this.takeBack()),
      act('u', 'action.undo', () => this.undo()), act('Shift+U', 'redo', () => withChanged((c) => c.redo(this))),
      act('Space', 'check', () => this.checkRows(null, true), (e) => !this.pagesElement?.contains(e.target)),
      act('Shift+Space', 'check-all', () => this.checkRows(this.rows.filter((r) => r.values.length && !r.checked && !r.attention.length).map((r) => r.name), false)),
      act('v', 'attention', () => this.act('toAttention', 1)), act('Shift+V', 'attention-before', () => this.act('toAttention', -1)),
      act('b', 'box', () => this.nextBox()), act('y', 'copy', () => this.act('copyValue')),
      act('n', 'next-file', () => this.goTo(1)), act('p', 'previous-file', () => this.goTo(-1)),
      act('a', 'step', () => this.act('takeStep', this.steps[0])), act('Shift+A', 'back', () => this.act('takeStep', this.steps[1])),
      act('i', 'files.assign-me', () => this.assign(session.id)),
      act('h', 'panel.history', () => this.showPanel('history')), act('d', 'panel.differences', () => this.showPanel('differences')), act('f', 'find', () => this.showPanel('find')),
      act('e', 'boxes', () => this.act('showBoxes')), act('t', 'thumbs', () => this.showThumbs()), act('l', 'list', () => this.act('crossOver')), act('.', 'keys.menu', () => this.act('showRowMenu')),
      act('Tab', 'box', () => this.nextBox(), (e) => e.target.matches('.component') && this.box < placesOf(this.rows[this.current] ?? {values: []}).length - 1),
      act('Home', 'first', () => this.pagesElement?.goToPage(0)), act('End', 'last', () => this.pagesElement?.goToPage(Infinity)),
      act('PageDown', 'page', () => this.pagesElement?.turnPage(1)), act('PageUp', 'page-before', () => this.pagesElement?.turnPage(-1)),
      act('+', 'larger', () => this.zoom(1)), act('-', 'smaller', () => this.zoom(-1)), act('w', 'width', () => this.zoom(0)), act('0', 'whole', () => this.zoom(null)),
      act('/', 'filter', () => /** @type {any} */ (this.querySelector('.filter input'))?.focus()),
      {keys: 'Escape, Enter', words: '', hidden: true, field: true, run: (e) => {
        if (!e.target.closest('.filter')) return;
        if (e.key === 'Escape') this.set({filter: ''});
        this.updateComplete.then(() => this.focusRow());
      }},
    ];
  }

  /** Draws the pages larger or smaller: see zoomBy of the pages. */
  zoom(step) {
    this.pagesElement?.zoomBy(step);
    this.requestUpdate();
  }

  /** Shows something beside the pages, or nothing when it is there already. */
  async showPanel(name) {
    await openPanel();
    this.set({panel: this.panel === name ? '' : name, offered: null});
    if (!this.panel) this.updateComplete.then(() => this.focusRow());
  }

  async showThumbs() {
    await withMore(import('../parts/thumbs.js'));
    this.set({thumbs: !this.thumbs});
  }

  // Drawing

  renderHead() {
    const f = this.data.file;
    const at = this.queue.findIndex((q) => q.id === f.id);
    const [main, ...other] = this.steps;
    return html`<header class="review-head"><nav aria-label=${t('nav.path')}><a href=${base + '/dossiers/' + this.params.dossier}>${this.dossier?.name ?? ''}</a></nav><h1>${f.filename}</h1>
      ${at >= 0 ? html`<span class="soft">${t('review.place', {n: at + 1, m: this.queue.length})}</span>` : nothing}
      ${workflowChip(f.workflowStatus)}${processingChip(f)}
      <span class="soft assignee">${icon('user')}${f.assignee ? personName(f.assignee) : t('files.nobody')}</span><dk-others .review=${this}></dk-others>
      <span class="space"></span>
      <button class="quiet" ?disabled=${at <= 0} title=${t('review.key-previous-file')} @click=${() => this.goTo(-1)}>${icon('left')}<kbd>p</kbd><span class="hidden">${t('review.key-previous-file')}</span></button>
      <button class="quiet" title=${t('review.key-next-file')} @click=${() => this.goTo(1)}><kbd>n</kbd>${icon('right')}<span class="hidden">${t('review.key-next-file')}</span></button>
      <button class="quiet" aria-pressed=${!!this.panel} title=${t('review.key-panel')} @click=${() => this.showPanel(this.panel || 'explanation')}>${icon('history')}<span class="hidden">${t('review.key-panel')}</span></button>
      ${other.map((s) => html`<button @click=${() => this.act('takeStep', s)}>${s.words}</button>`)}
      ${main ? html`<button class="main" @click=${() => this.act('takeStep', main)}>${main.words}<kbd>a</kbd></button>` : nothing}</header>`;
  }

  renderLocked() {
    const f = this.data.file;
    if (!this.locked) return nothing;
    return html`<p class="banner">${this.locked}
      ${this.isMember && f.assignee && f.assignee !== session.id && f.workflowStatus !== 'APPROVED' && (f.workflowStatus !== 'UNDER_APPROVAL' || this.dossier.approverIds.includes(session.id)) && !f.dossierArchived ?
        html`<button @click=${() => this.assign(session.id)}>${t('review.take-over')}</button>` : nothing}</p>`;
  }

  renderValue(row, v, i) {
    const e = this.editing;
    if (e?.row === row.name && e.index === i && !e.insert) return edit.editView(this);
    const saving = this.saving.has(row.name);
    const here = row === this.rows[this.current];
    const normalized = v.normalized ? [v.normalized.value, v.normalized.currency].filter(Boolean).join(' ') : v.value;
    return html`<div class=${classMap({value: true, saving})}>${here && v.cells && !saving ? cellsView(row, v.cells) : v.value}${normalized !== v.value && !saving ? html` <span class="soft" title=${t('review.normalized')}>= ${normalized}</span>` : nothing}${row.overridden && v.originalValue && v.originalValue !== v.value ? html` <del>${v.originalValue}</del>` : nothing}</div>`;
  }

  renderDetails(row) {
    return html`<div class="details">${row.attention.map((a) => html`<p class="chip amber wrap">${icon('warning')}<span>${attentionWords(a)}</span></p>`)}
      ${row.checked ? html`<p>${icon('tick')}${t('review.checked-by', {name: personName(row.checked.by)})} ${timeView(row.checked.at)}</p>` : nothing}
      ${row.overridden ? html`<p>${icon('pencil')}${t('review.by', {name: personName(row.overridden.by)})} ${timeView(row.overridden.at)}
        ${row.overridden.note ? html`<br><q>${row.overridden.note}</q>` : nothing}
        ${this.locked ? nothing : html`<button class="quiet" @click=${(e) => { e.stopPropagation(); this.takeBack(row); }}>${icon('undo')}${t('review.key-revert')} <kbd>r</kbd></button>`}</p>` : nothing}
      ${row.values.flatMap((v) => v.entities.map((en) => html`<p class="where"><span class="soft">${t('review.on-page', {n: en.positions[0]?.page ?? 0})} · ${en.displayName} · ${en.entityRuleId} → ${v.componentRuleId}</span>
        <span class="quote">…${en.textBefore.slice(-40)} <mark>${en.value}</mark> ${en.textAfter.slice(0, 40)}…</span></p>`))}
      ${row.description ? html`<p class="soft">${row.description}</p>` : nothing}</div>`;
  }

  renderRow(row, shownAt) {
    const at = this.rows.indexOf(row);
    const here = at === this.current;
    const missing = !row.values.length && !this.saving.has(row.name);
    const values = row.values.length ? row.values : [{value: '', entities: [], places: []}];
    const isPutIn = (i) => this.editing?.row === row.name && this.editing.insert && this.editing.index === i;
    return html`<div class=${classMap({component: true, current: here})} role="row" aria-rowindex=${shownAt + 1} aria-selected=${here} tabindex=${here ? 0 : -1}
      @click=${() => this.choose(at)} @dblclick=${() => this.edit(at)} @focus=${() => { if (!here) this.choose(at); }}>
      <div role="gridcell" class="state">${needsLook(row) ? icon('warning', t('review.is-attention')) : row.checked ? html`<span class="good">${icon('tick', t('review.is-checked'))}</span>` : row.overridden ? icon('pencil', t('review.is-corrected')) : missing ? icon('dash', t('review.is-missing')) : nothing}</div>
      <div role="gridcell" class="name">${row.display}</div>
      <div role="gridcell" class="values">${missing && this.editing?.row !== row.name ? html`<span class="soft">${t('review.is-missing')}</span>` : values.map((v, i) => html`${isPutIn(i) ? edit.editView(this) : nothing}${this.renderValue(row, v, i)}`)}${isPutIn(values.length) ? edit.editView(this) : nothing}
        ${here && this.editing?.row !== row.name && !this.locked ? html`<button class="quiet small" @click=${(e) => { e.stopPropagation(); this.edit(at); }}>${icon('pencil')}${t('review.key-edit')} <kbd>${t('key.Enter')}</kbd></button>
          ${missing && !row.attention.length ? nothing : html`<button class="quiet small" aria-pressed=${!!row.checked} @click=${(e) => { e.stopPropagation(); this.checkRows([row.name], true); }}>${icon('tick')}${t('review.is-checked')} <kbd>${t('key.Space')}</kbd></button>`}` : nothing}</div>
      ${here ? html`<div role="gridcell" class="more">${this.renderDetails(row)}</div>` : nothing}</div>`;
  }

  /** The rows that are shown; of many, those near the sight, between spacers. */
  renderRows() {
    const shown = this.shownRows;
    if (shown.length <= windowedFrom) return html`<div role="grid" aria-label=${t('review.components')} class="components">${repeat(shown, (r) => r.name, (r, i) => this.renderRow(r, i))}</div>`;
    const from = Math.max(0, Math.min(this.windowAt, shown.length - rowsDrawn));
    const to = Math.min(shown.length, from + rowsDrawn);
    const current = shown.indexOf(this.rows[this.current]);
    const spacer = (n) => html`<svg class="spacer" aria-hidden="true" width="1" height=${n * rowHeight}></svg>`;
    const far = (i) => current === i && (i < from || i >= to); // the row with the focus is always drawn
    return html`<div role="grid" aria-label=${t('review.components')} aria-rowcount=${shown.length} class="components windowed">${far(current) && current < from ? this.renderRow(shown[current], current) : nothing}
      ${spacer(from)}${repeat(shown.slice(from, to), (r) => r.name, (r, i) => this.renderRow(r, from + i))}${spacer(shown.length - to)}${far(current) && current >= to ? this.renderRow(shown[current], current) : nothing}</div>`;
  }

  /** Whether the file has no values at all. */
  get isEmpty() { return !this.saving.size && !this.editing && this.rows.every((r) => !r.values.length); }

  renderList() {
    const found = this.rows.filter((r) => r.values.length).length;
    const corrected = this.rows.filter((r) => r.overridden).length;
    const looks = this.rows.filter(needsLook).length;
    const none = this.isEmpty ? empty?.emptyView(this) ?? nothing : nothing;
    if (!this.rows.length || this.isEmpty && !this.data.file.numberOfAnalyses) return none;
    return html`${none}<p class="soft sum">${t('review.sum', {n: this.rows.filter((r) => r.checked && r.values.length).length, m: found})}${looks ? html` · <button class="quiet small" @click=${() => this.act('toAttention', 1)}>${icon('warning')}${t('review.sum-attention', {n: looks})} <kbd>v</kbd></button>` : nothing}${corrected ? ' · ' + t('review.sum-corrected', {n: corrected}) : ''}</p>
      <label class="filter"><span class="hidden">${t('review.key-filter')}</span><input type="search" placeholder=${t('review.key-filter') + ' (/)'} .value=${live(this.filter)} @input=${(e) => this.narrow(e.target.value)}></label>
      ${this.shownRows.length ? this.renderRows() :
        html`<p class="empty">${t('filter.nothing')} <button @click=${() => this.set({filter: ''})}>${t('filter.clear')}</button></p>`}
      ${this.locked ? nothing : html`<button class="quiet small" @click=${() => this.addComponent()}>${icon('plus')}${t('review.add')}</button>`}`;
  }

  renderFailure() {
    const f = this.data.file;
    if (f.failedRules && !isBusy(f) && f.processingStatus !== 'ERROR') {
      return html`<p class="banner incomplete" role="status">${icon('warning')}${t('files.incomplete', {n: f.failedRules})} ${(f.ruleFailures ?? []).slice(0, 3).map((r) => html`<span class="soft">${t('files.rule-failed', r)}</span> `)}</p>`;
    }
    if (f.processingStatus !== 'ERROR') return nothing;
    return html`<p class="banner error" role="alert">${t('files.failed', {cause: f.fileErrorInfo?.cause ?? ''})}
      ${this.isMember ? html`<button @click=${() => this.attempt(async () => { this.data.file = await post(this.path + '/reanalyse'); })}>${t('files.again')}</button>` : nothing}</p>`;
  }

  view() {
    const shown = this.offered;
    const offered = shown ? shown.boxes.map((box) => ({page: shown.page, box})) : [];
    return html`<div class=${classMap({review: true, 'with-panel': !!this.panel, 'with-thumbs': this.thumbs})}>${this.renderHead()}${this.renderFailure()}${this.renderLocked()}
      <section class="list" aria-label=${t('review.components')} @scroll=${(x) => this.onScroll(x.currentTarget)}>${this.renderList()}</section><dk-one .review=${this}></dk-one><dk-edge></dk-edge>
      <dk-pages tabindex="0" role="region" aria-label=${t('review.pages')} .marks=${this.marks} .current=${this.current} .offered=${offered} .picking=${!!this.editing}
        @mark=${(x) => { this.choose(x.detail); this.updateComplete.then(() => this.focusRow()); }} @pick=${(x) => this.pick(x.detail)}></dk-pages>
      ${this.thumbs ? html`<dk-thumbs role="group" aria-label=${t('review.key-thumbs')} .path=${this.path} .pages=${this.data.entities.pages} .marksOf=${this.pagesElement?.marksOf ?? new Map()} @page=${(x) => this.pagesElement.goToPage(x.detail - 1)}></dk-thumbs>` : nothing}
      ${this.tools ? html`<dk-tools .review=${this}></dk-tools>` : nothing}
      ${this.panel ? html`<aside class="panel" aria-label=${t('panel.' + this.panel)}><dk-panel .review=${this} .which=${this.panel} @panel=${(x) => this.showPanel(x.detail || this.panel)}></dk-panel></aside>` : nothing}</div>`;
  }

  updated() {
    const pages = this.pagesElement;
    if (!pages || !this.data) return;
    for (const part of this.querySelectorAll('dk-pages,dk-edit,dk-panel,dk-thumbs,dk-tools,dk-edge,dk-one,dk-others')) /** @type {any} */ (part).requestUpdate?.();
    if (this.isEmpty && !empty) import('../parts/empty.js').then((m) => { empty = m; this.requestUpdate(); });
    if (!this.fresh) return;
    this.fresh = false;
    import('../parts/tools.js').then(() => this.set({tools: true}));
    if (matchMedia('(max-width: 47.5rem)').matches) openAround();
    pages.show(this.path, this.data.entities.pages);
    if (this.query.get('component')) this.choose(this.current);
    if (!document.querySelector('dialog[open]')) this.focusRow();
  }

  /** Takes a word of the page into the field, or opens the current row with it. */
  async pick({word, place}) {
    if (!this.editing) await this.edit();
    this.field?.take({text: word, page: place.page, boxes: [place.box]});
  }
}
customElements.define('dk-review', Review);

/** Components in the order of their definitions, those without a value too. */
function makeRows({components, definitions, entities}) {
  const byId = new Map(entities.entities.map((e) => [e.id, e]));
  const rows = new Map();
  for (const d of definitions.filter((d) => !d.softDeleteTime)) rows.set(d.technicalName, {name: '', version: components.version, display: d.displayName, description: d.description, values: [], overridden: null, checked: null, attention: [], technicalName: d.technicalName, format: d.format, columns: d.columns, single: !d.multiple});
  for (const c of components.componentDetails ?? []) {
    const row = rows.get(c.technicalName) ?? {display: c.name.replaceAll('_', ' '), description: '', technicalName: c.technicalName};
    const values = c.componentValues.map((v) => ({...v, places: v.places ?? [], entities: v.entityReferences.map((r) => byId.get(r.id)).filter(Boolean)}));
    rows.set(c.technicalName, {...row, name: c.name, version: c.version, values, overridden: c.overridden, checked: c.checked, attention: c.attention});
  }
  for (const c of components.missingComponents ?? []) {
    const row = rows.get(c.technicalName) ?? {display: c.name.replaceAll('_', ' '), description: '', values: [], overridden: null, technicalName: c.technicalName};
    rows.set(c.technicalName, {...row, name: '', version: c.version, checked: c.checked, attention: c.attention});
  }
  for (const row of rows.values()) row.name ||= madeName(row.technicalName);
  return [...rows.values()];
}

/** The row of a component, whatever the case of its name. */
export const findNamed = (rows, name) => rows.find((r) => r.name.toLowerCase() === name.toLowerCase());

/** A row for a component that nothing knows yet. */
export const newRow = (name, version) => ({name, version, display: name.replaceAll('_', ' '), technicalName: name.toLowerCase(), description: '', values: [], overridden: null, checked: null, attention: []});

/** Shows values in a row before the service has answered. */
export function putValues(row, values) {
  row.values = values.map((v, i) => ({entities: [], originalValue: '', ...row.values[i], ...v}));
}

/** The cells of a value that is a row of a table, with the names of their columns. */
const cellsView = (row, cells) => html`<table class="cells"><tbody>${cells.map((c) => html`<tr><th scope="row">${row.columns?.find((k) => k.technicalName === c.column)?.displayName ?? c.column}</th><td>${c.value}</td></tr>`)}</tbody></table>`;

/** Reports whether somebody should look at a row and nobody has. */
export const needsLook = (row) => row.attention.length > 0 && !row.checked;

/** Why somebody should look at a component. */
const attentionWords = (a) => (has('attention.' + a.code) ? t('attention.' + a.code, a) : a.code + ' ' + a.detail);

/** Where the values of a row stand, one after the other. */
export function placesOf(row) {
  return row.values.flatMap((v) => {
    const told = v.places?.length ? [{positions: v.places, color: '#f5b041'}] : v.entities ?? [];
    return told.flatMap((e) => e.positions.flatMap((p) => p.boxes.map((box) => ({page: p.page, box, color: e.color}))));
  });
}
