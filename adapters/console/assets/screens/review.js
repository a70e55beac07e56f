// @ts-check
// Review: what was extracted beside where it stands, to be checked and corrected.

import {classMap, html, live, nothing, repeat} from '../vendor/lit.js';
import {filePath, get, post, put} from '../api.js';
import {has, t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, go, loadDossiers, personName, session} from '../parts/context.js';
import {say, toast} from '../parts/feedback.js';
import {isBusy, isOpen, loadFiles, loadWork, byUrgency, processingChip, timeView, workflowChip} from '../parts/files.js';
import {loadImage, loadWords} from '../parts/pages.js';
import {addressOf, inQueue} from '../parts/queue.js';

// Loaded when they are needed first.
const openHistory = () => import('../parts/history.js');
let suggest = (_lines, _text) => /** @type {any[]} */ ([]);

/** @type {Map<string, Promise<any>>} what was read ahead, by path */
const ahead = new Map();

/** Reads all that the screen shows of a file. */
async function readFile(path, background) {
  const o = {background};
  const [template] = path.match(/^\/dossier-templates\/[^/]+/) ?? [''];
  const [file, components, definitions, entities] = await Promise.all([
    get(path, {}, o), get(path + '/components', {includeDetails: true}, o), get(template + '/component-definitions', {}, o),
    get(path + '/entities', {}, o).catch((e) => { if (e.status === 409 || e.status === 404) return {pages: [], entities: []}; throw e; })]);
  return {file, components, definitions, entities};
}

class Review extends Screen {
  constructor() {
    super();
    /** @type {any} */
    this.data = null;
    /** @type {any[]} */
    this.rows = [];
    this.current = 0;
    this.box = 0;
    /** @type {{row: string, index: number, text: string, place: any, was: string, offers: any[], chosen: number, note: string} | null} */
    this.editing = null;
    /** @type {any} */
    this.conflict = null;
    this.filter = '';
    this.panel = false;
    /** @type {any[]} */
    this.queue = [];
    /** @type {{undo: () => Promise<any>, redo: () => Promise<any>, words: string}[]} */
    this.done = [];
    /** @type {any[]} */
    this.undone = [];
    /** @type {Map<string, string[]>} values that are on their way, by component */
    this.saving = new Map();
    /** @type {Map<number, any[]>} */
    this.lines = new Map();
    /** @type {Promise<any>} the change that was begun last */
    this.turn = Promise.resolve();
    /** @type {Promise<any>} the last of undo and redo */
    this.stepped = Promise.resolve();
    this.fresh = false; // whether the file is about to be drawn first
  }

  get path() { return `/dossier-templates/${this.params.template}/dossiers/${this.params.dossier}/files/${this.params.file}`; }

  heading() { return this.data?.file.filename ?? ''; }

  wants() { return (e) => e.fileId === this.params.file || (e.dossierId === this.params.dossier && e.type.startsWith('dossier.')); }

  async read(background) {
    const path = this.path;
    const waiting = !background && ahead.get(path);
    ahead.delete(path);
    const [data, dossiers] = await Promise.all([waiting || readFile(path, background), this.dossier ? [this.dossier] : loadDossiers({includeArchived: true})]);
    if (path !== this.path) return;
    const dossier = dossiers.find((d) => d.id === this.params.dossier);
    const first = this.data?.file.id !== data.file.id;
    Object.assign(this, {data, dossier, rows: makeRows(data)});
    if (first) this.begin();
    else this.pagesElement?.show(path, data.entities.pages);
    this.watchEdit();
    await this.readQueue();
  }

  /** Shows a file that was not shown before. */
  begin() {
    this.lines.clear();
    Object.assign(this, {editing: null, conflict: null, done: [], undone: [], filter: '', box: 0});
    const named = this.query.get('component');
    this.current = Math.max(0, this.rows.findIndex((r) => r.name === named));
    this.fresh = true;
  }

