// @ts-check
// What all screens know: who has signed in, where the page is, the names of people.

import {Failure, get} from '../api.js';
import {subscribe} from '../live.js';

export const base = '/console';

/** @type {{workspace: string, id: string, username: string, roles: string[], ends: string, demo: boolean, uploadBytes: number}} */
export let session;

export const setSession = (s) => { session = s; };

/** Reports whether the person has one of some roles. */
export const hasRole = (...roles) => roles.some((r) => session.roles.includes(r));

/** Reports whether the person may see dossiers and files. */
export const readsFiles = () => hasRole('USER', 'MANAGER');

/** @type {(to: string, replace?: boolean) => void} */
export let go = () => {};
export const setGo = (f) => { go = f; };

const mostNamed = 5;

/** @type {Map<string, {id: string, username: string, firstName: string, lastName: string, roles: string[], active: boolean}>} */
let people = new Map();
let asked;

/** Reads the accounts of the workspace once. */
export function loadPeople() {
  asked ??= get('/users').then((answer) => { people = new Map(answer.users.map((u) => [u.id, u])); }, () => { asked = undefined; });
  return asked;
}

/** All accounts, by name. */
export const everybody = () => [...people.values()].sort((a, b) => personName(a.id).localeCompare(personName(b.id)));

/** Names of the active accounts that have a role, the first few of them. */
export function namesWith(role) {
  const names = everybody().filter((p) => p.active && p.roles.includes(role)).map((p) => personName(p.id));
  return names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ' …' : '');
}

/** The name of an account for people. */
export function personName(id) {
  const p = people.get(id);
  if (!p) return id === session.id ? session.username : '';
  return [p.firstName, p.lastName].filter(Boolean).join(' ') || p.username;
}

let templatesAsked;
subscribe((e) => e.type.startsWith('template.'), () => { templatesAsked = undefined; });

/** The dossier templates, read once until one changes. */
export function loadTemplates() {
  templatesAsked ??= get('/dossier-templates').then((a) => a.dossierTemplates, (error) => { templatesAsked = undefined; throw error; });
  return templatesAsked;
}

/** @type {Map<string, string>} the templates of dossiers that were seen */
const templateOf = new Map();

/** A page of the dossiers that one may see. @returns {Promise<{dossiers: any[], nextCursor: string | null, total: number | null}>} */
export async function listDossiers(query, background = false) {
  const page = await get('/dossiers', query, {background});
  for (const d of page.dossiers) templateOf.set(d.id, d.dossierTemplateId);
  return page;
}

const mostAsked = 100; // dossiers of one request by their identifiers

/** Some dossiers, also archived ones, by their identifiers; those that one may not see are left out. @param {string[]} ids */
export async function findDossiers(ids, background = false) {
  const out = new Map();
  for (let at = 0; at < ids.length; at += mostAsked) {
    const {dossiers} = await listDossiers({dossierId: ids.slice(at, at + mostAsked), includeArchived: true, limit: mostAsked}, background);
    for (const d of dossiers) out.set(d.id, d);
  }
  return out;
}

/** One dossier with its counts, also an archived one. @returns {Promise<any>} */
export async function findDossier(id, background = false) {
  if (!templateOf.has(id) && isIdentifier(id)) await findDossiers([id], background);
  const template = templateOf.get(id);
  if (!template) throw new Failure(404, '');
  return get(`/dossier-templates/${template}/dossiers/${id}`, {includeCounts: true}, {background});
}

const isIdentifier = (id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
