// @ts-check
// The field of a grid, what stands below it, and the buttons for rows.

import {html, live, nothing} from '../vendor/lit.js';
import {has, t} from '../i18n.js';
import {personName} from './context.js';
import {doubtAbout} from './grid-draft.js';
import {insertRow, moveRow, pasteClipboard, removeRow} from './grid-rows.js';
import {keepMine, take, takeTheirs, type} from './grid-typing.js';

/**
 * What stands below a cell that is typed in: words of the document, what somebody else has set, what is not as
 * expected.
 * @param {import('./grid.js').Grid} grid
 * @param {GridDraft} draft
 * @param {GridColumn} column
 */
function popView(grid, draft, column) {
  const {list, chosen} = grid.offers;
  return html`<div class="grid-pop" popover="manual">
    <ul id="grid-offers" role="listbox" aria-label=${t('review.offers')} ?hidden=${!list.length}>
      ${list.map(
        (o, i) =>
          html`<li
            id=${'grid-offer-' + i}
            role="option"
            aria-selected=${i === chosen}
            @mousedown=${(e) => {
              e.preventDefault();
              take(grid, o);
            }}
          >
            ${o.text}<span class="soft">${t('review.on-page', {n: o.page})}</span>
          </li>`
      )}
    </ul>
    ${clashView(grid, draft)}${doubtView(draft, column)}
  </div>`;
}

/** @param {import('./grid.js').Grid} grid */
function clashView(grid, /** @type {GridDraft} */ {clash}) {
  if (!clash) return nothing;
  const name = clash.by ? personName(clash.by) : '';
  const words =
    clash.value === null
      ? t(name ? 'grid.removed-by' : 'grid.removed', {name})
      : t(name ? 'review.conflict' : 'review.conflict-found', {name, value: clash.value});
  return html`<p class="conflict" role="alert">
    ${words} <button @click=${() => takeTheirs(grid)}>${t('review.theirs')}</button>
    <button @click=${() => keepMine(grid)}>${t('review.mine')}</button>
  </p>`;
}

/** @param {GridDraft} draft @param {GridColumn} column */
const doubtView = (draft, column) =>
  draft.doubted === null || draft.doubted !== draft.text
    ? nothing
    : html`<p class="conflict" role="alert">${doubtAbout(column, draft.text)} ${t('grid.again')}</p>`;

/**
 * The field of a cell that is typed in.
 * @param {GridDraft} draft
 * @param {GridColumn} column
 * @param {import('./grid.js').Grid} grid
 */
export function fieldView(grid, draft, column) {
  const {list, chosen} = grid.offers;
  return html`<input
      aria-label=${column.display}
      role="combobox"
      aria-expanded=${list.length > 0}
      aria-controls="grid-offers"
      aria-autocomplete="list"
      aria-activedescendant=${chosen >= 0 ? 'grid-offer-' + chosen : nothing}
      .value=${live(draft.text)}
      autocomplete="off"
      spellcheck="false"
      @input=${(e) => type(grid, e.target.value)}
    />${popView(grid, draft, column)}`;
}

/** Buttons for rows: what keys do, for the mouse. @param {import('./grid.js').Grid} grid */
export function toolsView(grid) {
  const {source} = grid;
  const alt = (/** @type {string} */ key) => `Alt+${has('key.' + key) ? t('key.' + key) : key}`;
  const none = !source.rows.length;
  const button = (/** @type {string} */ words, /** @type {string} */ key, /** @type {() => void} */ run, off = none) =>
    html`<button class="quiet small" title=${key} ?disabled=${off || !!grid.locked} @click=${run}>${words}</button>`;
  return html`<div class="grid-tools" role="toolbar" aria-label=${t('grid.rows')}>
    ${button(t('grid.above'), 'Alt+' + t('key.Shift') + '+' + t('key.Enter'), () => insertRow(grid, -1))}
    ${button(t('grid.below'), alt('Enter'), () => insertRow(grid, 1), false)}
    ${button(t('grid.remove'), alt('Backspace'), () => removeRow(grid))}
    ${button(t('grid.up'), 'Alt+↑', () => moveRow(grid, -1), none || grid.selection.row === 0)}
    ${button(t('grid.down'), 'Alt+↓', () => moveRow(grid, 1), none || grid.selection.row >= source.rows.length - 1)}
    ${button(t('grid.paste'), `${t('key.Ctrl')}+V`, () => pasteClipboard(grid), false)} ${source.tools?.() ?? nothing}
  </div>`;
}
