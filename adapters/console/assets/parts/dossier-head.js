// @ts-check
// The head of a dossier: what it is, and what is done with it.

import {html, nothing} from '../vendor/lit.js';
import {formatDay, t} from '../i18n.js';
import {icon} from './base.js';
import {base, personName} from './context.js';
import {attributeWords, statusChip, termsOf} from './dossiers.js';
import {dueView, stateBar} from './lists.js';

/** @param {{archivedTime: string}} d */
const archivedView = (d) =>
  html`<span class="chip">${t('dossier.archived', {day: formatDay(d.archivedTime)})}</span>`;

/**
 * The button that takes files in; the main one when nothing else is to be done first.
 * @param {{pickFiles: () => void, bring: (files: File[]) => void}} screen
 * @param {boolean} isMain
 */
const uploadView = (screen, isMain) =>
  html`<button class=${isMain ? 'main' : ''} @click=${() => screen.pickFiles()}>
      ${icon('upload')}${t('upload.action')}</button
    ><input
      type="file"
      multiple
      hidden
      @change=${(e) => {
        screen.bring([...(e.target.files ?? [])]);
        e.target.value = '';
      }}
    />`;

/** What stands above the views of a dossier: what it is, and what is done with it. @param {any} screen */
export function headView(screen) {
  const d = screen.dossier;
  const attributes = attributeWords(termsOf(d.dossierTemplateId).ofDossiers, d.dossierAttributes.attributeIdToValue);
  const open = screen.counts.review;
  return html`<nav class="crumbs" aria-label=${t('nav.path')}>
      <a href=${base + '/dossiers'}>${t('nav.dossiers')}</a>
    </nav>
    <div class="title">
      <h1>${d.name}</h1>
      ${statusChip(d)}${d.archivedTime ? archivedView(d) : nothing}<span class="space"></span>
      ${screen.mayUpload ? uploadView(screen, !open) : nothing}
      ${
        screen.member
          ? html`<button aria-haspopup="menu" @click=${() => screen.chooseMore()}>
              ${icon('more')}${t('dossier.more')}
            </button>`
          : nothing
      }
      ${
        open
          ? html`<button class="main" @click=${() => screen.review()}>
              ${t('files.review-n', {n: open})}<kbd>r</kbd>
            </button>`
          : nothing
      }
    </div>
    <p class="soft facts">
      ${attributes ? html`<span>${attributes}</span>` : nothing}${
        d.description ? html`<span>${d.description}</span>` : nothing
      }<span
        >${t('dossier.owner', {name: personName(d.ownerId)})}</span
      ><span
        >${t('count.members', {n: d.memberIds.length})}:
        ${d.memberIds.map(personName).filter(Boolean).join(', ')}</span
      >${d.dueDate ? dueView(d.dueDate) : nothing}${
        d.counts ? html`<span>${stateBar(d.counts.workflowStatus)}</span>` : nothing
      }
    </p>`;
}
