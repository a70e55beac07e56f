// @ts-check
// What a person has chosen: kept with the account, and in the browser so that pages begin with it.

import {get} from '../api.js';

const names = ['language', 'theme', 'keys', 'side', 'list', 'rows'];

/** A choice, as this browser knows it. @param {string} name @returns {string | null} */
export const preference = (name) => localStorage.getItem('docket-' + name);

/** How wide the components of a review are, in px. */
export const listWidth = () => Math.max(300, Math.min(480, Number(preference('list')) || 400));

/** How high the lines of a component are, in px. */
export const rowsHeight = () => Math.max(160, Math.min(640, Number(preference('rows')) || 280));

/** Shows the theme, and the components of a review on their side and as wide as they are. */
export function applyLook() {
  const {dataset, style} = document.documentElement;
  for (const name of ['theme', 'side']) dataset[name] = preference(name) ?? '';
  style.setProperty('--list', listWidth() + 'px');
  style.setProperty('--rows', rowsHeight() + 'px');
}

/** Notes a choice in this browser, and shows it. @param {string} name @param {string} value */
export function noteChoice(name, value) {
  localStorage.setItem('docket-' + name, value);
  applyLook();
}

/** Takes over what the account has chosen in other browsers. */
export async function readPreferences() {
  const {preferences} = await get('/me', {}, {background: true});
  const before = preference('language') ?? document.documentElement.lang;
  for (const name of names) if (typeof preferences[name] === 'string') noteChoice(name, preferences[name]);
  if ((preference('language') ?? before) !== before) location.reload();
}
