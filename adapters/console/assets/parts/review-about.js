// @ts-check
// What is known of the current component of a review, below the list, and what can be done with it.

import {html, nothing} from '../vendor/lit.js';
import {has, t} from '../i18n.js';
import {icon} from './base.js';
import {personName} from './context.js';
import {timeView} from './files.js';
import {linesButton} from './lines.js';

/** How sure a doubtful value is, in percent; not a number where the service does not say. @param {Api.Attention} a */
const percentOf = (a) =>
  Math.round(
    100 *
      Number(
        String(a.detail)
          .replace(/^.*?(\d*[.,]?\d+)\D*$/, '$1')
          .replace(',', '.')
      )
  );

/** Why somebody should look at a component. @param {Api.Attention} a */
function attentionWords(a) {
  if (a.code === 'DOUBTFUL' && percentOf(a) <= 100) return t('attention.sure', {n: percentOf(a)});
  return has('attention.' + a.code) ? t('attention.' + a.code, a) : a.code + ' ' + a.detail;
}

/** The same in a word or two, for the line of the component. @param {ReviewRow} row */
export function doubtWords(row) {
  const [a] = row.attention;
  return a.code === 'DOUBTFUL' && percentOf(a) <= 100 ? t('attention.sure', {n: percentOf(a)}) : t('review.doubt');
}

/**
 * The cells of a value that is a row of a table, with the names of their columns.
 * @param {ReviewRow} row
 * @param {Api.Cell[]} cells
 */
const cellsView = (row, cells) =>
  html`<table class="cells">
    <tbody>
      ${cells.map(
        (c) =>
          html`<tr>
            <th scope="row">${row.columns?.find((k) => k.technicalName === c.column)?.displayName ?? c.column}</th>
            <td>${c.value}</td>
          </tr>`
      )}
    </tbody>
  </table>`;

/** @param {ReviewValue} v */
const quoteView = (v) => (/** @type {Api.Entity} */ en) =>
  html`<p class="where">
    <span class="soft"
      >${t('review.on-page', {n: en.positions[0]?.page ?? 0})} · ${en.displayName} · ${en.entityRuleId} →
      ${v.componentRuleId}</span
    >
    <span class="quote">…${en.textBefore.slice(-40)} <mark>${en.value}</mark> ${en.textAfter.slice(0, 40)}…</span>
  </p>`;

/** @param {Review} review @param {ReviewRow} row */
const revertView = (review, row) =>
  html`<button class="small" @click=${() => review.takeBack(row)}>
    ${icon('undo')}${t('review.key-revert')} <kbd>r</kbd>
  </button>`;

/** @param {Api.Attention} a */
const attentionView = (a) => html`<p class="chip amber wrap">${icon('warning')}<span>${attentionWords(a)}</span></p>`;

const checkedView = (/** @type {Api.Check} */ {by, at}) =>
  html`<p>${icon('tick')}${t('review.checked-by', {name: personName(by)})} ${timeView(at)}</p>`;

/** @param {Review} review @param {ReviewRow} row */
function actionsView(review, row) {
  if (review.locked || review.field) return html`<p class="several">${linesButton(review, row)}</p>`;
  const none = !row.values.length;
  const confirm = row.checked ? 'review.uncheck' : none ? 'review.say-missing' : 'review.confirm';
  return html`<p class="several">
    <button class="small main-act" aria-pressed=${!!row.checked} @click=${() => review.checkRow()}>
      ${icon('tick')}${t(confirm)} <kbd>${t('key.Space')}</kbd>
    </button>
    <button class="small" @click=${() => review.edit()}>
      ${icon('pencil')}${t('review.key-edit')} <kbd>${t('key.Enter')}</kbd>
    </button>
    ${row.overridden ? revertView(review, row) : nothing}${linesButton(review, row)}
  </p>`;
}

/** The current component: what to heed, what people did, and where its value comes from. @param {Review} review */
export function aboutView(review) {
  const {row, model} = review;
  if (!row || review.isEmpty) return nothing;
  const v = row.values[model.place.value];
  const {checked, overridden} = row;
  return html`<section class="about" tabindex="0" aria-label=${row.display}>
    ${actionsView(review, row)}<dk-candidates .review=${review}></dk-candidates>
    ${row.attention.map(attentionView)} ${v?.cells ? cellsView(row, v.cells) : nothing}
    ${checked ? checkedView(checked) : nothing}
    ${
      overridden
        ? html`<p>
            ${icon('pencil')}${t('review.by', {name: personName(overridden.by)})} ${timeView(overridden.at)}
            ${overridden.note ? html`<br /><q>${overridden.note}</q>` : nothing}
          </p>`
        : nothing
    }
    ${v ? (v.entities ?? []).map(quoteView(v)) : nothing}
    ${row.description ? html`<p class="soft">${row.description}</p>` : nothing}
  </section>`;
}
