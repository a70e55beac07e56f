// @ts-check
// What opens the values of a component of a review as lines under the pages.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {icon} from './base.js';
import {openIn} from './lines-open.js';
import {lazy} from './load.js';

/** @type {typeof import('./review-lines.js')} once it is loaded */
let drawer;
const load = lazy(async () => (drawer = await import('./review-lines.js')));

/** Shows the lines of the current component of a review under the pages, or hides them. @param {Review} review */
export const showLines = (review) => Promise.all([load(), review.equip()]).then(() => drawer.toggleLines(review));

/** The lines that are open in a review. @param {Review} review */
export const linesView = (review) => (openIn(review) ? drawer.linesView(review) : nothing);

/**
 * Fills the current cell of lines that are open with a word of the page; reports whether there is one.
 * @param {Review} review
 * @param {PickedWord} picked
 */
export const fillLine = (review, picked) => openIn(review) && !review.field && drawer.fillFrom(review, picked);

/**
 * Opens the lines of a row of a review by mouse; nothing for one without.
 * @param {Review} review
 * @param {ReviewRow} row
 */
export const linesButton = (review, row) =>
  row.columns?.length || row.values.length > 1
    ? html`<button
        class="small"
        aria-pressed=${openIn(review)?.name === row.name}
        @click=${(e) => {
          e.stopPropagation();
          void showLines(review);
        }}
      >
        ${icon('list')}${t('review.key-rows')} <kbd>s</kbd>
      </button>`
    : nothing;
