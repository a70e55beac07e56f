// @ts-check
// What stands beside the pages of a review, one thing about the file at a time: why a component has its values, by the rules that
// gave them and the words that they come from; what another analysis changed; words that are looked for; and what was marked.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {formatTime, t} from '../i18n.js';
import {subscribe} from '../live.js';
import './attributes.js';
import {ReviewPart, failureWords, icon} from './base.js';
import {setAttribute} from './changed.js';
import {personName} from './context.js';
import {timeView} from './files.js';
import './history.js';
import {findIn} from './suggest.js';

const pause = 200; // ms after the last letter
const mostFound = 200; // places, or rows
const mostEvents = 500; // entries of the history that are looked through

/** The panels: what each shows of a review. @type {Record<string, (r: any) => any>} */
const panels = {
  explanation: (r) => html`<dk-explanation .review=${r}></dk-explanation>`,
  differences: (r) => html`<dk-differences .review=${r}></dk-differences>`,
  find: (r) => html`<dk-find .review=${r}></dk-find>`,
  entities: (r) => html`<dk-entities .review=${r}></dk-entities>`,
  attributes: (r) => html`<dk-attributes .open=${true} .file=${r.data.file} .off=${r.locked} .store=${setAttribute(r)} @leave=${() => r.focusRow()}></dk-attributes>`,
  history: (r) => html`<dk-history .path=${r.path} .about=${(e) => e.fileId === r.params.file}></dk-history>`,
};

/** Set which. It tells of `panel`: another one is wanted, or with an empty name none. */
class Panel extends ReviewPart {
  which = '';

  updated() {
    /** @type {any} */ (this.querySelector('.panel-body > *'))?.requestUpdate();
  }

  render() {
    const tell = (detail) => this.dispatchEvent(new CustomEvent('panel', {detail}));
    return html`<header><nav class="tabs" aria-label=${t('panel.choose')}>${Object.keys(panels).map((name) => html`<button class="quiet small" aria-pressed=${name === this.which} @click=${() => tell(name)}>${t('panel.' + name)}</button>`)}</nav>
      <button class="quiet" aria-label=${t('action.close')} @click=${() => tell('')}>${icon('close')}</button></header>
      <h2>${t('panel.' + this.which)}</h2><div class="panel-body">${panels[this.which](this.review)}</div>`;
  }
}
customElements.define('dk-panel', Panel);

/** Tells of the current component of a review. */
class Explanation extends ReviewPart {
  renderEntity(e) {
    const [place] = e.positions;
    return html`<li><span class="quote">…${e.textBefore} <mark>${e.value}</mark> ${e.textAfter}…</span>
      <span class="soft">${t('explain.entity', {type: e.displayName, rule: e.entityRuleId})}${e.reason ? ' · ' + e.reason : ''}${e.section ? ' · ' + e.section : ''}</span>
      ${place ? html`<button class="quiet small" @click=${() => this.review.lookAt({page: place.page, boxes: place.boxes})}>${t('review.on-page', {n: place.page})}</button>` : nothing}</li>`;
  }

  renderValue(row, v) {
    return html`<li><strong>${v.value}</strong>${v.normalized ? html`<p class="normalized">${t('explain.normalized', {value: [v.normalized.value, v.normalized.currency].filter(Boolean).join(' ')})}</p>` : nothing}
      ${v.componentRuleId ? html`<p>${t('explain.rule', {rule: v.componentRuleId})}${v.valueDescription ? html`: ${v.valueDescription}` : nothing}</p>` : html`<p>${t('explain.by-hand')}</p>`}
      ${row.overridden && v.originalValue && v.originalValue !== v.value ? html`<p>${t('explain.found', {value: v.originalValue})}</p>` : nothing}
      ${v.entities?.length ? html`<p class="soft">${t('explain.from')}</p><ul class="plain">${v.entities.map((e) => this.renderEntity(e))}</ul>` : nothing}</li>`;
  }

  /** What was marked in the document and is in no component: what a rule may have passed over. */
  renderUnused() {
    const unused = this.review.data.entities.entities.filter((e) => !e.componentNames.length).slice(0, 20);
    return html`<p>${t('explain.missing')}</p>${unused.length ? html`<p class="soft">${t('explain.unused')}</p><ul class="plain">${unused.map((e) => this.renderEntity(e))}</ul>` : nothing}`;
  }

  render() {
    const row = this.review.rows[this.review.current];
    if (!row) return html`<p class="soft">${t('review.none')}</p>`;
    return html`<h3>${row.display}</h3>${row.description ? html`<p class="soft">${row.description}</p>` : nothing}
      ${row.overridden ? html`<p>${icon('pencil')} ${t('review.by', {name: personName(row.overridden.by)})} ${timeView(row.overridden.at)}${row.overridden.note ? html`: <q>${row.overridden.note}</q>` : nothing}</p>` : nothing}
      ${row.values.length ? html`<ol class="plain">${row.values.map((v) => this.renderValue(row, v))}</ol>` : this.renderUnused()}`;
  }
}
customElements.define('dk-explanation', Explanation);

