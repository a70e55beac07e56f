// @ts-check
// Files: what state they are in, in words and marks.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {exactTime, formatTime, t} from '../i18n.js';
import {icon} from './base.js';
import {personName, session} from './context.js';

/** @type {Record<string, string>} */
const marks = {NEW: 'new', UNDER_REVIEW: 'half', UNDER_APPROVAL: 'three-quarters', APPROVED: 'full'};
const steps = ['UNPROCESSED', 'CONVERT', 'OCR', 'LAYOUT', 'ANALYSE', 'INDEX'];

/** What files are that the service works on. */
export const busyStates = [...steps, 'REPROCESS'];

/** Reports whether the service still works on a file. @param {{processingStatus: string, [more: string]: any}} f */
export const isBusy = (f) => f.processingStatus !== 'PROCESSED' && f.processingStatus !== 'ERROR';

/**
 * Why the values of a file cannot be changed, empty when they can.
 * @param {Partial<Pick<Api.File, 'dossierArchived' | 'workflowStatus' | 'assignee'>>} f
 * @param {boolean} isMember
 */
export function lockedBecause(f, isMember) {
  if (f.dossierArchived) return t('review.archived');
  if (f.workflowStatus === 'APPROVED') return t('review.approved');
  if (!isMember) return t('review.not-member');
  return f.assignee && f.assignee !== session.id ? t('review.others', {name: personName(f.assignee)}) : '';
}

/** The place of a file among people. @param {string} status */
export const workflowChip = (status) =>
  html`<span class="chip ${status.toLowerCase().replace('_', '-')}"
    >${icon(marks[status])}${t('workflow.' + status)}</span
  >`;

/**
 * What the service does with a file, nothing when it is done.
 * @param {{processingStatus: string, [more: string]: any}} f
 */
export function processingChip(f) {
  if (f.processingStatus === 'PROCESSED' && f.failedRules)
    return html`<span class="chip amber" title=${t('files.incomplete', {n: f.failedRules})}
      >${icon('warning')}${t('processing.incomplete')}</span
    >`;
  if (f.processingStatus === 'PROCESSED') {
    if (f.analysisRequired) return html`<span class="chip amber">${icon('dot')}${t('processing.outdated')}</span>`;
    return f.hasFindings ? html`<span class="chip">${t('processing.findings')}</span>` : nothing;
  }
  if (f.processingStatus === 'ERROR')
    return html`<span class="chip error" title=${f.fileErrorInfo?.cause ?? ''}
      >${icon('warning')}${t('processing.ERROR')}</span
    >`;
  const at = steps.indexOf(f.processingStatus);
  return html`<span class="chip busy"
    ><span class="moving" aria-hidden="true"></span>${t('processing.' + f.processingStatus)}
    ${at > 0 ? html`<span class="soft">${t('processing.step', {n: at, m: steps.length - 1})}</span>` : nothing}</span
  >`;
}

/** A time with its exact moment on hover. @param {string | null | undefined} iso */
export const timeView = (iso) =>
  iso ? html`<time datetime=${iso} title=${exactTime(iso)}>${formatTime(iso)}</time>` : nothing;

/**
 * A page of the files of all dossiers.
 * @param {Query} query
 * @returns {Promise<{files: Api.FoundFile[], nextCursor: string | null, total: number | null, counts: any}>}
 */
export const listFiles = (query, o = {}) => get('/files', query, o);
