// @ts-check
// What the frame opens: the menu of the account, the keys in force, and what goes to anything by a few letters.

import {html, nothing, render} from '../vendor/lit.js';
import {get, put} from '../api.js';
import {has, language, t} from '../i18n.js';
import {keysInForce, singleKeysOff} from '../keys.js';
import {failureWords} from './base.js';
import {go, readsFiles, session} from './context.js';
import {openDialog, openSending} from './dialogs.js';
import {toast} from './feedback.js';
import {listFiles} from './files.js';
import {noteChoice, preference} from './preferences.js';
import {addressOf} from './queue.js';

const pause = 150; // ms after the last letter
const most = 8; // of each kind

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

/** What is chosen here; the first of each is meant unless another one is. */
const choices = {theme: ['system', 'light', 'dark'], side: ['left', 'right']};

async function signOut() {
  await fetch('/console/sign-out', {method: 'POST'});
  new BroadcastChannel('docket-session').postMessage('signed-out');
  location.assign('/console/sign-in');
}

/** Opens or closes the menu beside its button. @param {HTMLButtonElement} button */
export function showAccount(button) {
  const before = document.getElementById('account');
  const menu = before ?? document.createElement('div');
  render(html`<p><strong>${session.username}</strong><br><span class="soft">${session.roles.map((r) => t('role.' + r)).join(', ')}</span></p>
    <label>${t('account.language')}<select @change=${async (e) => { await keepChoice('language', e.target.value); location.reload(); }}>
      <option value="en" ?selected=${language === 'en'}>English</option><option value="de" ?selected=${language === 'de'}>Deutsch</option></select></label>
    ${Object.entries(choices).map(([name, values]) => html`<label>${t('account.' + name)}
      <select @change=${(e) => keepChoice(name, e.target.value)}>${values.map((v) => html`<option value=${v}
        ?selected=${v === (preference(name) ?? values[0])}>${t(name + '.' + v)}</option>`)}</select></label>`)}
    <button @click=${() => { menu.hidePopover(); showKeys(); }}>${t('keys.help')} <kbd>?</kbd></button>
    <a class="button" href="/console/about">${t('account.about')}</a>
    <button @click=${signOut}>${t('account.sign-out')}</button>`, menu);
  if (before) return; // the browser opens and closes it
  menu.id = 'account';
  menu.popover = 'auto';
  button.after(menu);
  button.popoverTargetElement = menu;
  menu.showPopover();
}

/** @typedef {{words: string, hint: string, run: () => void}} Entry */

/** How well letters fit words: 0 at their beginning, 1 within, 2 one after the other, -1 not at all. */
export function fitOf(letters, words) {
  const [a, b] = [letters.toLowerCase().trim(), words.toLowerCase()];
  const at = b.indexOf(a);
  if (at >= 0) return at > 0 ? 1 : 0;
  let from = 0;
  for (const letter of a) {
    from = b.indexOf(letter, from) + 1;
    if (!from) return -1;
  }
  return 2;
}

/** Screens and actions. @returns {Entry[]} */
const knownEntries = (screens) => [...screens.map((s) => ({words: s.words, hint: t('palette.screen'), run: () => go(s.to)})),
  ...keysInForce().filter((k) => !k.keys.startsWith('g ') && k.keys !== 'Ctrl+K').map((k) => ({words: wordsOf(k), hint: keyWords(k.keys), run: () => k.run(new KeyboardEvent('keydown'))}))];

/** Dossiers and files whose names hold a text. @returns {Promise<Entry[]>} */
async function readEntries(q) {
  if (!q.trim() || !readsFiles()) return [];
  const [dossiers, files] = await Promise.all([get('/dossiers', {q, limit: most}).then((a) => a.dossiers), listFiles({q, limit: most}).then((a) => a.files)]).catch(() => [[], []]);
  return [...dossiers.map((d) => ({words: d.name, hint: t('trash.dossier'), run: () => go('/dossiers/' + d.id)})),
    ...files.map((f) => ({words: f.filename, hint: f.dossierName, run: () => go(addressOf(f))}))];
}

/** Asks where to go, and goes there. @param {{to: string, words: string}[]} screens */
export async function openPalette(screens) {
  const known = knownEntries(screens);
  let shown = known;
  let at = 0;
  let typing = 0;
  let asked = '';
  const choose = await openDialog(t('palette.title'), (close, redraw) => {
    const type = (text) => {
      asked = text;
      const fitting = known.map((e) => ({e, fit: text ? fitOf(text, e.words) : 0})).filter((x) => x.fit >= 0).sort((a, b) => a.fit - b.fit).map((x) => x.e);
      [shown, at] = [fitting, 0];
      clearTimeout(typing);
      typing = setTimeout(async () => {
        const found = await readEntries(text);
        if (text !== asked) return;
        shown = [...found, ...fitting];
        redraw();
      }, pause);
      redraw();
    };
    const onKey = (event) => {
      const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (by) at = (at + by + shown.length) % (shown.length || 1);
      else if (event.key === 'Enter') close(shown[at]);
      else return;
      event.preventDefault();
      redraw();
      document.getElementById('entry-' + at)?.scrollIntoView({block: 'nearest'});
    };
    return html`<input class="palette" autofocus role="combobox" aria-expanded="true" aria-controls="entries" aria-label=${t('palette.title')} aria-activedescendant=${shown.length ? 'entry-' + at : nothing}
      placeholder=${t('palette.hint')} autocomplete="off" spellcheck="false" @input=${(e) => type(e.target.value)} @keydown=${onKey}>
      <ul id="entries" class="entries" role="listbox" aria-label=${t('palette.title')} ?hidden=${!shown.length}>${shown.map((e, i) => html`<li id=${'entry-' + i} role="option" aria-selected=${i === at} @click=${() => close(e)}><span>${e.words}</span><span class="soft">${e.hint}</span></li>`)}</ul>
      <p class="soft" role="status">${shown.length ? nothing : t('filter.nothing')}</p>`;
  });
  clearTimeout(typing);
  choose?.run();
}
