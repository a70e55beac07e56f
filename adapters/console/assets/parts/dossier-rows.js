// @ts-check
// What the list of dossiers is made of: its rows, and what stands in their place while there are none.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {base, go, hasRole, namesWith, personName} from './context.js';
import {attributeWords, statusChip, termsOf} from './dossiers.js';
import {timeView} from './files.js';
import {dueView, filterChips, stateBar} from './lists.js';

/** @typedef {import('../screens/dossiers.js').Self} DossiersScreen */

/** The row of a dossier. @param {DossiersScreen} screen @param {Api.Dossier} d */
export function rowView(screen, d) {
  const values = attributeWords(termsOf(d.dossierTemplateId).ofDossiers, d.dossierAttributes.attributeIdToValue);
  return html`<tr data-dossier=${d.id} aria-selected=${screen.chosen.has(d.id) ? 'true' : nothing}>
    ${hasRole('MANAGER') ? screen.renderChoice(d) : nothing}
    <td>
      <a data-row href=${base + '/dossiers/' + d.id}>${d.name}</a>${statusChip(d)}${
        values ? html`<div class="soft">${values}</div>` : nothing
      }${d.description ? html`<div class="soft">${d.description}</div>` : nothing}
    </td>
    <td class="soft">${screen.templates.find((tpl) => tpl.id === d.dossierTemplateId)?.name ?? ''}</td>
    <td>
      ${
        d.counts
          ? html`${stateBar(d.counts.workflowStatus)}<span class="soft"
                >${t('count.files', {n: d.counts.files})} · ${t('count.pages', {n: d.counts.pages})}</span
              >`
          : html`<span class="soft">${t('dossiers.not-member')}</span>`
      }
    </td>
    <td>${personName(d.ownerId)}</td>
    <td class="soft">${t('count.members', {n: d.memberIds.length})}</td>
    <td>${dueView(d.dueDate)}</td>
    <td class="soft">${timeView(d.counts?.lastChange ?? d.date)}</td>
  </tr>`;
}

/**
 * What stands in the place of rows: what makes the first dossier or, where some are left out, what narrows the list.
 * @param {DossiersScreen} screen
 * @param {string[]} narrowed names of what they may be narrowed to
 */
export function noneView(screen, narrowed) {
  const {show, text, narrowing, attributeFilters} = screen;
  if (show === 'active' && !text && !Object.keys(narrowing).length && !attributeFilters.length)
    return html`<p class="empty card">
      ${
        hasRole('MANAGER')
          ? html`${t('dossiers.none-yet')}
              <button class="main" @click=${() => screen.create()}>${t('dossiers.create')}</button>`
          : t('dossiers.ask', {names: namesWith('MANAGER')})
      }
    </p>`;
  return html`<p class="empty">
    ${t('filter.nothing')}
    ${filterChips([
      show !== 'active' && t('show.' + show),
      ...narrowed.map((name) => screen.choicesOf(name).find((c) => c.id === screen.query.get(name))?.name ?? ''),
      ...attributeFilters.map(([, v]) => v),
      text
    ])}
    <button @click=${() => go('/dossiers', true)}>${t('filter.clear')}</button>
  </p>`;
}
