// @ts-check
// What tells people how things went: short messages that can be taken back, and one status region.

import {html, nothing, render} from '../vendor/lit.js';
import {t} from '../i18n.js';

const shownFor = 8000;

/** @type {{id: number, words: string, bad: boolean, undo?: () => void, again?: () => void}[]} */
let toasts = [];
let next = 1;

function draw() {
  const place = document.getElementById('toasts');
  if (!place) return;
  render(html`${toasts.map((m) => html`<div class=${m.bad ? 'toast bad' : 'toast'} role=${m.bad ? 'alert' : nothing}>
    <span>${m.words}</span>
    ${['undo', 'again'].map((then) => (m[then] ? html`<button class="quiet" @click=${() => { drop(m.id); m[then](); }}>${t(then === 'undo' ? 'action.undo' : 'state.again')}</button>` : nothing))}
    <button class="quiet" aria-label=${t('action.close')} @click=${() => drop(m.id)}>×</button></div>`)}`, place);
}

function drop(id) {
  toasts = toasts.filter((m) => m.id !== id);
  draw();
}

/** Shows a message for a while; undo takes back what it tells, again tries it once more. @param {string} words @param {{bad?: boolean, undo?: () => void, again?: () => void}} [o] */
export function toast(words, o = {}) {
  const id = next++;
  toasts = [...toasts.slice(-3), {...o, id, words, bad: o.bad ?? false}];
  draw();
  if (!o.bad) say(words);
  setTimeout(() => drop(id), o.bad || o.undo ? 2 * shownFor : shownFor);
}

let said = 0;
let toSay = 0;

/** Tells something to screen readers, at most once in three seconds. */
export function say(words) {
  clearTimeout(toSay);
  toSay = setTimeout(() => {
    said = Date.now();
    const place = document.getElementById('status');
    if (place) place.textContent = words;
  }, Math.max(0, said + 3000 - Date.now()));
}

/** Copies a text and says so. */
export async function copyText(text) {
  await navigator.clipboard.writeText(text);
  toast(t('state.copied'));
}
