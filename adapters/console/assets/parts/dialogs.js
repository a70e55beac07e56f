// @ts-check
// Dialogs.

import {html, nothing, render} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {icon} from './base.js';

let next = 1;

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
    /** @type {HTMLElement | null} */ (dialog.querySelector('[autofocus]') ?? dialog.querySelector('form input, form select, form textarea, .choices button, .main'))?.focus();
  });
}

/** Moves the focus among choices by arrows. */
function moveChoice(event) {
  const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!by) return;
  event.preventDefault();
  const all = [...event.currentTarget.children];
  all[(all.indexOf(event.target) + by + all.length) % all.length].focus();
}

/** Asks for one of some things. @param {{value: any, words: string, icon?: string}[]} choices */
export const chooseDialog = (title, choices) => openDialog(title, (close) => html`<div class="choices" @keydown=${moveChoice}>${choices.map((c) =>
  html`<button @click=${() => close(c.value)}>${c.icon ? icon(c.icon) : nothing}${c.words}</button>`)}</div>`);

/** Asks for a name to be typed before something goes for good. @returns {Promise<boolean>} */
export function eraseDialog(title, words, name) {
  let typed = '';
  return openDialog(title, (close, redraw) => html`<form @submit=${(e) => { e.preventDefault(); if (typed.trim() === name) close(true); }}><p>${words}</p>
    <label>${t('erase.type', {name})}<input autocomplete="off" spellcheck="false" autofocus @input=${(e) => { typed = e.target.value; redraw(); }}></label>
    <footer><button type="button" @click=${() => close(false)}>${t('action.cancel')}</button>
    <button class="danger main" ?disabled=${typed.trim() !== name}>${t('erase.action')}</button></footer></form>`).then(Boolean);
}

/** Asks before something that cannot be undone; key says yes, too. @returns {Promise<boolean>} */
export const confirmDialog = (title, words, action, key = '') => openDialog(title, (close) => html`<p>${words}</p>
  <footer @keydown=${(e) => { if (e.key === key) close(true); }}><button @click=${() => close(false)}>${t('action.cancel')}</button>
  <button class="danger main" @click=${() => close(true)}>${action}</button></footer>`).then(Boolean);
