// @ts-check
// Why a file has no values, and what may be done about it.

import {html, nothing} from '../vendor/lit.js';
import {dossierPath, post, put} from '../api.js';
import {formatOf, t} from '../i18n.js';
import {icon} from './base.js';
import {base, hasRole, namesWith, personName, session} from './context.js';
import {toast} from './feedback.js';
import {isBusy} from './files.js';
import './more-styles.js';

const steps = ['CONVERT', 'OCR', 'LAYOUT', 'ANALYSE', 'INDEX'];
const always = ['LAYOUT', 'ANALYSE', 'INDEX']; // steps that every file goes through
const mostLooked = 5; // pages that are looked through for text

/**
 * Reports whether the person may have the file analysed: its assignee, any member while there is none, and the owner
 * of the dossier.
 * @param {Review} review
 */
function mayAnalyse(review) {
  const f = review.data.file;
  return (
    review.isMember &&
    !f.dossierArchived &&
    (!f.assignee || f.assignee === session.id || (review.dossier.ownerId === session.id && hasRole('MANAGER')))
  );
}

/** Has the file analysed; ocr recognises pages without text first. @param {Review} review */
const analyse = (review, ocr = false) =>
  review.attempt(async () => {
    review.data.file = await post(review.path + '/reanalyse', undefined, ocr ? {query: {ocr: true}} : {});
  });

/** The button that has the file analysed, or who may do that. @param {string} words @param {Review} review */
function analyseButton(review, words, ocr = false) {
  if (review.data.file.dossierArchived) return nothing;
  const names =
    personName(review.data.file.assignee) || review.dossier.memberIds.map(personName).filter(Boolean).join(', ');
  return mayAnalyse(review)
    ? html`<button class="main" @click=${() => analyse(review, ocr)}>${words}</button>`
    : html`<span>${t('empty.ask', {names})}</span>`;
}

/** How long a step took, in milliseconds. @param {number} n */
const tookWords = (n) =>
  formatOf(Intl.NumberFormat, {
    style: 'unit',
    unit: n < 1000 ? 'millisecond' : 'second',
    maximumFractionDigits: 0
  }).format(n < 1000 ? n : n / 1000);

/**
 * How far the service is with the file: the steps it has gone through, the one it is at, and those to come.
 * @param {Api.File} f
 */
function stepsView(f) {
  const {stageDurations: took = {}, processingStatus} = f;
  const now = processingStatus === 'REPROCESS' ? 'ANALYSE' : processingStatus;
  const at = steps.indexOf(now);
  return html`<ol class="plain steps">
    ${steps
      .filter((s) => s in took || s === now || always.includes(s))
      .map((s) => {
        const done = steps.indexOf(s) < at;
        return html`<li aria-current=${s === now ? 'step' : nothing}>
          ${icon(done ? 'tick' : s === now ? 'half' : 'new')} ${t('processing.' + s)}
          ${done && took[s] ? html`<span class="soft">${tookWords(took[s])}</span>` : nothing}
        </li>`;
      })}
  </ol>`;
}

/** Has all files of the dossier tried again that failed for a cause. @param {Review} review @param {string} cause */
const retryAll = (review, cause) =>
  review.attempt(async () => {
    const {fileIds} = await post(dossierPath(review.dossier) + '/files/bulk-retry', {cause});
    toast(t('files.analysing', {n: fileIds.length}));
    void review.load(true);
  });

/** What helps against a failure, by the step that failed. @param {Review} review */
function failedView(review) {
  const {service = '', cause = ''} = review.data.file.fileErrorInfo ?? {};
  const lacking = / is not installed$/.test(cause);
  const damaged = !lacking && ['upload', 'conversion', 'layout'].includes(service);
  return html`<p>
      ${
        lacking
          ? t('empty.not-installed')
          : damaged
            ? t('empty.damaged')
            : t('empty.failed', {names: namesWith('ADMIN')})
      }
    </p>
    ${
      damaged
        ? html`<p>
            <a class="button" href=${base + '/dossiers/' + review.params.dossier}>${t('empty.to-dossier')}</a>
          </p>`
        : nothing
    }
    ${
      mayAnalyse(review)
        ? html`<p><button @click=${() => retryAll(review, cause)}>${t('empty.retry-all')}</button></p>`
        : nothing
    }`;
}

/**
 * Reports whether some of the first pages has words; undefined until they are read, which it begins.
 * @param {Review} review
 */
function hasText(review) {
  const first = review.data.entities.pages.slice(0, mostLooked).map((p) => p.page);
  if (first.some((page) => review.lines.get(page)?.length)) return true;
  const unread = first.filter((page) => !review.lines.has(page));
  if (!unread.length) return false;
  if (review.look.textOf !== review.path) {
    review.look.textOf = review.path;
    void Promise.allSettled(unread.map((page) => review.linesOf(page))).then(() => review.requestUpdate());
  }
  return undefined;
}

/** A file that is analysed, and in which nothing was found. @param {Review} review */
function nothingFoundView(review) {
  const f = review.data.file;
  if (f.numberOfPagesToOCR > f.numberOfOCRedPages || (f.numberOfPages && hasText(review) === false)) {
    return html`<p>${t('empty.no-text')}</p>
      <p>${f.workflowStatus === 'APPROVED' ? nothing : analyseButton(review, t('empty.recognise'), true)}</p>`;
  }
  return html`<p>${t('empty.nothing')}</p>
    <p>${t(review.locked ? 'empty.rules-ask' : 'empty.by-hand', {names: namesWith('ADMIN')})}</p>
    <p>
      ${
        review.locked
          ? nothing
          : html`<button class="main" @click=${() => review.addComponent()}>${t('review.add')}</button> `
      }<button @click=${() => review.showPanel('entities')}>${t('empty.entities')}</button>
      <button @click=${() => review.showPanel('find')}>${t('review.key-find')}</button>
    </p>`;
}

/** Says of a file without values why it has none, and offers what the person may do. @param {Review} review */
export function emptyView(review) {
  const f = review.data.file;
  if (isBusy(f))
    return html`<div class="empty none-found" role="status">
      <p>${t('review.working')}</p>
      ${stepsView(f)}
    </div>`;
  if (f.processingStatus === 'ERROR') return html`<div class="empty none-found">${failedView(review)}</div>`;
  if (!f.numberOfAnalyses && f.excludedFromAutomaticAnalysis) {
    const turnOn = async () => {
      if (await review.attempt(() => put(review.path + '/extraction', {automatic: true}))) void review.load(true);
    };
    return html`<div class="empty none-found">
      <p>${t('empty.off')}</p>
      <p>
        ${analyseButton(review, t('empty.analyse'))}
        ${
          review.isMember && !f.dossierArchived
            ? html`<button @click=${turnOn}>${t('empty.turn-on')}</button>`
            : nothing
        }
      </p>
    </div>`;
  }
  return html`<div class="empty none-found">${nothingFoundView(review)}</div>`;
}
