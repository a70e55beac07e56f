// @ts-check
// The place of a panel beside the pages of a review.

import {html} from '../vendor/lit.js';
import {t} from '../i18n.js';
import './panel.js';

/** The panel that a review shows. @param {Review} review */
export const panelView = (review) =>
  html`<aside class="panel" aria-label=${t('panel.' + review.panel)}>
    <dk-panel
      .review=${review}
      .which=${review.panel}
      @panel=${(x) => review.showPanel(x.detail || review.panel)}
    ></dk-panel>
  </aside>`;
