// @ts-check
// The components of a review, one line for each value: what needs a look stands out, what is sure is quiet.

import {classMap, html, live, nothing, repeat} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {isChecklist, needsLook} from '../review/rows.js';
import {reviewStore} from '../review/store.js';
import {icon} from './base.js';
import {doubtWords} from './review-about.js';

export const windowedFrom = 200; // rows: beyond, those near the sight alone are drawn
export const rowHeight = 36; // px, of windowed rows
export const rowsDrawn = 60;

/** The mark of a row: why to look at it, or what people did. @param {ReviewRow} row */
function markView(row) {
  if (needsLook(row)) return icon('warning', t('review.is-attention'));
  if (row.checked) return html`<span class="good">${icon('tick', t('review.is-checked'))}</span>`;
  if (row.overridden) return icon('pencil', t('review.is-corrected'));
  return row.values.length ? nothing : icon('dash', t('review.is-missing'));
}

/** The form that programs get. @param {string} normalized */
const normalizedView = (normalized) => html` <span class="soft" title=${t('review.normalized')}>= ${normalized}</span>`;

/** Reports whether people put a value in the place of another one. @param {ReviewRow} row @param {ReviewValue} v */
const isReplaced = (row, v) => row.overridden && v.originalValue && v.originalValue !== v.value;

/**
 * One value, in one line.
 * @param {Review} review
 * @param {ReviewRow} row
 * @param {ReviewValue} v
 * @param {number} at
 * @param {number} i
 */
function valueView(review, row, at, v, i) {
  const e = review.field;
  if (e?.component === row.name && e.index === i && !e.insert) return review.look.edit?.editView(review) ?? nothing;
  const here = row === review.row && i === review.model.place.value;
  const normalized = v.normalized ? [v.normalized.value, v.normalized.currency].filter(Boolean).join(' ') : v.value;
  const {saving} = row;
  const more = html`${normalized !== v.value && !saving ? normalizedView(normalized) : nothing}
  ${isReplaced(row, v) ? html`<del>${v.originalValue}</del>` : nothing}`;
  return html`<div
    class=${classMap({value: true, here: here && row.values.length > 1, saving: !!saving})}
    title=${saving === 'waiting' ? t('review.waiting') : v.value}
    @click=${(x) => {
      x.stopPropagation();
      review.choose(at, i);
    }}
    @dblclick=${(x) => {
      x.stopPropagation();
      void review.edit(at, i);
    }}
  >
    ${v.value}${more}
  </div>`;
}

/** What stands in place of values where there are none. @param {ReviewRow} row */
const noneView = (row) =>
  html`<div class=${classMap({value: true, none: true, saving: !!row.saving})}>
    ${t(row.checked ? 'review.is-said-missing' : needsLook(row) ? 'review.is-required' : 'review.is-missing')}
  </div>`;

/** What was typed in a row and is not stored. @param {Review} review @param {ReviewDraft} draft */
const draftView = (review, draft) =>
  html`<div class="value draft" @dblclick=${(x) => x.stopPropagation()} @click=${(x) => x.stopPropagation()}>
    <span>${t('review.draft', {text: draft.text})}</span>
    <button class="quiet small" @click=${() => review.act('continueDraft', draft)}>
      ${t('review.draft-continue')}
    </button>
    <button class="quiet small" @click=${() => review.equip().then(({editor}) => editor.discardDraft(draft))}>
      ${t('review.draft-discard')}
    </button>
  </div>`;

/** @type {ReviewValue} */
const noValue = {value: '', originalValue: '', places: [], entities: []};

/** @param {Review} review @param {ReviewRow} row @param {number} shownAt */
function rowView(review, row, shownAt) {
  const at = review.rows.indexOf(row);
  const here = row === review.row;
  const e = review.field?.component === row.name ? review.field : null;
  const putIn = (/** @type {number} */ i) =>
    e?.insert && e.index === i ? (review.look.edit?.editView(review) ?? nothing) : nothing;
  const drafts = row.saving ? [] : review.drafts.filter((d) => d.component === row.name && d.value !== e?.key);
  const none = !row.values.length && !(e && !e.insert);
  const values = row.values.length || none ? row.values : [noValue];
  const look = needsLook(row);
  const shown = values.map((v, i) => html`${putIn(i)}${valueView(review, row, at, v, i)}`);
  return html`<div
    class=${classMap({component: true, current: here, look, required: look && none, sure: !look && !!row.checked})}
    role="row"
    aria-rowindex=${shownAt + 1}
    aria-selected=${here}
    tabindex=${here ? 0 : -1}
    @click=${() => review.choose(at)}
    @dblclick=${() => review.edit(at)}
    @focus=${() => here || review.choose(at)}
  >
    <div role="gridcell" class="state">${markView(row)}</div>
    <div role="gridcell" class="name" title=${row.display}>${row.display}</div>
    <div role="gridcell" class="values">
      ${none && !e ? noneView(row) : nothing}${shown}${putIn(values.length)} ${drafts.map((d) => draftView(review, d))}
    </div>
    ${look && !none ? html`<div role="gridcell" class="doubt">${doubtWords(row)}</div>` : nothing}
  </div>`;
}

