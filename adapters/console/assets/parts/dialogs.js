// @ts-check
// Dialogs.

import {html, render} from '../vendor/lit.js';
import {t} from '../i18n.js';

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
    /** @type {HTMLElement | null} */ (dialog.querySelector('[autofocus]') ?? dialog.querySelector('form input, form select, form textarea, .main'))?.focus();
  });
}

/** Asks before something that cannot be undone. @returns {Promise<boolean>} */
export const confirmDialog = (title, words, action) => openDialog(title, (close) => html`<p>${words}</p>
  <footer><button @click=${() => close(false)}>${t('action.cancel')}</button>
  <button class="danger main" @click=${() => close(true)}>${action}</button></footer>`).then(Boolean);
