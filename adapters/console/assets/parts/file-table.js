// @ts-check
// The files of a dossier as a table, and what stands in its place while there are none.

import {html, nothing, repeat} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {icon} from './base.js';
import {personName, session} from './context.js';
import {isBusy, processingChip, timeView, workflowChip} from './files.js';
import {attentionChip, columnHead, filterChips, formatDuration} from './lists.js';
import {linkTo} from './queue.js';

const longest = 43_200; // seconds of a step of processing

/** Columns of the list, and by what the service sorts them. */
const columns = {
  'files.name': 'filename',
  'review.pages': '',
  'files.workflow': 'workflowStatus',
  'files.attention': '',
  'files.processing': 'processingStatus',
  'files.assignee': 'assignee',
  'files.changed': 'lastUpdated'
};

/**
 * For how long a file has been in the step of processing that it is in; nothing where the clocks of browser and service
 * differ.
 * @param {Api.File} f
 */
function sinceView(f) {
  const seconds = (Date.now() - new Date(f.lastUpdated ?? f.added ?? NaN).getTime()) / 1000;
  return isBusy(f) && seconds > 0 && seconds < longest
    ? html` <span class="soft">${formatDuration(seconds)}</span>`
    : nothing;
}

/** @param {string} off @param {DossierScreen} screen @param {Api.File} f */
const attributesView = (screen, f, off) =>
  html`<dk-attributes .file=${f} .definitions=${screen.fileAttributes} .off=${off}></dk-attributes>`;

/** @param {Api.File} f */
const overriddenChip = (f) =>
  html` <span class="chip" title=${t('review.sum-corrected', {n: f.overridden})}
    >${icon('pencil', t('review.is-corrected'))}${f.overridden}</span
  >`;

/** Leads to the file that has the same content. @param {Api.File['duplicateOf']} twin */
const twinView = (twin) =>
  twin ? html` <a class="soft" href=${linkTo({...twin, id: twin.fileId})}>${t('files.duplicate')}</a>` : nothing;

/** The row of a file. @param {DossierScreen} screen @param {Api.File} f */
function rowView(screen, f) {
  const off =
    !screen.mayUpload || f.workflowStatus === 'APPROVED' || (f.assignee && f.assignee !== session.id)
      ? t('attribute.fixed')
      : '';
  const tells = screen.mayTell && screen.fileAttributes.length;
  const cause = f.fileErrorInfo?.cause ?? '';
  return html`<tr data-file=${f.id} aria-selected=${screen.chosen.has(f.id) ? 'true' : nothing}>
    ${screen.renderChoice(f)}
    <td>
      <a data-row href=${linkTo(f, screen.queueFrom(f))}>${f.filename}</a
      >${tells ? attributesView(screen, f, off) : nothing}${
        f.processingStatus === 'ERROR' ? html`<div class="bad">${t('files.failed', {cause})}</div>` : nothing
      }${twinView(f.duplicateOf)}
    </td>
    <td class="number">${f.numberOfPages || ''}</td>
    <td>${workflowChip(f.workflowStatus)}</td>
    <td>${attentionChip(f)}${f.overridden ? overriddenChip(f) : nothing}</td>
    <td>
      ${processingChip(f)}${sinceView(f)}${
        f.hasUpdates ? html` <span class="chip amber">${icon('dot')}${t('show.updates')}</span>` : nothing
      }
    </td>
    <td>${f.assignee ? personName(f.assignee) : html`<span class="soft">${t('files.nobody')}</span>`}</td>
    <td class="soft">${timeView(f.lastUpdated ?? f.added)}</td>
  </tr>`;
}

/** @param {DossierScreen} screen */
const samplesButton = (screen) => html` <button @click=${() => screen.bringSamples()}>${t('files.samples')}</button>`;

/** What fills a dossier without files. @param {DossierScreen} screen */
export function emptyView(screen) {
  const names = screen.dossier.memberIds.map(personName).filter(Boolean).join(', ');
  const why = screen.dossier.archivedTime ? t('files.none-archived') : t('files.none', {names});
  return html`<div class=${screen.over ? 'drop over' : 'drop'}>
    ${icon('upload')}
    <p>${screen.mayUpload ? t('files.empty') : why}</p>
    ${
      screen.mayUpload
        ? html`<button class="main" @click=${() => screen.pickFiles()}>${t('upload.action')}</button>
            ${session.demo ? samplesButton(screen) : nothing}`
        : nothing
    }
  </div>`;
}

/** The files of the list that is shown; what clears its filter when there is none. @param {DossierScreen} screen */
export function tableView(screen) {
  const {rows} = screen;
  if (!rows.length)
    return html`<p class="empty">
      ${t('filter.nothing')} ${filterChips([screen.show !== 'all' && t('show.' + screen.show), screen.text])}
      <button @click=${() => screen.narrow({show: 'all', text: ''})}>${t('filter.clear')}</button>
    </p>`;
  return html`<div class=${screen.over ? 'scroll over' : 'scroll'}>
      <table class="table">
        <thead>
          <tr>
            ${screen.renderChooseAll()}
            ${Object.entries(columns).map(([c, key]) =>
              columnHead(t(c), key, screen.sort, (by) => screen.narrow({sort: by || 'added'}))
            )}
          </tr>
        </thead>
        <tbody>
          ${repeat(
            rows,
            (f) => f.id,
            (f) => rowView(screen, f)
          )}
        </tbody>
      </table>
    </div>
    ${
      screen.cursor
        ? html`<p class="more-rows"><button @click=${() => screen.readMore()}>${t('files.more')}</button></p>`
        : nothing
    }`;
}