/**
 * The analyses of a file, latest first, each with the time at which its result was at an end: the next one came, or
 * another content of the file.
 * @returns {Promise<{time: string, until: string, n: number}[]>}
 */
async function readAnalyses(path) {
  const out = [];
  let until = '';
  let seen = 0;
  for (let cursor; cursor !== null && seen < mostEvents; seen += 100) {
    const page = await get(path + '/history', {limit: 100, order: 'desc', cursor});
    for (const e of page.events) {
      if (e.type === 'file.analysed') out.push({time: e.time, until, n: e.data?.numberOfComponentValues ?? 0});
      if (e.type === 'file.analysed' || e.type === 'file.replaced') until = e.time;
    }
    cursor = page.nextCursor;
  }
  return out;
}

/** The moment just before another. */
const justBefore = (time) => new Date(new Date(time).getTime() - 1).toISOString();

/** What components were like at a moment, by technical name: as they counted, and as rules found them. */
async function readMoment(path, asOf) {
  const answer = await get(path + '/components', {includeDetails: true, asOf});
  return new Map((answer.componentDetails ?? []).map((c) => [c.technicalName, {name: c.name, corrected: !!c.overridden, value: c.componentValues.map((v) => v.value).join(', '),
    found: c.componentValues.map((v) => v.originalValue).filter(Boolean).join(', ')}]));
}

/** What differs between two moments. @param {Map<string, any>} before @param {Map<string, any>} after */
export function compareMoments(before, after) {
  const none = {corrected: false, value: '', found: ''};
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => ({name, before: before.get(name) ?? none, after: after.get(name) ?? none}))
    .filter(({before: b, after: a}) => b.found !== a.found || b.value !== a.value);
}

/** Compares two analyses of the file of a review, the last two unless others are chosen. */
class Differences extends ReviewPart {
  /** @type {{time: string, until: string, n: number}[] | null} */
  analyses = null;
  after = 0;
  before = 1;
  /** @type {any[] | null} */
  rows = null;
  problem = '';

  attach() { return [subscribe((e) => e.type === 'file.analysed' && e.fileId === this.review.params.file, () => this.read())]; }

  updated() {
    if (this.path === this.review.path) return;
    this.path = this.review.path;
    this.read();
  }

  async read() {
    const path = this.review.path;
    this.set({after: 0, before: 1, rows: null, analyses: null, problem: ''});
    try {
      const analyses = await readAnalyses(path);
      if (path !== this.review.path) return;
      this.set({analyses});
      if (analyses.length > 1) await this.compare();
    } catch (error) {
      this.set({problem: failureWords(error)});
    }
  }

  /** Compares the result of one analysis, as it stood at its end, with another. */
  async compare() {
    const path = this.review.path;
    const {after, before} = this;
    const analyses = this.analyses ?? [];
    const [was, is] = await Promise.all([readMoment(path, justBefore(analyses[before].until)), readMoment(path, analyses[after].time)]);
    if (path === this.review.path && after === this.after && before === this.before) this.set({rows: compareMoments(was, is)});
  }

  async choose(change) {
    Object.assign(this, change);
    if (this.before <= this.after) this.before = this.after + 1;
    this.set({rows: null});
    await this.compare().catch((error) => this.set({problem: failureWords(error)}));
  }

  renderChoice(name, from, to) {
    const analyses = this.analyses ?? [];
    return html`<label>${t('diff.' + name)}<select @change=${(e) => this.choose({[name]: Number(e.target.value)})}>${analyses.map((a, i) => (i < from || i > to ? nothing :
      html`<option value=${i} ?selected=${this[name] === i}>${formatTime(a.time)} · ${t('diff.values', {n: a.n})}</option>`))}</select></label>`;
  }

  renderRow(d) {
    const at = this.review.rows.findIndex((r) => r.technicalName === d.name);
    const row = this.review.rows[at];
    return html`<li><button class="quiet small" ?disabled=${!row} @click=${() => { this.review.choose(at); this.review.focusRow(); }}>${row?.display ?? d.name}</button>
      ${d.before.found === d.after.found ? nothing : html`${d.before.found ? html`<del>− ${d.before.found}</del>` : nothing}${d.after.found ? html`<ins>+ ${d.after.found}</ins>` : html`<p class="soft">${t('review.is-missing')}</p>`}`}
      ${d.after.corrected ? html`<p class="chip wrap">${icon('pencil')}<span>${t('diff.corrected', {value: d.after.value})}</span></p>` :
        d.before.corrected ? html`<p class="chip wrap">${icon('pencil')}<span>${t('diff.dropped', {value: d.before.value})}</span></p>` : nothing}</li>`;
  }

