// @ts-check
// What stands beside the pages of a review, one thing about the file at a time: why a component has its values, what
// another analysis changed, words that are looked for, what was marked, its attributes and its history.

import {html} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {setAttribute} from './attributes.js';
import {ReviewPart, icon} from './base.js';
import './history.js';
import './panel-differences.js';
import './panel-entities.js';
import './panel-explanation.js';
import './panel-find.js';
import './review-styles.js';

/** The panels: what each shows of a review. @type {Record<string, (r: any) => any>} */
const panels = {
  explanation: (r) => html`<dk-explanation .review=${r}></dk-explanation>`,
  differences: (r) => html`<dk-differences .review=${r}></dk-differences>`,
  find: (r) => html`<dk-find .review=${r}></dk-find>`,
  entities: (r) => html`<dk-entities .review=${r}></dk-entities>`,
  attributes: (r) =>
    html`<dk-attributes
      .open=${true}
      .file=${r.data.file}
      .off=${r.locked}
      .store=${setAttribute(r)}
      @leave=${() => r.focusRow()}
    ></dk-attributes>`,
  history: (r) =>
    html`<dk-history
      .path=${r.path}
      .about=${(/** @type {import('../live.js').Event} */ e) => e.fileId === r.params.file}
    ></dk-history>`
};

/** Set which. It tells of `panel`: another one is wanted, or with an empty name none. */
class Panel extends ReviewPart {
  which = '';

  updated() {
    /** @type {any} */ (this.querySelector('.panel-body > *'))?.requestUpdate();
  }

  render() {
    const tell = (/** @type {string} */ detail) => this.dispatchEvent(new CustomEvent('panel', {detail}));
    return html`<header>
        <nav class="tabs" aria-label=${t('panel.choose')}>
          ${Object.keys(panels).map(
            (name) =>
              html`<button class="quiet small" aria-pressed=${name === this.which} @click=${() => tell(name)}>
                ${t('panel.' + name)}
              </button>`
          )}
        </nav>
        <button class="quiet" aria-label=${t('action.close')} @click=${() => tell('')}>${icon('close')}</button>
      </header>
      <h2>${t('panel.' + this.which)}</h2>
      <div class="panel-body">${panels[this.which](this.review)}</div>`;
  }
}
customElements.define('dk-panel', Panel);
