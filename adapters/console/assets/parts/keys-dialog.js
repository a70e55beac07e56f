// @ts-check
// The keys in force, in a dialog.

import {html} from '../vendor/lit.js';
import {get, put} from '../api.js';
import {has, t} from '../i18n.js';
import {keysInForce, singleKeysOff} from '../keys.js';
import {openSending} from './dialogs.js';
import {applyTheme} from './preferences.js';

/** Keys that are written by a sign. */
const signs = {ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑'};

/** The names of keys as people read them. */
export function keyWords(keys) {
  return keys.split(', ').map((k) => k.split('+').map((part) => signs[part] ?? (has('key.' + part) ? t('key.' + part) : part)).join('+')).join(', ');
}

/** What a key does, in words: those of a review are named by the end of their message. */
export const wordsOf = ({words}) => t(has('review.key-' + words) ? 'review.key-' + words : words);

/** Keeps a choice, here and with the account. @param {string} name @param {string} value */
export async function setPreference(name, value) {
  localStorage.setItem('docket-' + name, value);
  if (name === 'theme') applyTheme();
  const {preferences} = await get('/me');
  await put('/me/preferences', {...preferences, [name]: value});
}

/** Shows the keys of the screen, and lets single keys be switched off. */
export const showKeys = () => openSending(t('keys.help'), (on) => setPreference('keys', on ? 'on' : 'off'), ({send, refusal}) => html`<table class="keys"><tbody>${keysInForce().map((k) => html`<tr><td><kbd>${keyWords(k.keys)}</kbd></td><td>${wordsOf(k)}</td></tr>`)}</tbody></table>
  <label class="line"><input type="checkbox" ?checked=${!singleKeysOff()} @change=${(e) => send(e.target.checked)}> ${t('keys.single')}</label>${refusal}`, {stays: true});
