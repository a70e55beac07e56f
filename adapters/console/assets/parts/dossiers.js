// @ts-check
// Dossiers and their templates, as the service lists them.

import {Failure, get} from '../api.js';
import {subscribe} from '../live.js';

let templatesAsked;
subscribe((e) => e.type.startsWith('template.'), () => { templatesAsked = undefined; });

/** The dossier templates, read once until one changes. */
export function loadTemplates() {
  templatesAsked ??= get('/dossier-templates').then((a) => a.dossierTemplates, (error) => { templatesAsked = undefined; throw error; });
  return templatesAsked;
}

/** A page of the dossiers that one may see. @returns {Promise<{dossiers: any[], nextCursor: string | null, total: number | null}>} */
export const listDossiers = (query, o = {}) => get('/dossiers', query, o);

const mostAsked = 100; // dossiers of one request by their identifiers

/** Some dossiers, also archived ones, by their identifiers; those that one may not see are left out. @param {string[]} ids */
export async function findDossiers(ids, o = {}) {
  const out = new Map();
  for (let at = 0; at < ids.length; at += mostAsked) {
    const {dossiers} = await listDossiers({dossierId: ids.slice(at, at + mostAsked), includeArchived: true, limit: mostAsked}, o);
    for (const d of dossiers) out.set(d.id, d);
  }
  return out;
}

/** One dossier with its counts, also an archived one. @returns {Promise<any>} */
export async function findDossier(id, o = {}) {
  const {dossiers} = isIdentifier(id) ? await listDossiers({dossierId: id, includeArchived: true, includeCounts: true, limit: 1}, o) : {dossiers: []};
  if (!dossiers.length) throw new Failure(404, '');
  return dossiers[0];
}

const isIdentifier = (id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
