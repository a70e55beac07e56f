// @ts-check
// Files and dossiers: what state they are in, in words and marks.

import {html, nothing, svg} from '../vendor/lit.js';
import {get} from '../api.js';
import {exactTime, formatDay, formatNumber, formatTime, t} from '../i18n.js';
import {icon} from './base.js';

const marks = {NEW: 'new', UNDER_REVIEW: 'half', UNDER_APPROVAL: 'three-quarters', APPROVED: 'full'};
export const workflowOrder = ['NEW', 'UNDER_REVIEW', 'UNDER_APPROVAL', 'APPROVED'];
const steps = ['UNPROCESSED', 'CONVERT', 'OCR', 'LAYOUT', 'ANALYSE', 'INDEX'];

/** How many files of a dossier are in each status, as a bar with words. @param {Record<string, number>} counts by status */
export function stateBar(counts) {
  const all = workflowOrder.reduce((sum, s) => sum + (counts[s] ?? 0), 0);
  if (!all) return nothing;
  const words = workflowOrder.filter((s) => counts[s]).map((s) => t('workflow.' + s) + ': ' + formatNumber(counts[s])).join(', ');
  let from = 0;
  return html`<svg class="state-bar" role="img" aria-label=${words} viewBox="0 0 100 10" preserveAspectRatio="none"><title>${words}</title>${workflowOrder.map((s) => {
    const width = (100 * (counts[s] ?? 0)) / all;
    from += width;
    return svg`<rect class=${s.toLowerCase().replace('_', '-')} x=${from - width} y="0" width=${width} height="10"></rect>`;
  })}</svg>`;
}

/** Reports whether the service still works on a file. */
export const isBusy = (f) => f.processingStatus !== 'PROCESSED' && f.processingStatus !== 'ERROR';

/** The place of a file among people. */
export const workflowChip = (status) => html`<span class="chip ${status.toLowerCase().replace('_', '-')}">${icon(marks[status])}${t('workflow.' + status)}</span>`;

/** What the service does with a file, nothing when it is done. */
export function processingChip(f) {
  if (f.processingStatus === 'PROCESSED' && f.failedRules) return html`<span class="chip amber" title=${t('files.incomplete', {n: f.failedRules})}>${icon('warning')}${t('processing.incomplete')}</span>`;
  if (f.processingStatus === 'PROCESSED') return f.analysisRequired ? html`<span class="chip amber">${icon('dot')}${t('processing.outdated')}</span>` : nothing;
  if (f.processingStatus === 'ERROR') return html`<span class="chip error" title=${f.fileErrorInfo?.cause ?? ''}>${icon('warning')}${t('processing.ERROR')}</span>`;
  const at = steps.indexOf(f.processingStatus);
  return html`<span class="chip busy"><span class="moving" aria-hidden="true"></span>${t('processing.' + f.processingStatus)}
    ${at > 0 ? html`<span class="soft">${t('processing.step', {n: at, m: steps.length - 1})}</span>` : nothing}</span>`;
}

/** A time with its exact moment on hover. */
export const timeView = (iso) => (iso ? html`<time datetime=${iso} title=${exactTime(iso)}>${formatTime(iso)}</time>` : nothing);

/** A due date: from 14 days before it is near, after it is over. */
export function dueView(iso) {
  if (!iso) return nothing;
  const days = (new Date(iso).getTime() - Date.now()) / 86_400_000;
  const words = formatDay(iso);
  if (days < 0) return html`<span class="chip error">${icon('warning')}${t('due.over', {day: words})}</span>`;
  return days < 14 ? html`<span class="chip amber">${icon('dot')}${t('due.near', {day: words})}</span>` : html`<span>${words}</span>`;
}

/** A page of the files of all dossiers. @returns {Promise<{files: any[], nextCursor: string | null, total: number | null, counts: any}>} */
export const listFiles = (query, background = false) => get('/files', query, {background});

/** How many components of a file need a look, nothing for none. */
export const attentionChip = (f) => (f.attention ? html`<span class="chip amber" title=${t('review.sum-attention', {n: f.attention})}>${icon('warning', t('review.is-attention'))}${f.attention}</span>` : nothing);
