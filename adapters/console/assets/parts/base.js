// @ts-check
// What elements of the console have in common.

import {LitElement, html, nothing} from '../vendor/lit.js';
import {Failure} from '../api.js';
import {addKeys} from '../keys.js';
import {subscribe} from '../live.js';
import {t} from '../i18n.js';
import {base} from './context.js';
import {copyText} from './feedback.js';
import {startLoadingAhead} from './load.js';

const quiet = 150; // ms before a skeleton shows
const patient = 5000; // ms before words tell what is waited for
const longestRest = 2000; // ms between readings that events ask for

/** Stands for what is there once it is asked for. */
export const none = /** @type {any} */ (null);

/** An element that draws into the page itself, so that one style sheet serves all. */
export class Part extends LitElement {
  /** @type {(() => void)[]} what ends with the element */
  ends = [];

  createRenderRoot() {
    return this;
  }

  /** Changes fields and draws again. @param {object} values */
  set(values) {
    Object.assign(this, values);
    this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    this.ends = this.attach();
  }

  /** Attaches what ends with the element, and returns what ends each. @returns {(() => void)[]} */
  attach() {
    return [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const end of this.ends) end();
    this.ends = [];
  }
}

/** A part of a review. */
export class ReviewPart extends Part {
  /** @type {Review} which may be set before the element is defined */
  review = this.review ?? none;
}

/** A screen: it reads something, shows it, and keeps it true. */
export class Screen extends Part {
  /** @type {Record<string, string>} what its address names */
  params = {};
  query = new URLSearchParams();
  ready = false;
  /** @type {Failure | null} */
  problem = null;
  waited = 0;
  refreshing = false;
  reads = new AbortController();
  stale = false; // whether something has happened since the last reading began
  dossier = /** @type {Api.Dossier} */ (none); // of what it shows, null where that is of none
  member = false; // whether one may see its files

  connectedCallback() {
    super.connectedCallback();
    const slow = setTimeout(() => this.set({waited: 1}), quiet);
    const slower = setTimeout(() => this.set({waited: 2}), patient);
    this.ends.push(() => {
      clearTimeout(slow);
      clearTimeout(slower);
    });
    this.ends.push(addKeys(this.keys()));
    const wants = this.wants();
    if (wants) this.ends.push(subscribe(wants, () => this.refresh()));
    this.ends.push(() => this.reads.abort());
    void this.load();
  }

  /** The keys of the screen. @returns {import('../keys.js').Key[]} */
  keys() {
    return [];
  }

  /** Which events concern the screen. @returns {((e: LiveEvent) => boolean) | null} */
  wants() {
    return null;
  }

  /** Reads again in the background: one reading after the other, each after a rest as long as the one before took. */
  async refresh() {
    this.stale = true;
    if (this.refreshing) return;
    this.refreshing = true;
    try {
      while (this.stale && this.isConnected) {
        this.stale = false;
        const from = performance.now();
        await this.load(true);
        await this.updateComplete;
        await new Promise((resolve) => setTimeout(resolve, Math.min(longestRest, performance.now() - from)));
      }
    } finally {
      this.refreshing = false;
    }
  }

  /**
   * Reads what the screen shows; false when there is nothing to be shown yet.
   * @param {{background: boolean, signal: AbortSignal}} _o as call takes them
   * @returns {Promise<boolean | void>}
   */
  async read(_o) {}

  /**
   * Reads, and shows what came of it. A failure of a background read leaves what is shown; reads of what was shown
   * before, or of a screen that is left, are aborted.
   */
  async load(background = false) {
    if (!background) {
      this.reads.abort();
      this.reads = new AbortController();
    }
    const {signal} = this.reads;
    try {
      const found = await this.read({background, signal});
      if (found !== false) this.set({ready: true, problem: null});
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Failure)) throw error;
      if (!background || error.status === 404 || error.status === 403) this.set({problem: error});
    }
    document.title = [this.heading(), 'Docket'].filter(Boolean).join(' · ');
    void this.updateComplete.then(startLoadingAhead);
  }

  /** What the tab of the browser calls the screen. */
  heading() {
    return this.dossier?.name ?? '';
  }

  /** What the screen shows once it has read. */
  view() {
    return /** @type {any} */ (nothing);
  }

  render() {
    if (this.problem)
      return problemView(this.problem, () => {
        this.set({problem: null, ready: false});
        void this.load();
      });
    if (this.ready) return this.view();
    if (this.waited === 0) return nothing;
    return html`<div class="skeleton" role="status">
      <span class="hidden">${t('state.loading')}</span> ${[1, 2, 3, 4, 5, 6].map(() => html`<div class="bar"></div>`)}
      ${this.waited > 1 ? html`<p>${t('state.slow')}</p>` : nothing}
    </div>`;
  }
}

/** The words for a failure. @param {unknown} f */
export function failureWords(f) {
  if (!(f instanceof Failure)) return String(f);
  if (f.status === 0) return t('state.offline');
  const key = 'service.' + f.message;
  return t(key) === key ? f.message || t('state.failed') : t(key);
}

/** A failure in place of a screen. @param {{status: number, message: string, request?: string}} f */
export function problemView(f, again = () => {}) {
  const missing = f.status === 404;
  return html`<section class="problem-page" role="alert">
    <h1>${missing ? t('state.missing') : f.status === 403 ? t('state.forbidden') : t('state.failed')}</h1>
    <p>${missing ? t('state.missing-more') : failureWords(f)}</p>
    ${
      f.request && f.status >= 500
        ? html`<p class="soft">
            ${t('state.request', {id: f.request})}
            <button
              class="quiet"
              @click=${() => copyText(`${f.status} ${f.message} ${f.request} ${location.pathname}`)}
            >
              ${t('state.copy')}
            </button>
          </p>`
        : nothing
    }
    <p>
      ${
        missing || f.status === 403
          ? html`<a class="button" href=${base + '/'}>${t('nav.home')}</a>`
          : html`<button class="main" @click=${again}>${t('state.again')}</button>`
      }
    </p>
  </section>`;
}

/** A picture with a name beside it or, with words, one of its own. @param {string} name */
export const icon = (name, words = '') =>
  html`<svg
    class="icon"
    aria-hidden=${words ? 'false' : 'true'}
    role=${words ? 'img' : nothing}
    aria-label=${words || nothing}
  >
    <use href=${'#i-' + name}></use>
  </svg>`;
