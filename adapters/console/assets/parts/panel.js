// @ts-check
// What stands beside the pages of a review: one thing about the file at a time.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {ReviewPart, icon} from './base.js';
import {setAttribute} from './changed.js';

/** The panels: what loads each, and what it shows of a review. */
const panels = {
  explanation: {load: () => import('./explanation.js'), view: (r) => html`<dk-explanation .review=${r}></dk-explanation>`},
  differences: {load: () => import('./differences.js'), view: (r) => html`<dk-differences .review=${r}></dk-differences>`},
  find: {load: () => import('./find.js'), view: (r) => html`<dk-find .review=${r}></dk-find>`},
  entities: {load: () => import('./find.js'), view: (r) => html`<dk-entities .review=${r}></dk-entities>`},
  attributes: {load: () => import('./attributes.js'), view: (r) => html`<dk-attributes .open=${true} .file=${r.data.file} .off=${r.locked} .store=${setAttribute(r)} @leave=${() => r.focusRow()}></dk-attributes>`},
  history: {load: () => import('./history.js'), view: (r) => html`<dk-history .path=${r.path} .about=${(e) => e.fileId === r.params.file}></dk-history>`},
};

/** Set which. It tells of `panel`: another one is wanted, or with an empty name none. */
class Panel extends ReviewPart {
  which = '';
  ready = '';

  willUpdate() {
    if (this.asked === this.which) return;
    this.asked = this.which;
    panels[this.which].load().then(() => this.set({ready: this.which}));
  }

  updated() {
    /** @type {any} */ (this.querySelector('.panel-body > *'))?.requestUpdate();
  }

  render() {
    const tell = (detail) => this.dispatchEvent(new CustomEvent('panel', {detail}));
    return html`<header><nav class="tabs" aria-label=${t('panel.choose')}>${Object.keys(panels).map((name) => html`<button class="quiet small" aria-pressed=${name === this.which} @click=${() => tell(name)}>${t('panel.' + name)}</button>`)}</nav>
      <button class="quiet" aria-label=${t('action.close')} @click=${() => tell('')}>${icon('close')}</button></header>
      <h2>${t('panel.' + this.which)}</h2><div class="panel-body">${this.ready === this.which ? panels[this.which].view(this.review) : nothing}</div>`;
  }
}
customElements.define('dk-panel', Panel);
