// @ts-check
// What stands over a review: the file, its place in the queue, its next steps, and why it cannot be changed.

import {html, nothing, repeat} from '../vendor/lit.js';
import {post} from '../api.js';
import {t} from '../i18n.js';
import {icon} from './base.js';
import {base, personName, session} from './context.js';
import {isBusy, processingChip, workflowChip} from './files.js';
import {lazy} from './load.js';

/** @type {typeof import('./findings.js') | undefined} once it is loaded */
let findings;
const loadFindings = lazy(async () => (findings = await import('./findings.js')));

/**
 * A button of a step, which is another element than that of any other step: it never becomes that under a finger.
 * @param {Review} review
 */
const stepButtons = (review) =>
  repeat(
    review.steps.map((step, /** @type {number} */ at) => ({step, at})).reverse(),
    ({step}) => review.path + step.key,
    ({step, at}) =>
      html`<button class=${at ? '' : 'main'} data-step=${step.to} @click=${() => review.act('takeStep', step)}>
        ${t(step.key)}${at ? nothing : html`<kbd>a</kbd>`}
      </button>`
  );

/** @param {Review} review */
export function headView(review) {
  const f = review.data.file;
  const {queue} = review.walk;
  const at = queue?.indexOf(f.id) ?? -1;
  return html`<header class="review-head">
    <nav aria-label=${t('nav.path')}>
      <a href=${base + (queue?.listPath(f.id) ?? '/dossiers/' + review.params.dossier)}
        >${review.dossier?.name ?? ''}</a
      >
    </nav>
    <h1>${f.filename}</h1>
    ${at >= 0 ? html`<span class="soft">${t('review.place', {n: at + 1, m: queue?.length})}</span>` : nothing}
    ${workflowChip(f.workflowStatus)}${processingChip(f)}
    <span class="soft assignee">${icon('user')}${f.assignee ? personName(f.assignee) : t('files.nobody')}</span
    ><dk-others .review=${review}></dk-others>
    <span class="space"></span>
    <button class="quiet" ?disabled=${at <= 0} title=${t('review.key-previous-file')} @click=${() => review.goTo(-1)}>
      ${icon('left')}<kbd>p</kbd><span class="hidden">${t('review.key-previous-file')}</span>
    </button>
    <button class="quiet" title=${t('review.key-next-file')} @click=${() => review.goTo(1)}>
      <kbd>n</kbd>${icon('right')}<span class="hidden">${t('review.key-next-file')}</span>
    </button>
    <button
      class="quiet"
      aria-pressed=${!!review.panel}
      title=${t('review.key-panel')}
      @click=${() => review.showPanel(review.panel || 'explanation')}
    >
      ${icon('history')}<span class="hidden">${t('review.key-panel')}</span>
    </button>
    ${stepButtons(review)}
  </header>`;
}

/** Why the file cannot be changed, and what takes it over where that may be. @param {Review} review */
export function lockedView(review) {
  const f = review.data.file;
  if (!review.locked) return nothing;
  const mayTake =
    review.isMember &&
    f.assignee &&
    f.assignee !== session.id &&
    f.workflowStatus !== 'APPROVED' &&
    (f.workflowStatus !== 'UNDER_APPROVAL' || review.dossier.approverIds.includes(session.id)) &&
    !f.dossierArchived;
  return html`<p class="banner">
    ${review.locked}
    ${mayTake ? html`<button @click=${() => review.assign(session.id)}>${t('review.take-over')}</button>` : nothing}
  </p>`;
}

/** What went wrong with the analysis of the file, and what of it was not read as it stands. @param {Review} review */
export const toldView = (review) => html`<div class="told">${failureView(review)}${findingsView(review)}</div>`;

/** @param {Review} review */
function findingsView(review) {
  const found = review.data.file.fileFindings;
  if (!found) return nothing;
  if (findings) return findings.findingsView(found, (page) => review.pagesElement.goToPage(page - 1));
  void loadFindings().then(() => review.requestUpdate());
  return nothing;
}

/** @param {Review} review */
function failureView(review) {
  const f = review.data.file;
  if (f.failedRules && !isBusy(f) && f.processingStatus !== 'ERROR') {
    return html`<p class="banner incomplete" role="status">
      ${icon('warning')}${t('files.incomplete', {n: f.failedRules})}
      ${(f.ruleFailures ?? []).slice(0, 3).map((r) => html`<span class="soft">${t('files.rule-failed', r)}</span> `)}
    </p>`;
  }
  if (f.processingStatus !== 'ERROR') return nothing;
  const again = () =>
    review.attempt(async () => {
      review.data.file = await post(review.path + '/reanalyse');
    });
  return html`<p class="banner error" role="alert">
    ${t('files.failed', {cause: f.fileErrorInfo?.cause ?? ''})}
    ${review.isMember ? html`<button @click=${again}>${t('files.again')}</button>` : nothing}
  </p>`;
}
