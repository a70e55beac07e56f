// @ts-check
// What dossiers and files of a template have: statuses and attributes.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {subscribe} from '../live.js';

const mostShown = 3; // attributes beside a name

/** @type {Map<string, {statuses: any[], ofDossiers: any[], ofFiles: any[], filters: any[]}>} by template; empty until they are read. Filters are attributes of dossiers. */
const terms = new Map();
subscribe((e) => e.type.startsWith('template.'), () => terms.clear());

/** The terms of a template, as far as they are read. @param {string} template */
export const termsOf = (template) => terms.get(template) ?? {statuses: [], ofDossiers: [], ofFiles: [], filters: []};

/** Reads the terms of templates that were not read; without them names stand alone. @param {Iterable<string>} templates */
export async function readTerms(templates) {
  await Promise.all([...new Set(templates)].filter((id) => id && !terms.has(id)).map(async (id) => {
    const path = '/dossier-templates/' + id;
    const [s, d, f] = await Promise.all(['dossier-status', 'dossier-attribute', 'file-attribute'].map((what) => get(`${path}/${what}-definitions`, {}, {background: true})));
    const first = (a, b) => Number(b.primaryAttribute ?? false) - Number(a.primaryAttribute ?? false);
    terms.set(id, {statuses: s.dossierStatusDefinitions, ofDossiers: d.dossierAttributeDefinitions.filter((a) => a.displayedInDossierList && a.type !== 'IMAGE'),
      ofFiles: f.fileAttributeDefinitions.filter((a) => a.displayedInFileList || a.primaryAttribute).sort(first).slice(0, mostShown), filters: d.dossierAttributeDefinitions.filter((a) => a.filterable && a.type !== 'IMAGE')});
  })).catch(() => {});
}

/** The status of a dossier, nothing without one. */
export function statusChip(d) {
  const status = termsOf(d.dossierTemplateId).statuses.find((s) => s.id === d.dossierStatusId);
  return status ? html` <span class="chip">${status.name}</span>` : nothing;
}

/** The first attributes with a value, in words; empty for none. @param {any[]} definitions @param {Record<string, string>} values by their ids */
export const attributeWords = (definitions, values) => definitions.filter((a) => values[a.id]).slice(0, mostShown).map((a) => a.name + ': ' + values[a.id]).join(' · ');

/** A field for the value of an attribute. Numbers may be written as people do, which fields of numbers lose. */
export const valueField = (a, value = '', name = 'value', fixed = false) => html`<input name=${name} type=${a.type === 'DATE' ? 'date' : 'text'} inputmode=${a.type === 'NUMBER' ? 'decimal' : nothing} autocomplete="off" ?readonly=${fixed} .defaultValue=${value} .value=${value}>`;
