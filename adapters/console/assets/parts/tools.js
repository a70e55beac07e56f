// @ts-check
// The buttons over the pages of a review.

import {html, nothing} from '../vendor/lit.js';
import {formatNumber, t} from '../i18n.js';
import {ReviewPart} from './base.js';

class Tools extends ReviewPart {
  button(key, sign, name, run, pressed = false) {
    const words = t('review.key-' + name) + (key ? ` (${key})` : '');
    return html`<button class="quiet" title=${words} aria-label=${words} aria-pressed=${pressed} @click=${run}>${sign}</button>`;
  }

  render() {
    const {review} = this;
    const pages = review.pagesElement;
    return html`<div class="tools" role="toolbar" aria-label=${t('review.tools')}>
      ${this.button('t', '▤', 'thumbs', () => review.showThumbs(), review.thumbs)}${this.button('e', '▣', 'boxes', () => review.act('showBoxes'), review.boxes > 0)}
      ${this.button('-', '−', 'smaller', () => review.zoom(-1))}${pages?.zoom > 0 ? html`<span class="soft">${formatNumber(100 * pages.zoom)} %</span>` : nothing}${this.button('+', '+', 'larger', () => review.zoom(1))}
      ${this.button('w', '↔', 'width', () => review.zoom(0), pages?.zoom === 0)}${this.button('0', '▯', 'whole', () => review.zoom(null), pages?.zoom === -1)}
      ${this.button('', '↻', 'turn', () => pages.turnView())}</div>`;
  }
}
customElements.define('dk-tools', Tools);
