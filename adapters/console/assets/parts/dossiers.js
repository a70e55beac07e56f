// @ts-check
// Dossiers and their templates, as the service lists them; what they and their files have; and the views of a dossier.

import {html, nothing} from '../vendor/lit.js';
import {Failure, get} from '../api.js';
import {t} from '../i18n.js';
import {subscribe} from '../live.js';
import {base, go, loadPeople, session} from './context.js';

/** @type {Promise<Api.Template[]> | undefined} */
let templatesAsked;

/** The dossier templates, read once until one changes. */
export function loadTemplates() {
  templatesAsked ??= get('/dossier-templates').then(
    (a) => a.dossierTemplates,
    (error) => {
      templatesAsked = undefined;
      throw error;
    }
  );
  return templatesAsked;
}

/**
 * A page of the dossiers that one may see.
 * @returns {Promise<{dossiers: Api.Dossier[], nextCursor: string | null, total: number | null}>}
 * @param {Query} query
 */
export const listDossiers = (query, o = {}) => get('/dossiers', query, o);

const mostAsked = 100; // dossiers of one request by their identifiers

/**
 * Some dossiers, also archived ones, by their identifiers; those that one may not see are left out.
 * @param {string[]} ids
 */
export async function findDossiers(ids, o = {}) {
  const out = new Map();
  for (let at = 0; at < ids.length; at += mostAsked) {
    const {dossiers} = await listDossiers(
      {dossierId: ids.slice(at, at + mostAsked), includeArchived: true, limit: mostAsked},
      o
    );
    for (const d of dossiers) out.set(d.id, d);
  }
  return out;
}

/** One dossier with its counts, also an archived one. @returns {Promise<Api.Dossier>} @param {string} id */
async function findDossier(id, o = {}) {
  const {dossiers} = isIdentifier(id)
    ? await listDossiers({dossierId: id, includeArchived: true, includeCounts: true, limit: 1}, o)
    : {dossiers: []};
  if (!dossiers.length) throw new Failure(404, '');
  return dossiers[0];
}

/** @param {string} id */
const isIdentifier = (id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const mostShown = 3; // attributes beside a name

/**
 * @type {Map<string, {statuses: Api.DossierStatus[], ofDossiers: Api.DossierAttribute[], ofFiles: Api.FileAttribute[],
 *   filters: Api.DossierAttribute[]}>} by template; empty until they are read. Filters are attributes of dossiers.
 */
const terms = new Map();

subscribe(
  (e) => e.type.startsWith('template.'),
  () => {
    templatesAsked = undefined;
    terms.clear();
  }
);

/** The terms of a template, as far as they are read. @param {string} template */
export const termsOf = (template) => terms.get(template) ?? {statuses: [], ofDossiers: [], ofFiles: [], filters: []};

/**
 * Reads the terms of templates that were not read; without them names stand alone.
 * @param {Iterable<string>} templates
 */
export async function readTerms(templates) {
  await Promise.all(
    [...new Set(templates)]
      .filter((id) => id && !terms.has(id))
      .map(async (id) => {
        const path = '/dossier-templates/' + id;
        const [s, d, f] = await Promise.all(
          ['dossier-status', 'dossier-attribute', 'file-attribute'].map((what) =>
            get(`${path}/${what}-definitions`, {}, {background: true})
          )
        );
        const first = (/** @type {{primaryAttribute?: boolean}} */ a, /** @type {{primaryAttribute?: boolean}} */ b) =>
          Number(b.primaryAttribute ?? false) - Number(a.primaryAttribute ?? false);
        terms.set(id, {
          statuses: s.dossierStatusDefinitions,
          ofDossiers: d.dossierAttributeDefinitions.filter(
            (/** @type {Api.DossierAttribute} */ a) => a.displayedInDossierList && a.type !== 'IMAGE'
          ),
          ofFiles: f.fileAttributeDefinitions
            .filter((/** @type {Api.FileAttribute} */ a) => a.displayedInFileList || a.primaryAttribute)
            .sort(first)
            .slice(0, mostShown),
          filters: d.dossierAttributeDefinitions.filter(
            (/** @type {Api.DossierAttribute} */ a) => a.filterable && a.type !== 'IMAGE'
          )
        });
      })
  ).catch(() => {});
}

/** The status of a dossier, nothing without one. @param {Api.Dossier} d */
export function statusChip(d) {
  const status = termsOf(d.dossierTemplateId).statuses.find((s) => s.id === d.dossierStatusId);
  return status ? html` <span class="chip">${status.name}</span>` : nothing;
}

/**
 * The first attributes with a value, in words; empty for none.
 * @param {{id: string, name: string}[]} definitions
 * @param {Record<string, string>} values by their ids
 */
export const attributeWords = (definitions, values) =>
  definitions
    .filter((a) => values[a.id])
    .slice(0, mostShown)
    .map((a) => a.name + ': ' + values[a.id])
    .join(' · ');

/**
 * A field for the value of an attribute. Numbers may be written as people do, which fields of numbers lose.
 * @param {{type: string}} a
 */
export const valueField = (a, value = '', name = 'value', fixed = false) =>
  html`<input
    name=${name}
    type=${a.type === 'DATE' ? 'date' : 'text'}
    inputmode=${a.type === 'NUMBER' ? 'decimal' : nothing}
    autocomplete="off"
    ?readonly=${fixed}
    .defaultValue=${value}
    .value=${value}
  />`;

/** The views in their order, each with the end of its address and its words. */
/** @type {Record<string, string[]>} */
const tabs = {
  files: ['', 'files.tab'],
  table: ['/table', 'table.tab'],
  downloads: ['/downloads', 'nav.downloads'],
  history: ['/history', 'panel.history'],
  trash: ['/trash', 'nav.trash']
};

/** Links to the views of a dossier. @param {string} id @param {string} current */
export const tabsView = (id, current) =>
  html`<nav class="tabs" aria-label=${t('table.views')}>
    ${Object.entries(tabs).map(
      ([name, [path, words]], i) =>
        html`<a href=${base + '/dossiers/' + id + path} aria-current=${name === current ? 'page' : nothing}
          >${t(words)}<kbd>${i + 1}</kbd></a
        >`
    )}
  </nav>`;

/** Keys that lead to the views of a dossier; none without one. @param {string | undefined} id */
export const tabKeys = (id) =>
  !id
    ? []
    : Object.values(tabs).map(([path, words], i) => ({
        keys: String(i + 1),
        words,
        run: () => go('/dossiers/' + id + path)
      }));

/**
 * What stands above a view of a dossier, or of all.
 * @param {any} d the dossier
 * @param {string} current
 * @param {any} [actions]
 */
export const viewHead = (d, current, actions) =>
  !d
    ? html`<h1>${t(tabs[current][1])}</h1>`
    : html`<nav class="crumbs" aria-label=${t('nav.path')}><a href=${base + '/dossiers'}>${t('nav.dossiers')}</a></nav>
        <div class="title">
          <h1>${d.name}</h1>
          <span class="space"></span>${actions}
        </div>
        ${tabsView(d.id, current)}`;

/**
 * Reads the dossier that a screen is a view of, and whether one may see its files; a view of all has none.
 * @param {import('../api.js').Call} o
 * @param {AnyScreen} screen
 */
export async function readDossier(screen, o) {
  const {id} = screen.params;
  const [dossier] = await Promise.all([id ? findDossier(id, o) : null, loadPeople()]);
  const member = dossier?.memberIds.includes(session.id) || dossier?.visibility === 'PUBLIC';
  Object.assign(screen, {dossier, member});
}
