// @ts-check
// What another analysis of a file changed.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {formatTime, t} from '../i18n.js';
import {subscribe} from '../live.js';
import {ReviewPart, failureWords, icon} from './base.js';

const mostEvents = 500; // entries of the history that are looked through

/**
 * @typedef {{time: string, until: string, n: number}} Analysis n is how many values there are
 * @typedef {{name: string, corrected: boolean, value: string, found: string}} Component found is what rules found
 * @typedef {{name: string, before: Omit<Component, 'name'>, after: Omit<Component, 'name'>}} Difference by technical
 *   name
 */

/**
 * The analyses of a file, latest first, each with the time at which its result was at an end: the next one came, or
 * another content of the file.
 * @param {string} path
 * @returns {Promise<Analysis[]>}
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

/** The moment just before another. @param {string} time */
const justBefore = (time) => new Date(new Date(time).getTime() - 1).toISOString();

/**
 * What components were like at a moment, by technical name: as they counted, and as rules found them.
 * @param {string} path
 * @param {string} asOf
 */
async function readMoment(path, asOf) {
  /** @type {Api.Components} */
  const answer = await get(path + '/components', {includeDetails: true, asOf});
  return new Map(
    (answer.componentDetails ?? []).map((c) => [
      c.technicalName,
      {
        name: c.name,
        corrected: !!c.overridden,
        value: c.componentValues.map((v) => v.value).join(', '),
        found: c.componentValues
          .map((v) => v.originalValue)
          .filter(Boolean)
          .join(', ')
      }
    ])
  );
}

/**
 * What differs between two moments.
 * @param {Map<string, Component>} before
 * @param {Map<string, Component>} after
 * @returns {Difference[]}
 */
function compareMoments(before, after) {
  const none = {corrected: false, value: '', found: ''};
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({name, before: before.get(name) ?? none, after: after.get(name) ?? none}))
    .filter(({before: b, after: a}) => b.found !== a.found || b.value !== a.value);
}

/** What rules found before, and what after. @param {Difference} d */
const foundView = ({before, after}) =>
  html`${before.found ? html`<del>− ${before.found}</del>` : nothing}${
    after.found ? html`<ins>+ ${after.found}</ins>` : html`<p class="soft">${t('review.is-missing')}</p>`
  }`;

/** The correction that still counts, or the one that does no longer. @param {Difference} d */
function correctedView({before, after}) {
  if (!after.corrected && !before.corrected) return nothing;
  const words = after.corrected ? t('diff.corrected', {value: after.value}) : t('diff.dropped', {value: before.value});
  return html`<p class="chip wrap">${icon('pencil')}<span>${words}</span></p>`;
}

/** Compares two analyses of the file of a review, the last two unless others are chosen. */
class Differences extends ReviewPart {
  /** @type {Analysis[] | null} */
  analyses = null;
  later = 0;
  earlier = 1;
  path = '';
  /** @type {Difference[] | null} */
  rows = null;
  problem = '';

  attach() {
    return [
      subscribe(
        (e) => e.type === 'file.analysed' && e.fileId === this.review.params.file,
        () => this.read()
      )
    ];
  }

  updated() {
    if (this.path === this.review.path) return;
    this.path = this.review.path;
    void this.read();
  }

  async read() {
    const path = this.review.path;
    this.set({later: 0, earlier: 1, rows: null, analyses: null, problem: ''});
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
    const {later, earlier} = this;
    /** @type {Analysis[]} */
    const analyses = this.analyses ?? [];
    const [was, is] = await Promise.all([
      readMoment(path, justBefore(analyses[earlier].until)),
      readMoment(path, analyses[later].time)
    ]);
    if (path === this.review.path && later === this.later && earlier === this.earlier)
      this.set({rows: compareMoments(was, is)});
  }

  /** @param {{later?: number, earlier?: number}} change */
  async choose(change) {
    Object.assign(this, change);
    if (this.earlier <= this.later) this.earlier = this.later + 1;
    this.set({rows: null});
    await this.compare().catch((error) => this.set({problem: failureWords(error)}));
  }

  /**
   * The choice of an analysis, from one to another.
   * @param {'later' | 'earlier'} name
   * @param {number} from
   * @param {number} to
   */
  renderChoice(name, from, to) {
    /** @type {Analysis[]} */
    const analyses = this.analyses ?? [];
    return html`<label
      >${t(name === 'later' ? 'diff.after' : 'diff.before')}<select
        @change=${(e) => this.choose({[name]: Number(e.target.value)})}
      >
        ${analyses.map((a, i) =>
          i < from || i > to
            ? nothing
            : html`<option value=${i} ?selected=${this[name] === i}>
                ${formatTime(a.time)} · ${t('diff.values', {n: a.n})}
              </option>`
        )}
      </select></label
    >`;
  }

  /** @param {Difference} d */
  renderRow(d) {
    const at = this.review.rows.findIndex((r) => r.technicalName === d.name);
    const row = this.review.rows[at];
    return html`<li>
      <button
        class="quiet small"
        ?disabled=${!row}
        @click=${() => {
          this.review.choose(at);
          this.review.focusRow();
        }}
      >
        ${row?.display ?? d.name}
      </button>
      ${d.before.found === d.after.found ? nothing : foundView(d)} ${correctedView(d)}
    </li>`;
  }

  render() {
    if (this.problem) return html`<p class="soft">${this.problem}</p>`;
    if (!this.analyses) return nothing;
    const n = this.analyses.length;
    if (n < 2) return html`<p class="soft">${t('diff.once')}</p>`;
    return html`<div class="fields">
        ${this.renderChoice('earlier', this.later + 1, n - 1)}${this.renderChoice('later', 0, n - 2)}
      </div>
      ${
        !this.rows
          ? nothing
          : this.rows.length
            ? html`<ul class="plain diff">
                ${this.rows.map((d) => this.renderRow(d))}
              </ul>`
            : html`<p class="soft">${t('diff.none')}</p>`
      }`;
  }
}
customElements.define('dk-differences', Differences);
