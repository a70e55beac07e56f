// @ts-check
// What stands in the cards of home, beside files that wait.

import {html} from '../vendor/lit.js';
import {formatDay, t} from '../i18n.js';
import {icon} from './base.js';
import {base, hasRole, namesWith} from './context.js';
import {timeView} from './files.js';
import {dueView, formatSize} from './lists.js';

/**
 * @typedef {{limits: Record<string, number | null>, usage: Record<string, number>, validTo?: string | null}} Licence
 */

const near = {end: 30 * 86_400_000, limit: 0.8}; // of the licence: ms before its end, and of a limit

/** What administrators are told of the licence when it is near its end or a limit. @param {Licence | null} licence */
export function limitWords(licence) {
  if (!licence) return [];
  const {limits, usage, validTo} = licence;
  const out = [];
  if (validTo && new Date(validTo).getTime() < Date.now() + near.end)
    out.push(t('home.licence-until', {day: formatDay(validTo)}));
  for (const [name, most] of Object.entries(limits)) {
    if (most === null || usage[name] < most * near.limit) continue;
    const isSize = name === 'uploadedBytes';
    const [n, m] = [usage[name], most].map((v) => (isSize ? formatSize(v) : v));
    out.push(t(isSize ? 'download.size' : 'review.pages') + ': ' + t('review.place', {n, m}));
  }
  return out;
}

/** @param {string} words */
export const limitView = (words) => html`<li><span class="chip amber">${icon('warning')}${words}</span></li>`;

/** A dossier that is late. @param {{id: string, name: string, dueDate: string}} d */
export const lateView = (d) =>
  html`<li>
    <a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a><span class="end">${dueView(d.dueDate)}</span>
  </li>`;

/** A dossier with the time of its last change. @param {{id: string, name: string, date: string}} d */
export const recentRow = (d) =>
  html`<li>
    <a class="name" href=${base + '/dossiers/' + d.id}>${d.name}</a><span class="end soft">${timeView(d.date)}</span>
  </li>`;

/** What is about to be deleted for good. @param {{name: string, purgeTime: string}} entry */
export const endingRow = (entry) =>
  html`<li>
    <a class="name" href=${base + '/trash'}>${entry.name}</a><span class="end soft">${timeView(entry.purgeTime)}</span>
  </li>`;

/** A download that is ready. @param {{id: string, filename: string}} d */
export const downloadRow = (d) =>
  html`<li>
    ${icon('download')}<a href=${'/console/api/downloads/' + d.id + '/content'} download>${d.filename}</a>
  </li>`;

/** @param {() => void} review */
export const reviewButton = (review) =>
  html`<button class="main" @click=${review}>${t('home.review')}<kbd>${t('key.Enter')}</kbd></button>`;

const roles = ['ADMIN', 'USER_ADMIN', 'AUDITOR'];

/** What those do who see no files. */
export const rolesView = () =>
  html`<section class="card">
    ${roles.filter((role) => hasRole(role)).map((role) => html`<p>${t('home.for-' + role)}</p>`)}
    <p><a class="button" href="/console/about">${t('account.about')}</a></p>
  </section>`;

/**
 * Says what leads to the first result in a new workspace, who does it, and offers what the person may do.
 * @param {() => void} create a dossier
 */
export const welcomeView = (create) =>
  html`<section class="card">
    <h2>${t('home.welcome')}</h2>
    <ol>
      <li>
        ${t('home.step-template', {names: namesWith('ADMIN')})} <a href="/console/about">${t('account.about')}</a>
      </li>
      <li>
        ${
          hasRole('MANAGER')
            ? html`${t('home.step-dossier')}
                <button class="main" @click=${create}>${t('dossiers.create')}</button>`
            : t('dossiers.ask', {names: namesWith('MANAGER')})
        }
      </li>
      <li>${t('home.step-upload')}</li>
    </ol>
  </section>`;
