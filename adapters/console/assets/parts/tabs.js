// @ts-check
// The views of a dossier.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {base, go, loadPeople, session} from './context.js';
import {findDossier} from './dossiers.js';

/** The views in their order, each with the end of its address and its words. */
const tabs = {files: ['', 'files.tab'], table: ['/table', 'table.tab'], downloads: ['/downloads', 'nav.downloads'], history: ['/history', 'panel.history'], trash: ['/trash', 'nav.trash']};

/** Links to the views of a dossier. @param {string} id @param {string} current */
export const tabsView = (id, current) => html`<nav class="tabs" aria-label=${t('table.views')}>${Object.entries(tabs).map(([name, [path, words]], i) => html`<a
  href=${base + '/dossiers/' + id + path} aria-current=${name === current ? 'page' : nothing}>${t(words)}<kbd>${i + 1}</kbd></a>`)}</nav>`;

/** Keys that lead to the views of a dossier; none without one. @param {string | undefined} id */
export const tabKeys = (id) => (!id ? [] : Object.values(tabs).map(([path, words], i) => ({keys: String(i + 1), words, run: () => go('/dossiers/' + id + path)})));

/** What stands above a view of a dossier, or of all. @param {any} d the dossier @param {string} current @param {any} [actions] */
export const viewHead = (d, current, actions) => (!d ? html`<h1>${t(tabs[current][1])}</h1>` : html`<nav class="crumbs" aria-label=${t('nav.path')}><a href=${base + '/dossiers'}>${t('nav.dossiers')}</a></nav>
  <div class="title"><h1>${d.name}</h1><span class="space"></span>${actions}</div>${tabsView(d.id, current)}`);

/** Reads the dossier that a screen is a view of, and whether one may see its files; a view of all has none. */
export async function readDossier(screen, o) {
  const {id} = screen.params;
  const [dossier] = await Promise.all([id ? findDossier(id, o) : null, loadPeople()]);
  const member = dossier?.memberIds.includes(session.id) || dossier?.visibility === 'PUBLIC';
  Object.assign(screen, {dossier, member});
}