  async readQueue() {
    const name = this.query.get('queue') ?? '';
    if (this.queueName === name + this.params.dossier) return;
    this.queueName = name + this.params.dossier;
    const files = name === 'me' ? (await loadWork(true)).files.sort(byUrgency) : await loadFiles({...this.dossier, id: this.params.dossier, dossierTemplateId: this.params.template}, true);
    this.queue = files.filter((f) => f.id === this.params.file || inQueue(name, f));
    this.readAhead();
  }

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
    const reading = readFile(path, true);
    reading.then((d) => d.entities.pages[0] && loadImage(path, d.entities.pages[0].page, devicePixelRatio > 1 ? 150 : 100, true), () => ahead.delete(path));
    ahead.set(path, reading);
  }

  neighbour(by) {
    const at = this.queue.findIndex((f) => f.id === this.params.file);
    return this.queue[at + by];
  }

  goTo(by) {
    const next = this.neighbour(by);
    if (next) return go(addressOf(next, this.query.get('queue')));
    if (by < 0) return say(t('review.first'));
    toast(t('review.last'));
    go(this.query.get('queue') === 'me' ? '/' : `/dossiers/${this.params.dossier}`);
  }

  // What may be done

  get isMember() { return this.dossier?.memberIds.includes(session.id) ?? false; }

  /** Why values cannot be changed, empty when they can. */
  get locked() {
    const f = this.data.file;
    if (f.dossierArchived) return t('review.archived');
    if (f.workflowStatus === 'APPROVED') return t('review.approved');
    if (!this.isMember) return t('review.not-member');
    if (f.assignee && f.assignee !== session.id) return t('review.others', {name: personName(f.assignee)});
    return '';
  }

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

  async takeStep(step) {
    if (!step) return say(t('step.none'));
    let approverId;
    if (step.to === 'UNDER_APPROVAL' && this.dossier.approverIds.length > 1) {
      const {openDialog} = await import('../parts/dialogs.js');
      approverId = await openDialog(t('step.who'), (close) => html`<div class="choices">${this.dossier.approverIds.map((id) => html`<button @click=${() => close(id)}>${icon('user')}${personName(id)}</button>`)}</div>`);
      if (!approverId) return;
    }
    const open = this.rows.filter(needsLook);
    if (step.leaves && step.to !== 'UNDER_REVIEW' && open.length) {
      const {confirmDialog} = await import('../parts/dialogs.js');
      if (!await confirmDialog(t('review.open', {n: open.length}), open.map((r) => r.display).join(', '), step.words)) return;
    }
    const path = this.path;
    const name = this.data.file.filename;
    await this.attempt(async () => {
      const file = await put(path + '/workflow-status', {workflowStatus: step.to, ...(approverId ? {approverId} : {})});
      if (path === this.path) this.data.file = file;
      toast(t('step.done', {name, to: t('workflow.' + step.to)}));
      this.queue = this.queue.map((f) => (f.id === file.id ? {...f, ...file} : f));
      if (step.leaves) this.goTo(1);
    });
  }

  async assign(id) {
    await this.attempt(async () => { this.data.file = await put(this.path + '/assignee', {assigneeId: id}); });
  }

  /** Gives a file that nobody has to whoever changes it first. */
  async claim(path, file) {
    if (file.assignee) return;
    Object.assign(file, await put(path + '/assignee', {assigneeId: session.id}));
    toast(t('review.claimed'), {undo: () => this.assign(null)});
  }

  /** Does something after what was begun before; what fails is told and nothing is lost. */
  attempt(what) {
    const run = async (before) => {
      await before;
      try {
        await what();
        return true;
      } catch (error) {
        toast(failureWords(error), {bad: true});
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
    const place = placesOf(row)[which];
    if (place) this.pagesElement?.reveal(place);
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

  edit(at = this.current, index = 0) {
    const row = this.rows[at];
    if (!row) return;
    if (this.locked) return toast(this.locked);
    this.choose(at);
    const was = row.values[index]?.value ?? '';
    this.set({editing: {row: row.name, index, text: was, place: null, was, offers: [], chosen: -1, note: ''}, conflict: null});
    this.readWords();
    this.updateComplete.then(() => {
      const field = /** @type {HTMLInputElement | null} */ (this.querySelector('.edit input'));
      field?.focus();
      field?.select();
    });
  }

  /** Reads the words of the pages, those of the row first, to offer them. */
  async readWords() {
    ({suggest} = await import('../parts/suggest.js'));
    const path = this.path;
    const near = new Set(placesOf(this.rows[this.current] ?? {values: []}).map((p) => p.page));
    const order = this.data.entities.pages.map((p) => p.page).sort((a, b) => Number(near.has(b)) - Number(near.has(a)) || a - b).slice(0, 50);
    for (const page of order) {
      if (this.lines.has(page) || path !== this.path) continue;
      const lines = await loadWords(path, page, true).catch(() => []);
      if (path !== this.path) return;
      this.lines.set(page, lines);
      if (this.editing && this.editing.chosen < 0 && !this.editing.place) this.type(this.editing.text);
    }
  }

  type(text) {
    const e = this.editing;
    if (!e) return;
    const offers = text && text !== e.was ? suggest(this.lines, text) : [];
    this.set({editing: {...e, text, place: e.place?.text === text ? e.place : null, offers, chosen: -1}});
  }

  offer(by) {
    const e = this.editing;
    if (!e?.offers.length) return;
    const chosen = (e.chosen + by + e.offers.length) % e.offers.length;
    this.set({editing: {...e, chosen}});
    this.pagesElement?.reveal({page: e.offers[chosen].page, box: e.offers[chosen].boxes[0]});
  }

  take(offered) {
    const e = this.editing;
    if (!e || !offered) return;
    this.set({editing: {...e, text: offered.text, place: offered, offers: [], chosen: -1}});
    say(t('review.taken', {value: offered.text}));
  }

  onEditKey(event) {
    const e = /** @type {NonNullable<typeof this.editing>} */ (this.editing);
    const offered = e.offers[e.chosen] ?? e.offers[0];
    if (event.key === 'Tab' && !event.shiftKey && e.offers.length) this.take(offered);
    else if (event.key === 'ArrowDown') this.offer(1);
    else if (event.key === 'ArrowUp') this.offer(-1);
    else if (event.key === 'Escape') this.stopEditing();
    else if (event.key === 'Enter') this.save(!(event.ctrlKey || event.metaKey), e.chosen >= 0 ? offered : null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  stopEditing() {
    this.set({editing: null, conflict: null});
    this.updateComplete.then(() => this.focusRow());
  }

  async save(onward, offered) {
    const e = this.editing;
    if (!e) return;
    const row = this.rows.find((r) => r.name === e.row);
    const text = (offered?.text ?? e.text).trim();
    const place = offered ?? e.place;
    if (!row || !text) return;
    this.set({editing: null, conflict: null});
    if (onward) this.toUnchecked();
    else this.updateComplete.then(() => this.focusRow());
    if (text === row.values[e.index]?.value && !place) {
      if (!row.checked) await this.check([row.name]);
      return;
    }
    const values = row.values.map((v) => ({value: v.value, places: v.places}));
    values[e.index] = {value: text, places: place ? [{page: place.page, boxes: place.boxes}] : []};
    const before = row.overridden ? {name: row.name, componentValues: row.values.map((v) => ({value: v.value, places: v.places}))} : null;
    const after = {name: row.name, componentValues: values, ...(e.note ? {note: e.note} : {})};
    const ok = await this.remember(t('review.corrected', {name: row.display}), () => (before ? this.override(before) : this.revert(row.name)), () => this.override(after));
    if (ok) await this.check([row.name]);
    else if (!this.editing) this.set({editing: {...e, text}});
  }

  /** Stores values of a component; they show at once. */
  async override(body) {
    const path = this.path;
    const {file} = this.data;
    this.saving.set(body.name, body.componentValues.map((v) => v.value));
    this.requestUpdate();
    const ok = await this.attempt(async () => {
      await this.claim(path, file);
      await post(path + '/component-overrides', body, {key: true});
      await this.load(true);
    });
    this.saving.delete(body.name);
    this.requestUpdate();
    return ok;
  }

  revert(name) {
    const path = this.path;
    const {file} = this.data;
    return this.attempt(async () => {
      await this.claim(path, file);
      await post(path + '/component-overrides/revert', {components: [name]});
      await this.load(true);
    });
  }

  /** Says of components that somebody found them right, or takes that back; it shows at once. */
  check(checked, unchecked = []) {
    const path = this.path;
    const {file} = this.data;
    const mark = (names, made) => { for (const r of this.rows) if (names.includes(r.name)) r.checked = made; };
    mark(checked, {by: session.id, at: new Date().toISOString()});
    mark(unchecked, null);
    this.requestUpdate();
    const turn = this.attempt(async () => {
      await this.claim(path, file);
      await put(path + '/component-checks', {checked, unchecked});
    });
    turn.then(() => { if (turn === this.turn) this.load(true); }); // else what follows would look undone
    return turn;
  }

  /** Checks rows, or one that is checked no more, and remembers how to undo it. */
  async checkRows(names, onward) {
    if (this.locked) return toast(this.locked);
    const row = this.rows[this.current];
    const back = names.length === 1 && this.rows.find((r) => r.name === names[0])?.checked;
    if (!names.length) return undefined;
    if (onward && !back) this.toUnchecked();
    const there = () => (back ? this.check([], names) : this.check(names));
    const again = () => (back ? this.check(names) : this.check([], names));
    return this.remember(t('review.checked', {n: names.length, name: row?.display ?? ''}), again, there, true);
  }

  /** Goes to the next row with a value that nobody has checked, behind the current one first. */
  toUnchecked() {
    const order = [...this.rows.keys()].map((i) => (this.current + 1 + i) % this.rows.length);
    const next = order.find((i) => i !== this.current && this.rows[i].values.length && !this.rows[i].checked);
    if (next === undefined) return this.move(1);
    this.choose(next);
    return this.updateComplete.then(() => this.focusRow());
  }

  /** Goes to the next or a former row that needs attention. */
  toAttention(by) {
    const n = this.rows.length;
    for (let i = 1; i <= n; i++) {
      const at = (this.current + by * i + n * i) % n;
      if (!needsLook(this.rows[at])) continue;
      this.choose(at);
      this.updateComplete.then(() => this.focusRow());
      return;
    }
    say(t('review.no-attention'));
  }

  async takeBack(row = this.rows[this.current]) {
    if (!row?.overridden) return;
    if (this.locked) return toast(this.locked);
    const before = {name: row.name, componentValues: row.values.map((v) => ({value: v.value, places: v.places}))};
    await this.remember(t('review.reverted', {name: row.display}), () => this.override(before), () => this.revert(row.name));
  }

  /** Does something that can be undone from now on, unless it fails. */
  async remember(words, undo, redo, quiet = false) {
    const change = {words, undo, redo};
    this.done.push(change);
    this.undone = [];
    const ok = await redo();
    if (!ok) this.done = this.done.filter((c) => c !== change);
    else if (!quiet) toast(words, {undo: () => this.undo()});
    return ok;
  }

  /** Takes changes back, or makes them again, one after the other: keys may be faster than answers. */
  inTurn(step) {
    this.stepped = this.stepped.then(step, step);
    return this.stepped;
  }

  undo() {
    return this.inTurn(async () => {
      const last = this.done.pop();
      if (!last) return say(t('review.nothing'));
      const undone = this.undone; // a change that is made meanwhile begins a new list
      if (await last.undo()) {
        undone.push(last);
        toast(t('review.undone', {words: last.words}));
      }
    });
  }

  redo() {
    return this.inTurn(async () => {
      const last = this.undone.pop();
      if (last && await last.redo()) this.done.push(last);
    });
  }

  /** Tells who is typing when somebody else has changed the same value. */
  watchEdit() {
    const e = this.editing;
    const row = e && this.rows.find((r) => r.name === e.row);
    const now = row?.values[e?.index ?? 0]?.value ?? '';
    if (e && row && now !== e.was && row.overridden && row.overridden.by !== session.id) this.conflict = {value: now, by: row.overridden.by};
  }

  keys() {
    const act = (keys, key, run, more = {}) => ({keys, words: t('review.key-' + key), run, ...more});
    return [
      act('j, ArrowDown', 'next', () => this.move(1)), act('k, ArrowUp', 'previous', () => this.move(-1)),
      act('Enter', 'edit', () => this.edit()), act('r', 'revert', () => this.takeBack()),
      act('u', 'undo', () => this.undo()), act('Shift+U', 'redo', () => this.redo()),
      act('Space', 'check', () => this.checkRows([this.rows[this.current]?.name].filter(Boolean), true)),
      act('Shift+Space', 'check-all', () => this.checkRows(this.rows.filter((r) => r.values.length && !r.checked && !r.attention.length).map((r) => r.name), false)),
      act('v', 'attention', () => this.toAttention(1)), act('Shift+V', 'attention-before', () => this.toAttention(-1)),
      act('b', 'box', () => this.nextBox()), act('y', 'copy', () => this.copy()),
      act('n', 'next-file', () => this.goTo(1)), act('p', 'previous-file', () => this.goTo(-1)),
      act('a', 'step', () => this.takeStep(this.steps[0])), act('Shift+A', 'back', () => this.takeStep(this.steps[1])),
      act('i', 'assign', () => this.assign(session.id)), act('h', 'history', () => this.showHistory()),
      act('PageDown', 'page', () => this.pagesElement?.turnPage(1)), act('PageUp', 'page-before', () => this.pagesElement?.turnPage(-1)),
      act('+', 'larger', () => this.pagesElement?.zoomBy(1)), act('-', 'smaller', () => this.pagesElement?.zoomBy(-1)), act('w, 0', 'width', () => this.pagesElement?.zoomBy(0)),
      act('/', 'filter', () => /** @type {any} */ (this.querySelector('.filter input'))?.focus()),
      {keys: 'Escape, Enter', words: '', hidden: true, field: true, run: (e) => {
        if (!e.target.closest('.filter')) return;
        if (e.key === 'Escape') this.set({filter: ''});
        this.updateComplete.then(() => this.focusRow());
      }},
    ];
  }

  async copy() {
    const value = this.rows[this.current]?.values.map((v) => v.value).join(', ');
    if (!value) return;
    await navigator.clipboard.writeText(value);
    toast(t('state.copied'));
  }

  async showHistory() {
    await openHistory();
    this.set({panel: !this.panel});
  }

  // Drawing

  renderHead() {
    const f = this.data.file;
    const at = this.queue.findIndex((q) => q.id === f.id);
    const [main, ...other] = this.steps;
    return html`<header class="review-head"><nav aria-label=${t('nav.path')}><a href=${base + '/dossiers/' + this.params.dossier}>${this.dossier?.name ?? ''}</a></nav><h1>${f.filename}</h1>
      ${at >= 0 ? html`<span class="soft">${t('review.place', {n: at + 1, m: this.queue.length})}</span>` : nothing}
      ${workflowChip(f.workflowStatus)}${processingChip(f)}
      <span class="soft assignee">${icon('user')}${f.assignee ? personName(f.assignee) : t('files.nobody')}</span>
      <span class="space"></span>
      <button class="quiet" ?disabled=${at <= 0} title=${t('review.key-previous-file')} @click=${() => this.goTo(-1)}>${icon('left')}<kbd>p</kbd><span class="hidden">${t('review.key-previous-file')}</span></button>
      <button class="quiet" title=${t('review.key-next-file')} @click=${() => this.goTo(1)}><kbd>n</kbd>${icon('right')}<span class="hidden">${t('review.key-next-file')}</span></button>
      <button class="quiet" aria-pressed=${this.panel} title=${t('review.key-history')} @click=${() => this.showHistory()}>${icon('history')}<span class="hidden">${t('review.key-history')}</span></button>
      ${other.map((s) => html`<button @click=${() => this.takeStep(s)}>${s.words}</button>`)}
      ${main ? html`<button class="main" @click=${() => this.takeStep(main)}>${main.words}<kbd>a</kbd></button>` : nothing}</header>`;
  }

  renderLocked() {
    const f = this.data.file;
    if (!this.locked) return nothing;
    return html`<p class="banner">${this.locked}
      ${this.isMember && f.assignee && f.assignee !== session.id && f.workflowStatus !== 'APPROVED' && !f.dossierArchived ?
        html`<button @click=${() => this.assign(session.id)}>${t('review.take-over')}</button>` : nothing}</p>`;
  }

  renderValue(row, v, i) {
    const saved = this.saving.get(row.name);
    if (this.editing?.row === row.name && this.editing.index === i) return this.renderEdit();
    const value = saved?.[i] ?? v.value;
    return html`<div class=${classMap({value: true, saving: !!saved})}>${value}${row.overridden && v.originalValue && v.originalValue !== value ? html` <del>${v.originalValue}</del>` : nothing}</div>`;
  }

  renderEdit() {
    const e = /** @type {NonNullable<typeof this.editing>} */ (this.editing);
    return html`<div class="edit"><input aria-label=${t('review.value')} role="combobox" aria-expanded=${e.offers.length > 0} aria-controls="offers" aria-autocomplete="list"
      aria-activedescendant=${e.chosen >= 0 ? 'offer-' + e.chosen : nothing} .value=${live(e.text)} autocomplete="off" spellcheck="false"
      @input=${(x) => this.type(x.target.value)} @keydown=${(x) => this.onEditKey(x)} @click=${(x) => x.stopPropagation()}>
      <ul id="offers" role="listbox" aria-label=${t('review.offers')} ?hidden=${!e.offers.length}>${e.offers.map((o, i) => html`<li id=${'offer-' + i} role="option" aria-selected=${i === e.chosen}
        @mousedown=${(x) => { x.preventDefault(); this.take(o); }}>${o.text}<span class="soft">${t('review.on-page', {n: o.page})}</span></li>`)}</ul>
      ${this.conflict ? html`<p class="conflict" role="alert">${t('review.conflict', {name: personName(this.conflict.by), value: this.conflict.value})}
        <button @click=${() => this.stopEditing()}>${t('review.theirs')}</button> <button @click=${() => this.set({conflict: null})}>${t('review.mine')}</button></p>` : nothing}
      <p class="soft hint">${e.place ? html`${icon('tick')}${t('review.on-page', {n: e.place.page})} · ` : nothing}${t('review.hint')}</p></div>`;
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

  renderRow(row) {
    const at = this.rows.indexOf(row);
    const here = at === this.current;
    const missing = !row.values.length && !this.saving.has(row.name);
    const values = row.values.length ? row.values : [{value: this.saving.get(row.name)?.[0] ?? '', entities: [], places: []}];
    return html`<div class=${classMap({component: true, current: here})} role="row" aria-selected=${here} tabindex=${here ? 0 : -1}
      @click=${() => this.choose(at)} @dblclick=${() => this.edit(at)} @focus=${() => { if (!here) this.choose(at); }}>
      <div role="gridcell" class="state">${needsLook(row) ? icon('warning', t('review.is-attention')) : row.checked ? html`<span class="good">${icon('tick', t('review.is-checked'))}</span>` : row.overridden ? icon('pencil', t('review.is-corrected')) : missing ? icon('dash', t('review.is-missing')) : nothing}</div>
      <div role="gridcell" class="name">${row.display}</div>
      <div role="gridcell" class="values">${missing && this.editing?.row !== row.name ? html`<span class="soft">${t('review.is-missing')}</span>` : values.map((v, i) => this.renderValue(row, v, i))}
        ${here && this.editing?.row !== row.name && !this.locked ? html`<button class="quiet small" @click=${(e) => { e.stopPropagation(); this.edit(at); }}>${icon('pencil')}${t('review.key-edit')} <kbd>${t('key.Enter')}</kbd></button>
          ${missing ? nothing : html`<button class="quiet small" aria-pressed=${!!row.checked} @click=${(e) => { e.stopPropagation(); this.checkRows([row.name], true); }}>${icon('tick')}${t('review.is-checked')} <kbd>${t('key.Space')}</kbd></button>`}` : nothing}</div>
      ${here ? html`<div role="gridcell" class="more">${this.renderDetails(row)}</div>` : nothing}</div>`;
  }

  renderList() {
    const found = this.rows.filter((r) => r.values.length).length;
    const corrected = this.rows.filter((r) => r.overridden).length;
    const looks = this.rows.filter(needsLook).length;
    if (!this.rows.length) return html`<p class="empty">${isBusy(this.data.file) ? t('review.working') : t('review.none')}</p>`;
    return html`<p class="soft sum">${t('review.sum', {n: this.rows.filter((r) => r.checked).length, m: found})}${looks ? html` · <button class="quiet small" @click=${() => this.toAttention(1)}>${icon('warning')}${t('review.sum-attention', {n: looks})} <kbd>v</kbd></button>` : nothing}${corrected ? ' · ' + t('review.sum-corrected', {n: corrected}) : ''}</p>
      <label class="filter"><span class="hidden">${t('review.key-filter')}</span><input type="search" placeholder=${t('review.key-filter') + ' (/)'} .value=${live(this.filter)} @input=${(e) => this.narrow(e.target.value)}></label>
      ${this.shownRows.length ? html`<div role="grid" aria-label=${t('review.components')} class="components">${repeat(this.shownRows, (r) => r.name, (r) => this.renderRow(r))}</div>` :
        html`<p class="empty">${t('filter.nothing')} <button @click=${() => this.set({filter: ''})}>${t('filter.clear')}</button></p>`}`;
  }

  renderFailure() {
    const f = this.data.file;
    if (f.processingStatus !== 'ERROR') return nothing;
    return html`<p class="banner error" role="alert">${t('files.failed', {cause: f.fileErrorInfo?.cause ?? ''})}
      ${this.isMember ? html`<button @click=${() => this.attempt(async () => { this.data.file = await post(this.path + '/reanalyse'); })}>${t('files.again')}</button>` : nothing}</p>`;
  }

  view() {
    const e = this.editing;
    const marks = this.rows.flatMap((row, at) => placesOf(row).map((p) => ({...p, row: at, words: row.display + ': ' + row.values.map((v) => v.value).join(', ')})));
    const shown = e?.offers[Math.max(0, e.chosen)] ?? e?.place;
    const offered = shown ? shown.boxes.map((box) => ({page: shown.page, box})) : [];
    return html`<div class=${classMap({review: true, 'with-panel': this.panel})}>${this.renderHead()}${this.renderFailure()}${this.renderLocked()}
      <section class="list" aria-label=${t('review.components')}>${this.renderList()}</section>
      <dk-pages tabindex="0" role="region" aria-label=${t('review.pages')} .marks=${marks} .current=${this.current} .offered=${offered} .picking=${!!e}
        @mark=${(x) => { this.choose(x.detail); this.updateComplete.then(() => this.focusRow()); }} @pick=${(x) => this.pick(x.detail)}></dk-pages>
      ${this.panel ? html`<aside class="panel" aria-label=${t('history.title')}><h2>${t('history.title')}</h2><dk-history .path=${this.path} .about=${(ev) => ev.fileId === this.params.file}></dk-history></aside>` : nothing}</div>`;
  }

  updated() {
    const pages = this.pagesElement;
    if (!pages || !this.data) return;
    pages.requestUpdate();
    if (!this.fresh) return;
    this.fresh = false;
    pages.show(this.path, this.data.entities.pages);
    if (this.query.get('component')) this.choose(this.current);
    if (!document.querySelector('dialog[open]')) this.focusRow();
  }

  /** Takes a word of the page into the field, or opens the current row with it. */
  pick({word, place}) {
    if (!this.editing) this.edit();
    this.take({text: word, page: place.page, boxes: [place.box]});
    this.updateComplete.then(() => /** @type {any} */ (this.querySelector('.edit input'))?.focus());
  }
}
customElements.define('dk-review', Review);

/** Components in the order of their definitions, those without a value too. */
function makeRows({components, definitions, entities}) {
  const byId = new Map(entities.entities.map((e) => [e.id, e]));
  const rows = new Map();
  for (const d of definitions.filter((d) => !d.softDeleteTime)) rows.set(d.technicalName, {name: '', display: d.displayName, description: d.description, values: [], overridden: null, checked: null, attention: [], technicalName: d.technicalName});
  for (const c of components.componentDetails ?? []) {
    const row = rows.get(c.technicalName) ?? {display: c.name.replaceAll('_', ' '), description: '', technicalName: c.technicalName};
    const values = c.componentValues.map((v) => ({...v, places: v.places ?? [], entities: v.entityReferences.map((r) => byId.get(r.id)).filter(Boolean)}));
    rows.set(c.technicalName, {...row, name: c.name, values, overridden: c.overridden, checked: c.checked, attention: c.attention});
  }
  for (const row of rows.values()) row.name ||= row.technicalName.split('_').map((w) => w.charAt(0).toUpperCase() + w.slice(1)).join('_');
  return [...rows.values()];
}

/** Reports whether somebody should look at a row and nobody has. */
const needsLook = (row) => row.attention.length > 0 && !row.checked;

/** Why somebody should look at a component. */
const attentionWords = (a) => (has('attention.' + a.code) ? t('attention.' + a.code, a) : a.code + ' ' + a.detail);

/** Where the values of a row stand, one after the other. */
function placesOf(row) {
  return row.values.flatMap((v) => {
    const told = v.places?.length ? [{positions: v.places, color: '#f5b041'}] : v.entities ?? [];
    return told.flatMap((e) => e.positions.flatMap((p) => p.boxes.map((box) => ({page: p.page, box, color: e.color}))));
  });
}
