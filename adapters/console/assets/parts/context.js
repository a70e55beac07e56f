// @ts-check
// What all screens know: who has signed in, where the page is, the names of people.

import {get} from '../api.js';

export const base = '/console';

/**
 * @type {{workspace: string, id: string, username: string, roles: string[], ends: string, demo: boolean, uploadBytes:
 * number}}
 */
export let session;

export const setSession = (/** @type {typeof session} */ s) => {
  session = s;
};

/** Reports whether the person has one of some roles. */
export const hasRole = (/** @type {string[]} */ ...roles) => roles.some((r) => session.roles.includes(r));

/** Reports whether the person may know the accounts and what happens: auditors alone read the log, and nothing else. */
export const isInformed = () => hasRole('USER', 'MANAGER', 'USER_ADMIN', 'ADMIN');

/** Reports whether the person may see dossiers and files. */
export const readsFiles = () => hasRole('USER', 'MANAGER');

/** @type {(to: string, replace?: boolean) => void} */
export let go = () => {};
export const setGo = (/** @type {typeof go} */ f) => {
  go = f;
};

/**
 * @typedef {{id: string, username: string, firstName: string, lastName: string, roles: string[], active:
 * boolean}} Person
 */

/** @type {Map<string, Person>} */
let people = new Map();
let asked;

/** Reads the accounts of the workspace once. */
export function loadPeople() {
  if (!isInformed()) return Promise.resolve();
  asked ??= get('/users').then(
    (answer) => {
      people = new Map(answer.users.map((/** @type {Person} */ u) => [u.id, u]));
    },
    () => {
      asked = undefined;
    }
  );
  return asked;
}

/** All accounts, by name. */
export const everybody = () => [...people.values()].sort((a, b) => personName(a.id).localeCompare(personName(b.id)));

/** The first few of some names. @param {string[]} names */
export const firstNames = (names, most = 5) => names.slice(0, most).join(', ') + (names.length > most ? ' …' : '');

/** Names of the active accounts that have a role, the first few of them. @param {string} role */
export const namesWith = (role) =>
  firstNames(
    everybody()
      .filter((p) => p.active && p.roles.includes(role))
      .map((p) => personName(p.id))
  );

/** The name of an account for people. @param {string | null | undefined} id */
export function personName(id) {
  const p = people.get(id ?? '');
  if (!p) return id === session.id ? session.username : '';
  return [p.firstName, p.lastName].filter(Boolean).join(' ') || p.username;
}
