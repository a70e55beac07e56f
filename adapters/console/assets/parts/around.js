// @ts-check
// What stands around the components of a review: the edge to the pages, who else is there, and what leads to other
// components.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {t} from '../i18n.js';
import {subscribe} from '../live.js';
import {keepChoice} from './account.js';
import {ReviewPart, icon} from './base.js';
import {firstNames, personName, session} from './context.js';
import {listWidth, noteChoice} from './preferences.js';
import './review-styles.js';

const lasts = 300_000; // ms after somebody has done something
const most = 50; // events that are looked through
const settled = 1000; // ms after which somebody who opened a file means to stay
const works = /^(component\.|file\.(assigned|attributes-set|workflow-changed|reanalysis-requested)$)/;

/** @param {import('../live.js').Event} event */
const nameOfActor = ({actor}) => (actor.id ? personName(actor.id) : '');

/** A slider, the handle of which is the edge between components and pages. */
class Edge extends ReviewPart {
  render() {
    return html`<input
      class="edge"
      type="range"
      min="300"
      max="480"
      step="10"
      .value=${String(listWidth())}
      aria-label=${t('review.width')}
      @input=${(e) => noteChoice('list', e.target.value)}
      @change=${(e) => keepChoice('list', e.target.value)}
    />`;
  }
}
customElements.define('dk-edge', Edge);

/** Names those who have worked on the file in the last minutes. */
class Others extends ReviewPart {
  /** @type {string[]} */
  names = [];
  path = ''; // of the file that it has read for

  attach() {
    return [
      subscribe(
        (e) => e.fileId === this.review.params.file && e.actor.id !== session.id,
        () => this.read()
      )
    ];
  }

  willUpdate() {
    if (this.path === this.review.path) return;
    Object.assign(this, {path: this.review.path, names: []});
    this.readAfter(settled);
  }

  /** @param {number} ms */
  readAfter(ms) {
    clearTimeout(this.again);
    this.again = setTimeout(() => this.isConnected && this.read(), ms);
  }

  async read() {
    const {path, isMember} = this.review;
    const {events} = isMember
      ? await get(path + '/history', {limit: most, order: 'desc'}, {background: true}).catch(() => ({events: []}))
      : {events: []}; // members alone see it
    const late = events.filter(
      (/** @type {import('../live.js').Event} */ e) =>
        works.test(e.type) && e.actor.id !== session.id && Math.abs(Date.now() - new Date(e.time).getTime()) < lasts
    );
    if (path === this.review.path)
      this.set({names: [...new Set(late.map(nameOfActor))].filter(Boolean)});
    if (late.length) this.readAfter(lasts / 10);
  }

  render() {
    const {names} = this;
    return names.length
      ? html`<span class="chip">${icon('user')}${t('review.here', {n: names.length, names: firstNames(names)})}</span>`
      : nothing;
  }
}
customElements.define('dk-others', Others);

/** Leads from component to component where there is room for one at a time. */
class One extends ReviewPart {
  render() {
    const {review} = this;
    const [at, last] = [review.shownRows.indexOf(review.row), review.shownRows.length - 1];
    const button = (/** @type {number} */ by, /** @type {string} */ name, /** @type {boolean} */ off) =>
      html`<button ?disabled=${off} @click=${() => review.move(by)}>
        ${icon(name)}<span class="hidden">${t(by < 0 ? 'keys.previous' : 'keys.next')}</span>
      </button>`;
    return html`${button(-1, 'left', at <= 0)}<span class="soft">${t('review.place', {n: at + 1, m: last + 1})}</span>
      <button class="main" ?disabled=${!review.row} @click=${() => review.checkRow()}>
        ${icon('tick')}${t('review.confirm')}</button
      >${button(1, 'right', at >= last)}`;
  }
}
customElements.define('dk-one', One);
