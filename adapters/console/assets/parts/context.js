// @ts-check
// What all screens know: who has signed in, where the page is, the names of people.

import {Failure, get} from '../api.js';
import {subscribe} from '../live.js';

export const base = '/console';

/** @type {{workspace: string, id: string, username: string, roles: string[], ends: string}} */
export let session;

export const setSession = (s) => { session = s; };

/** Reports whether the person has one of some roles. */
export const hasRole = (...roles) => roles.some((r) => session.roles.includes(r));

/** Reports whether the person may see dossiers and files. */
export const readsFiles = () => hasRole('USER', 'MANAGER');

/** @type {(to: string, replace?: boolean) => void} */
export let go = () => {};
export const setGo = (f) => { go = f; };

/** @type {Map<string, {id: string, username: string, firstName: string, lastName: string}>} */
let people = new Map();
let asked;

/** Reads the accounts of the workspace once. */
export function loadPeople() {
  asked ??= get('/users').then((answer) => { people = new Map(answer.users.map((u) => [u.id, u])); }, () => { asked = undefined; });
  return asked;
}

/** All accounts, by name. */
export const everybody = () => [...people.values()].sort((a, b) => personName(a.id).localeCompare(personName(b.id)));

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

/** A page of the dossiers that one may see. @returns {Promise<{dossiers: any[], nextCursor: string | null}>} */
export async function listDossiers(query, background = false) {
  const page = await get('/dossiers', query, {background});
  for (const d of page.dossiers) templateOf.set(d.id, d.dossierTemplateId);
  return page;
}

/** All dossiers that one may see, newest first. @param {any} [which] */
export async function loadDossiers(which = {}, background = false) {
  const out = [];
  for (let cursor; cursor !== null;) {
    const page = await listDossiers({...which, limit: 500, cursor}, background);
    out.push(...page.dossiers);
    cursor = page.nextCursor;
  }
  return out;
}

/** One dossier with its counts, also an archived one. @returns {Promise<any>} */
export async function findDossier(id, background = false) {
  if (!templateOf.has(id)) await loadDossiers({includeArchived: true}, background);
  const template = templateOf.get(id);
  if (!template) throw new Failure(404, '');
  return get(`/dossier-templates/${template}/dossiers/${id}`, {includeCounts: true}, {background});
}