/** The rows that are shown; of many, those near the sight, between spacers. @param {Review} review */
function rowsView(review) {
  const shown = review.shownRows;
  const rows = (/** @type {ReviewRow[]} */ some, /** @type {number} */ from) =>
    repeat(
      some,
      (r) => r.name,
      (r, i) => rowView(review, r, from + i)
    );
  const label = t('review.components');
  if (shown.length <= windowedFrom)
    return html`<div role="grid" aria-label=${label} class="components">${rows(shown, 0)}</div>`;
  const from = Math.max(0, Math.min(review.look.windowAt, shown.length - rowsDrawn));
  const to = Math.min(shown.length, from + rowsDrawn);
  const current = shown.indexOf(review.row);
  const spacer = (/** @type {number} */ n) =>
    html`<svg class="spacer" aria-hidden="true" width="1" height=${n * rowHeight}></svg>`;
  const far = current >= 0 && (current < from || current >= to); // the row with the focus is always drawn
  return html`<div role="grid" aria-label=${label} aria-rowcount=${shown.length} class="components windowed">
    ${far && current < from ? rowView(review, shown[current], current) : nothing}
    ${spacer(from)}${rows(shown.slice(from, to), from)}${spacer(shown.length - to)}
    ${far && current >= to ? rowView(review, shown[current], current) : nothing}
  </div>`;
}

/** Draws other rows of many when the list is scrolled. @param {Review} review @param {HTMLElement} list */
export function scrollList(review, list) {
  if (review.shownRows.length <= windowedFrom) return;
  const at = Math.floor(list.scrollTop / rowHeight);
  const {windowAt} = review.look;
  if (at >= windowAt + 5 && at <= windowAt + rowsDrawn - list.clientHeight / rowHeight - 5) return;
  review.look.windowAt = Math.max(0, at - 15);
  review.requestUpdate();
}

/** @param {number} n @param {Review} review */
const looksView = (review, n) =>
  html` ·
    <button class="quiet small" @click=${() => review.act('toAttention', 1)}>
      ${icon('warning')}${t('review.sum-attention', {n})} <kbd>v</kbd>
    </button>`;

/** @param {number} n @param {Review} review */
const confirmAllView = (review, n) =>
  html`<button class="small all" title=${t('review.key-check-all')} @click=${() => review.checkAll()}>
    ${icon('tick')}${t('review.confirm-all', {n})}
  </button>`;

/** @param {Review} review */
const addView = (review) =>
  html`<button class="quiet small" @click=${() => review.addComponent()}>${icon('plus')}${t('review.add')}</button>`;

/** How far people are with the file, and what is left. @param {Review} review */
function progressView(review) {
  const {rows} = review;
  const all = rows.filter(isChecklist);
  const checked = all.filter((r) => r.checked).length;
  const looks = rows.filter(needsLook).length;
  const corrected = rows.filter((r) => r.overridden).length;
  const sure = rows.filter((r) => r.values.length && !r.checked && !r.attention.length).length;
  const waiting = reviewStore().outbox.waiting(review.path).length;
  const words = t('review.sum', {n: checked, m: all.length});
  const counts = Object.entries({corrected, drafts: review.drafts.length, waiting})
    .filter(([, n]) => n)
    .map(([name, n]) => ' · ' + t('review.sum-' + name, {n}));
  return html`<progress max=${all.length || 1} value=${checked} aria-label=${words}></progress>
    <p class="soft sum">
      ${words}${looks ? looksView(review, looks) : nothing}${counts}
      ${sure && !review.locked ? confirmAllView(review, sure) : nothing}
    </p>`;
}

/** @param {Review} review */
export function listView(review) {
  const none = review.isEmpty ? (review.look.empty?.emptyView(review) ?? nothing) : nothing;
  if (!review.rows.length || (review.isEmpty && !review.data.file.numberOfAnalyses)) return none;
  return html`${none}${progressView(review)}
    <label class="filter"
      ><span class="hidden">${t('review.key-filter')}</span
      ><input
        type="search"
        placeholder=${t('review.key-filter') + ' (/)'}
        .value=${live(review.filter)}
        @input=${(e) => review.narrow(e.target.value)}
    /></label>
    ${
      review.shownRows.length
        ? rowsView(review)
        : html`<p class="empty">
            ${t('filter.nothing')} <button @click=${() => review.set({filter: ''})}>${t('filter.clear')}</button>
          </p>`
    }
    ${review.locked ? nothing : addView(review)}`;
}
