// @ts-check
// Why a component of a review has its values: by the rules that gave them, and the words that they come from.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {ReviewPart, icon} from './base.js';
import {personName} from './context.js';
import {timeView} from './files.js';

/** @typedef {import('./panel-entities.js').Entity} Entity */

/** Who corrected a component, when, and why. @param {{by: string, at: string, note?: string}} override */
const overrideView = ({by, at, note}) =>
  html`<p>
    ${icon('pencil')} ${t('review.by', {name: personName(by)})}
    ${timeView(at)}${note ? html`: <q>${note}</q>` : nothing}
  </p>`;

/** Tells of the current component of a review. */
class Explanation extends ReviewPart {
  /** @param {Entity} e */
  renderEntity(e) {
    const [place] = e.positions;
    const words = [t('explain.entity', {type: e.displayName, rule: e.entityRuleId}), e.reason, e.section];
    return html`<li>
      <span class="quote">…${e.textBefore} <mark>${e.value}</mark> ${e.textAfter}…</span>
      <span class="soft">${words.filter(Boolean).join(' · ')}</span>
      ${
        place
          ? html`<button class="quiet small" @click=${() => this.review.lookAt({page: place.page, boxes: place.boxes})}>
              ${t('review.on-page', {n: place.page})}
            </button>`
          : nothing
      }
    </li>`;
  }

  /** @param {ReviewRow} row @param {ReviewValue} v */
  renderValue(row, v) {
    const {value, currency} = v.normalized ?? {};
    const form = [value, currency].filter(Boolean).join(' ');
    const isOther = row.overridden && v.originalValue && v.originalValue !== v.value;
    return html`<li>
      <strong>${v.value}</strong
      >${v.normalized ? html`<p class="normalized">${t('explain.normalized', {value: form})}</p>` : nothing}
      ${
        v.componentRuleId
          ? html`<p>
              ${t('explain.rule', {rule: v.componentRuleId})}${v.valueDescription ? `: ${v.valueDescription}` : nothing}
            </p>`
          : html`<p>${t('explain.by-hand')}</p>`
      }
      ${isOther ? html`<p>${t('explain.found', {value: v.originalValue})}</p>` : nothing}
      ${
        v.entities?.length
          ? html`<p class="soft">${t('explain.from')}</p>
              <ul class="plain">
                ${v.entities.map((/** @type {Entity} */ e) => this.renderEntity(e))}
              </ul>`
          : nothing
      }
    </li>`;
  }

  /** What was marked in the document and is in no component: what a rule may have passed over. */
  renderUnused() {
    /** @type {Entity[]} */
    const all = this.review.data.entities.entities;
    const unused = all.filter((e) => !e.componentNames.length).slice(0, 20);
    return html`<p>${t('explain.missing')}</p>
      ${
        unused.length
          ? html`<p class="soft">${t('explain.unused')}</p>
              <ul class="plain">
                ${unused.map((/** @type {Entity} */ e) => this.renderEntity(e))}
              </ul>`
          : nothing
      }`;
  }

  render() {
    const row = this.review.rows[this.review.current];
    if (!row) return html`<p class="soft">${t('review.none')}</p>`;
    return html`<h3>${row.display}</h3>
      ${row.description ? html`<p class="soft">${row.description}</p>` : nothing}
      ${row.overridden ? overrideView(row.overridden) : nothing}
      ${
        row.values.length
          ? html`<ol class="plain">
              ${row.values.map((/** @type {ReviewValue} */ v) => this.renderValue(row, v))}
            </ol>`
          : this.renderUnused()
      }`;
  }
}
customElements.define('dk-explanation', Explanation);