  render() {
    if (this.problem) return html`<p class="soft">${this.problem}</p>`;
    if (!this.analyses) return nothing;
    const n = this.analyses.length;
    if (n < 2) return html`<p class="soft">${t('diff.once')}</p>`;
    return html`<div class="fields">${this.renderChoice('before', this.after + 1, n - 1)}${this.renderChoice('after', 0, n - 2)}</div>
      ${!this.rows ? nothing : this.rows.length ? html`<ul class="plain diff">${this.rows.map((d) => this.renderRow(d))}</ul>` : html`<p class="soft">${t('diff.none')}</p>`}`;
  }
}
customElements.define('dk-differences', Differences);

/** Searches the pages of a review; Enter goes from place to place. */
class Find extends ReviewPart {
  text = '';
  /** @type {{text: string, page: number, boxes: any[]}[]} */
  found = [];
  at = -1;
  searched = 0; // pages
  turn = 0;

  firstUpdated() { this.querySelector('input')?.focus(); }

  type(text) {
    this.text = text.trim();
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.search(), pause);
  }

  /** Looks through the pages one after the other, until something else is looked for. */
  async search() {
    const turn = ++this.turn;
    const path = this.review.path;
    this.set({found: [], at: -1, searched: 0});
    if (!this.text) return this.review.lookAt(null);
    for (const {page} of this.review.data.entities.pages) {
      const lines = await this.review.linesOf(page).catch(() => []);
      if (turn !== this.turn || path !== this.review.path || !this.isConnected) return undefined;
      const found = lines.flatMap((line) => findIn(line, this.text)).map((f) => ({...f, page}));
      this.set({searched: this.searched + 1, found: [...this.found, ...found].slice(0, mostFound)});
      if (this.at < 0 && this.found.length) this.step(1);
      if (this.found.length >= mostFound) return undefined;
    }
    return undefined;
  }

  step(by) {
    const n = this.found.length;
    if (n) this.show((this.at + by + n) % n);
  }

  show(at) {
    this.set({at});
    this.review.lookAt(this.found[at]);
  }

  onKey(event) {
    if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') this.review.showPanel('find');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    const pages = this.review.data.entities.pages.length;
    const n = this.found.length;
    return html`<label><span class="hidden">${t('panel.find')}</span><input type="search" placeholder=${t('review.offers')} @input=${(e) => this.type(e.target.value)} @keydown=${(e) => this.onKey(e)}></label>
      <p class="soft" role="status">${!this.text ? nothing : this.searched < pages && n < mostFound ? t('find.searched', {n: this.searched, m: pages}) : t('find.places', {n})}</p>
      <ol class="plain">${this.found.map((f, i) => html`<li><button class="quiet" aria-current=${i === this.at ? 'true' : nothing} @click=${() => this.show(i)}><span>${f.text}</span> <span class="soft">${t('review.on-page', {n: f.page})}</span></button></li>`)}</ol>`;
  }
}
customElements.define('dk-find', Find);

/** Lists the entities of a review; choosing one shows its place. */
class Entities extends ReviewPart {
  text = '';

  get found() {
    const wanted = this.text.toLowerCase();
    return this.review.data.entities.entities.filter((e) => !wanted || `${e.displayName} ${e.value} ${e.entityRuleId}`.toLowerCase().includes(wanted));
  }

  renderEntity(e) {
    const [place] = e.positions;
    return html`<li><button class="quiet" @click=${() => place && this.review.lookAt({page: place.page, boxes: place.boxes})}>
      <svg class="swatch" aria-hidden="true" viewBox="0 0 10 10"><rect width="10" height="10" rx="2" fill=${e.color}></rect></svg>
      <span><strong>${e.value}</strong><br><span class="soft">${[e.displayName, place ? t('review.on-page', {n: place.page}) : '', e.entityRuleId, e.state === 'APPLIED' ? '' : t('entity.' + e.state)].filter(Boolean).join(' · ')}</span></span></button></li>`;
  }

  render() {
    const found = this.found;
    return html`<label><span class="hidden">${t('keys.filter')}</span><input type="search" placeholder=${t('keys.filter')} @input=${(e) => this.set({text: e.target.value})}></label>
      <ul class="plain">${found.slice(0, mostFound).map((e) => this.renderEntity(e))}</ul>
      ${found.length > mostFound ? html`<p class="soft">${t('home.more', {n: found.length - mostFound})}</p>` : nothing}${found.length ? nothing : html`<p class="soft">${t('entity.none')}</p>`}`;
  }
}
customElements.define('dk-entities', Entities);
