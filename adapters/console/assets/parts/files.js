// @ts-check
// Files and dossiers: what state they are in, in words and marks.

import {html, nothing} from '../vendor/lit.js';
import {get, dossierPath} from '../api.js';
import {exactTime, formatDay, formatTime, t} from '../i18n.js';
import {icon} from './base.js';
import {loadDossiers, session} from './context.js';

const marks = {NEW: 'new', UNDER_REVIEW: 'half', UNDER_APPROVAL: 'three-quarters', APPROVED: 'full'};
export const workflowOrder = ['NEW', 'UNDER_REVIEW', 'UNDER_APPROVAL', 'APPROVED'];
const steps = ['UNPROCESSED', 'CONVERT', 'OCR', 'LAYOUT', 'ANALYSE', 'INDEX'];

/** Reports whether the service still works on a file. */
export const isBusy = (f) => f.processingStatus !== 'PROCESSED' && f.processingStatus !== 'ERROR';

/** Reports whether a person has something to do on a file. */
export const isOpen = (f) => f.workflowStatus !== 'APPROVED' && f.processingStatus === 'PROCESSED' && !f.softDeletedTime;

/** The place of a file among people. */
export const workflowChip = (status) => html`<span class="chip ${status.toLowerCase().replace('_', '-')}">${icon(marks[status])}${t('workflow.' + status)}</span>`;

/** What the service does with a file, nothing when it is done. */
export function processingChip(f) {
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

/** Files of a dossier that are not in the trash. */
export const loadFiles = (d, background = false) => get(dossierPath(d) + '/files', {}, {background}).then((a) => a.fileStatus);

/** The dossiers that one may see, and the files of the ten latest that one is a member of. */
export async function loadWork(background = false) {
  const dossiers = (await loadDossiers({}, background)).filter((d) => !d.softDeletedTime && !d.archivedTime);
  dossiers.sort((a, b) => b.date.localeCompare(a.date));
  const mine = dossiers.filter((d) => d.memberIds.includes(session.id)).slice(0, 10);
  const lists = await Promise.all(mine.map(async (d) => (await loadFiles(d, background)).map((f) => ({...f, dossierName: d.name, dueDate: d.dueDate}))));
  return {dossiers, files: lists.flat()};
}

/** Oldest due date first, then what was added first. */
export const byUrgency = (a, b) => (a.dueDate ?? '9').localeCompare(b.dueDate ?? '9') || a.added.localeCompare(b.added);
