// @ts-check
// What a person has chosen: kept with the account, and in the browser so that pages begin with it.

import {get} from '../api.js';

const names = ['language', 'theme', 'keys'];

/** A choice, as this browser knows it. @param {string} name @returns {string | null} */
export const preference = (name) => localStorage.getItem('docket-' + name);

/** Shows a theme. */
export function applyTheme() {
  const theme = preference('theme') ?? 'system';
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Takes over what the account has chosen in other browsers. */
export async function readPreferences() {
  const {preferences} = await get('/me', {}, {background: true});
  const before = preference('language') ?? document.documentElement.lang;
  for (const name of names) if (typeof preferences[name] === 'string') localStorage.setItem('docket-' + name, preferences[name]);
  applyTheme();
  if ((preference('language') ?? before) !== before) location.reload();
}
