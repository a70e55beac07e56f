// @ts-check
// What happened to a dossier or a file, in words: read in pages, and kept true.

import {html, nothing, repeat} from '../vendor/lit.js';
import {get} from '../api.js';
import {t} from '../i18n.js';
import {subscribe} from '../live.js';
import {Part} from './base.js';
import {loadPeople} from './context.js';
import {timeView} from './files.js';
import {sentence, unsaid} from './history-words.js';
import './more-styles.js';
import {linkTo} from './queue.js';

const pageSize = 100; // events
const least = 20; // sentences that a look further shows, as far as there are some

/** @type {Map<string, Promise<Map<string, string>>>} what people call components, by template */
const names = new Map();

/**
 * Reads what people call the components of a template, by their technical names in lower case; without it they are
 * called as they are.
 * @param {string} template path
 */
function readNames(template) {
  if (!names.has(template)) {
    const reading = get(template + '/component-definitions', {}, {background: true}).then(
      (/** @type {{technicalName: string, displayName: string}[]} */ definitions) =>
        new Map(definitions.map((d) => [d.technicalName.toLowerCase(), d.displayName])),
      () => {
        names.delete(template);
        return new Map();
      }
    );
    names.set(template, reading);
  }
  return /** @type {Promise<Map<string, string>>} */ (names.get(template));
}

/**
 * The history of what stands at a path, newest first. Set path, about, which tells events of it, and narrowing, what
 * the service is asked for; files says whether they are named.
 */
class History extends Part {
  about = (/** @type {import('../live.js').Event} */ _e) => false;
  files = false;
  /** @type {{path: string, narrowing: Record<string, any>}} */
  of = {path: '', narrowing: {}};
  /** @type {any[] | null} */
  events = null;
  cursor = null;
  problem = '';
  nameOf = (/** @type {string} */ name) => name;

  attach() {
    return [
      subscribe(
        (e) => this.about(e),
        () => this.readNew()
      )
    ];
  }

  get path() {
    return this.of.path;
  }
  set path(path) {
    this.set({of: {...this.of, path}});
  }
  get narrowing() {
    return this.of.narrowing;
  }
  set narrowing(narrowing) {
    this.set({of: {...this.of, narrowing}});
  }

  /** What it shows the history of. */
  get subject() {
    return JSON.stringify(this.of);
  }

  /** @param {string | null} [cursor] */
  ask(cursor) {
    return get(this.path + '/history', {...this.narrowing, limit: pageSize, order: 'desc', cursor});
  }

  /** Reads the first page, or with more the next, and goes on while it has few sentences. */
  async read(more = false) {
    const {subject} = this;
    try {
      const [template] = this.path.match(/^\/dossier-templates\/[^/]+/) ?? [''];
      const [known] = await Promise.all([readNames(template), loadPeople()]);
      const events = more ? [...(this.events ?? [])] : [];
      const wanted = events.filter(isSaid).length + least;
      let page;
      do {
        page = await this.ask(page?.nextCursor ?? (more ? this.cursor : undefined));
        events.push(...page.events);
      } while (page.nextCursor !== null && events.filter(isSaid).length < wanted);
      if (subject !== this.subject) return;
      const nameOf = (/** @type {string} */ name) => known.get(name.toLowerCase()) ?? name.replaceAll('_', ' ');
      this.set({events, cursor: page.nextCursor, problem: '', nameOf});
    } catch (error) {
      const {status} = /** @type {any} */ (error);
      if (subject === this.subject)
        this.set({problem: status === 403 || status === 404 ? t('history.members') : t('state.failed')});
    }
  }

  /** Reads what has happened since, and keeps what was read before. */
  async readNew() {
    const {subject, events} = this;
    if (!events?.length) return this.read();
    const page = await this.ask().catch(() => null);
    if (!page || subject !== this.subject || events !== this.events) return;
    const known = new Set(events.map((e) => e.position));
    const added = page.events.filter((/** @type {import('../live.js').Event} */ e) => !known.has(e.position));
    if (added.length === page.events.length) this.set({events: added, cursor: page.nextCursor});
    else this.set({events: [...added, ...events]});
  }

  shown = '';

  willUpdate() {
    if (this.shown === this.subject) return;
    this.shown = this.subject;
    void this.read();
  }

  /** @param {import('../live.js').Event} e */
  renderFile(e) {
    if (!this.files || !e.fileId || !e.dossierId) return nothing;
    const f = {id: e.fileId, dossierId: e.dossierId, dossierTemplateId: e.dossierTemplateId ?? ''};
    return e.filename && e.type !== 'file.permanently-deleted'
      ? html`<a href=${linkTo(f)}>${e.filename}</a> `
      : html`<span class="soft">${t('history.gone')}</span> `;
  }

  render() {
    if (this.problem) return html`<p class="soft">${this.problem}</p>`;
    if (!this.events) return nothing;
    const said = this.events.filter(isSaid);
    return html`${said.length ? nothing : html`<p class="empty">${t('history.none')}</p>`}
      <ol class="history">
        ${repeat(
          said,
          (e) => e.position,
          (e) => html`<li>${timeView(e.time)}<span>${this.renderFile(e)}${sentence(e, this.nameOf)}</span></li>`
        )}
      </ol>
      ${this.cursor ? html`<button @click=${() => this.read(true)}>${t('files.more')}</button>` : nothing}`;
  }
}
customElements.define('dk-history', History);

/** @param {import('../live.js').Event} e */
const isSaid = (e) => !unsaid.has(e.type);
