// @ts-check
// The edge between the components and the pages of a review: a slider, the handle of which stands there.

import {html} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Part} from './base.js';
import {keepChoice} from './account.js';
import {listWidth, noteChoice} from './preferences.js';

class Edge extends Part {
  render() {
    return html`<input class="edge" type="range" min="300" max="480" step="10" .value=${String(listWidth())} aria-label=${t('review.width')}
      @input=${(e) => noteChoice('list', e.target.value)} @change=${(e) => keepChoice('list', e.target.value)}>`;
  }
}
customElements.define('dk-edge', Edge);
