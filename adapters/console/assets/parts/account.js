// @ts-check
// What the frame opens: the menu of the account, and the keys in force.

import {html, render} from '../vendor/lit.js';
import {get, put} from '../api.js';
import {has, language, t} from '../i18n.js';
import {keysInForce, singleKeysOff} from '../keys.js';
import {failureWords} from './base.js';
import {session} from './context.js';
import {openSending} from './dialogs.js';
import {toast} from './feedback.js';
import {noteChoice, preference} from './preferences.js';
import './more-styles.js';

/** Keys that are written by a sign. @type {Record<string, string>} */
const signs = {ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑'};

/** The names of keys as people read them. @param {string} keys */
export function keyWords(keys) {
  return keys
    .split(', ')
    .map((k) =>
      k
        .split('+')
        .map((part) => signs[part] ?? (has('key.' + part) ? t('key.' + part) : part))
        .join('+')
    )
    .join(', ');
}

/** What a key does, in words: those of a review are named by the end of their message. */
export const wordsOf = (/** @type {{words: string}} */ {words}) =>
  t(has('review.key-' + words) ? 'review.key-' + words : words);

let kept = Promise.resolve();

/**
 * Keeps a choice, here and with the account, after those that were made before.
 * @param {string} name
 * @param {string} value
 */
export function setPreference(name, value) {
  noteChoice(name, value);
  kept = kept
    .catch(() => {})
    .then(() => get('/me'))
    .then(({preferences}) => put('/me/preferences', {...preferences, [name]: value}));
  return kept;
}

/** The same outside of dialogs: what is refused is told. @param {string} name @param {string} value */
export const keepChoice = (name, value) =>
  setPreference(name, value).catch((error) => toast(failureWords(error), {bad: true}));

/** Shows the keys of the screen, and lets single keys be switched off. */
export const showKeys = () =>
  openSending(
    t('keys.help'),
    (on) => setPreference('keys', on ? 'on' : 'off'),
    ({send, refusal}) =>
      html`<table class="keys">
          <tbody>
            ${keysInForce().map(
              (k) =>
                html`<tr>
                  <td><kbd>${keyWords(k.keys)}</kbd></td>
                  <td>${wordsOf(k)}</td>
                </tr>`
            )}
          </tbody>
        </table>
        <label class="line"
          ><input type="checkbox" ?checked=${!singleKeysOff()} @change=${(e) => send(e.target.checked)} />
          ${t('keys.single')}</label
        >${refusal}`,
    {stays: true}
  );

/** What is chosen here; the first of each is meant unless another one is. */
const choices = {theme: ['system', 'light', 'dark'], side: ['left', 'right']};

/** Ends the session, here and in other tabs. */
export async function signOut() {
  await fetch('/console/sign-out', {method: 'POST'});
  new BroadcastChannel('docket-session').postMessage('signed-out');
  location.assign('/console/sign-in');
}

/** Opens or closes the menu beside its button. @param {HTMLButtonElement} button */
export function showAccount(button) {
  const before = document.getElementById('account');
  const menu = before ?? document.createElement('div');
  render(
    html`<p>
        <strong>${session.username}</strong><br /><span class="soft"
          >${session.roles.map((r) => t('role.' + r)).join(', ')}</span
        >
      </p>
      <label
        >${t('account.language')}<select
          @change=${async (e) => {
            await keepChoice('language', e.target.value);
            location.reload();
          }}
        >
          <option value="en" ?selected=${language === 'en'}>English</option>
          <option value="de" ?selected=${language === 'de'}>Deutsch</option>
        </select></label
      >
      ${Object.entries(choices).map(
        ([name, values]) =>
          html`<label
            >${t('account.' + name)}
            <select @change=${(e) => keepChoice(name, e.target.value)}>
              ${values.map(
                (v) =>
                  html`<option value=${v} ?selected=${v === (preference(name) ?? values[0])}>
                    ${t(name + '.' + v)}
                  </option>`
              )}
            </select></label
          >`
      )}
      <button
        @click=${() => {
          menu.hidePopover();
          void showKeys();
        }}
      >
        ${t('keys.help')} <kbd>?</kbd>
      </button>
      <a class="button" href="/console/about">${t('account.about')}</a>
      <button @click=${signOut}>${t('account.sign-out')}</button>`,
    menu
  );
  if (before) return; // the browser opens and closes it
  menu.id = 'account';
  menu.popover = 'auto';
  button.after(menu);
  button.popoverTargetElement = menu;
  menu.showPopover();
}
