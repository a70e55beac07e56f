// @ts-check
// The keys in force, in a dialog.

import {html} from '../vendor/lit.js';
import {get, put} from '../api.js';
import {has, t} from '../i18n.js';
import {keysInForce, singleKeysOff} from '../keys.js';
import {failureWords} from './base.js';
import {openSending} from './dialogs.js';
import {toast} from './feedback.js';
import {noteChoice} from './preferences.js';

/** Keys that are written by a sign. */
const signs = {ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑'};

/** The names of keys as people read them. */
export function keyWords(keys) {
  return keys.split(', ').map((k) => k.split('+').map((part) => signs[part] ?? (has('key.' + part) ? t('key.' + part) : part)).join('+')).join(', ');
}

/** What a key does, in words: those of a review are named by the end of their message. */
export const wordsOf = ({words}) => t(has('review.key-' + words) ? 'review.key-' + words : words);

let kept = Promise.resolve();

/** Keeps a choice, here and with the account, after those that were made before. @param {string} name @param {string} value */
export function setPreference(name, value) {
  noteChoice(name, value);
  kept = kept.catch(() => {}).then(() => get('/me')).then(({preferences}) => put('/me/preferences', {...preferences, [name]: value}));
  return kept;
}

/** The same outside of dialogs: what is refused is told. */
export const keepChoice = (name, value) => setPreference(name, value).catch((error) => toast(failureWords(error), {bad: true}));

/** Shows the keys of the screen, and lets single keys be switched off. */
export const showKeys = () => openSending(t('keys.help'), (on) => setPreference('keys', on ? 'on' : 'off'), ({send, refusal}) => html`<table class="keys"><tbody>${keysInForce().map((k) => html`<tr><td><kbd>${keyWords(k.keys)}</kbd></td><td>${wordsOf(k)}</td></tr>`)}</tbody></table>
  <label class="line"><input type="checkbox" ?checked=${!singleKeysOff()} @change=${(e) => send(e.target.checked)}> ${t('keys.single')}</label>${refusal}`, {stays: true});
