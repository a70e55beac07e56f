// @ts-check
// What happened to a dossier or a file, in words.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {has, t} from '../i18n.js';
import {subscribe} from '../live.js';
import {Part} from './base.js';
import {timeView} from './files.js';

// Steps of the service between the events that people ask about.
const unsaid = new Set(['file.run-opened', 'file.run-released', 'file.processing-changed']);

/** The sentence for an event; those without words of ours are told as the service does. */
export function sentence(e) {
  const key = 'event.' + e.type;
  if (!has(key)) return e.summary;
  const data = e.data ?? {};
  return t(key, {who: e.actor.username, name: data.name ?? data.filename ?? '', values: (data.values ?? []).join(', '), before: (data.previousValues ?? []).join(', '),
    to: data.workflowStatus ? t('workflow.' + data.workflowStatus) : '', n: data.numberOfComponentValues ?? 0});
}

/** The history of what stands at a path, newest first. Set path and about, which tells events of it. */
class History extends Part {
  path = '';
  about = (_e) => false;
  /** @type {any[] | null} */
  events = null;
  cursor = null;
  problem = '';

  attach() { return [subscribe((e) => this.about(e), () => this.read())]; }

  async read(more = false) {
    const path = this.path;
    try {
      const page = await get(path + '/history', {limit: 50, order: 'desc', cursor: more ? this.cursor : undefined});
      if (path === this.path) this.set({events: [...(more ? this.events ?? [] : []), ...page.events], cursor: page.nextCursor, problem: ''});
    } catch (error) {
      this.set({problem: /** @type {any} */ (error).status === 403 || /** @type {any} */ (error).status === 404 ? t('history.members') : t('state.failed')});
    }
  }

  willUpdate() {
    if (this.shown === this.path) return;
    this.shown = this.path;
    this.read();
  }

  render() {
    if (this.problem) return html`<p class="soft">${this.problem}</p>`;
    if (!this.events) return nothing;
    return html`<ol class="history">${this.events.filter((e) => !unsaid.has(e.type)).map((e) => html`<li>${timeView(e.time)}<span>${sentence(e)}</span></li>`)}</ol>
      ${this.cursor ? html`<button @click=${() => this.read(true)}>${t('files.more')}</button>` : nothing}`;
  }
}
customElements.define('dk-history', History);
