// @ts-check
// What tells people how things went: short messages that can be taken back, one status region,
// dialogs.

import {html, nothing, render} from '../vendor/lit.js';
import {t} from '../i18n.js';

const shownFor = 8000;

/** @type {{id: number, words: string, bad: boolean, undo?: () => void}[]} */
let toasts = [];
let next = 1;

function draw() {
  const place = document.getElementById('toasts');
  if (!place) return;
  render(html`${toasts.map((m) => html`<div class=${m.bad ? 'toast bad' : 'toast'} role=${m.bad ? 'alert' : nothing}>
    <span>${m.words}</span>
    ${m.undo ? html`<button class="quiet" @click=${() => { drop(m.id); m.undo?.(); }}>${t('action.undo')}</button>` : nothing}
    <button class="quiet" aria-label=${t('action.close')} @click=${() => drop(m.id)}>×</button></div>`)}`, place);
}

function drop(id) {
  toasts = toasts.filter((m) => m.id !== id);
  draw();
}

/** Shows a message for a while; undo takes back what it tells. @param {string} words @param {{bad?: boolean, undo?: () => void}} [o] */
export function toast(words, o = {}) {
  const id = next++;
  toasts = [...toasts.slice(-3), {id, words, bad: o.bad ?? false, undo: o.undo}];
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

/**
 * Opens a dialog and returns what it was closed with, undefined when it was dismissed. The
 * content gets a function that closes it.
 * @param {string} title
 * @param {(close: (value?: any) => void, redraw: () => void) => any} content
 */
export function openDialog(title, content) {
  const dialog = document.createElement('dialog');
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const id = 'dialog-' + next++;
  dialog.setAttribute('aria-labelledby', id);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let result;
    const close = (value) => { result = value; dialog.close(); };
    const redraw = () => render(html`<header><h2 id=${id}>${title}</h2>
      <button class="quiet" aria-label=${t('action.close')} @click=${() => dialog.close()}>×</button></header>${content(close, redraw)}`, dialog);
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (opener?.isConnected) opener.focus();
      resolve(result);
    });
    redraw();
    dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector('[autofocus]') ?? dialog.querySelector('form input, form select, form textarea, .main'))?.focus();
  });
}

/** Asks before something that cannot be undone. @returns {Promise<boolean>} */
export const confirmDialog = (title, words, action) => openDialog(title, (close) => html`<p>${words}</p>
  <footer><button @click=${() => close(false)}>${t('action.cancel')}</button>
  <button class="danger main" @click=${() => close(true)}>${action}</button></footer>`).then(Boolean);

/** Asks for a name to be typed before something is gone for good. @returns {Promise<boolean>} */
export const typeToConfirm = (title, words, name, action) => {
  let typed = '';
  return openDialog(title, (close, redraw) => html`<p>${words}</p>
    <form @submit=${(e) => { e.preventDefault(); if (typed === name) close(true); }}>
    <label>${t('dialog.type-name', {name})}<input autocomplete="off" spellcheck="false" @input=${(e) => { typed = e.target.value; redraw(); }}></label>
    <footer><button type="button" @click=${() => close(false)}>${t('action.cancel')}</button>
    <button class="danger main" ?disabled=${typed !== name}>${action}</button></footer></form>`).then(Boolean);
};
