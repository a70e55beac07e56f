// @ts-check
// Dialogs. Those that store something stay, with what was typed and chosen, until the service has stored it.

import {html, nothing, render} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {failureWords, icon} from './base.js';
import {copyText} from './feedback.js';
import './more-styles.js';

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
    /** @type {any} */
    let result;
    const close = (/** @type {unknown} */ value) => {
      result = value;
      dialog.close();
    };
    const redraw = () =>
      render(
        html`<header>
            <h2 id=${id}>${title}</h2>
            <button class="quiet" aria-label=${t('action.close')} @click=${() => dialog.close()}>×</button>
          </header>
          ${content(close, redraw)}`,
        dialog
      );
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (opener?.isConnected) opener.focus();
      resolve(result);
    });
    redraw();
    dialog.showModal();
    /** @type {HTMLElement | null} */ (
      dialog.querySelector('[autofocus]') ??
        dialog.querySelector('form input, form select, form textarea, .choices button, .main')
    )?.focus();
  });
}

/**
 * What the service has refused, in its words, and what can be done next.
 * @param {any} f
 * @param {() => void} again
 * @param {string} names of those who may
 */
function refusalView(f, again, names) {
  const passes = [0, 412, 429].includes(f.status) || f.status >= 500;
  return html`<p class="banner error" role="alert">
    ${failureWords(f)}
    ${
      passes
        ? html`<button type="button" @click=${again}>${t('state.again')}</button>`
        : f.status === 403
          ? names
            ? t('refused.names', {names})
            : t('refused.ask')
          : t('refused.change')
    }
    ${
      f.status >= 500 && f.request
        ? html`<br />${t('state.request', {id: f.request})}
            <button type="button" @click=${() => copyText(`${f.status} ${f.message} ${f.request}`)}>
              ${t('state.copy')}
            </button>`
        : nothing
    }
  </p>`;
}

/**
 * @typedef {{send: (given: any) => void, close: (value?: any) => void, redraw: () => void, clear: () => void, failure:
 * any, refusal: any}} Sender what a content is made with: refusal is what it shows of a failure, which clear forgets
 * @typedef {{names?: string, stays?: boolean}} Sending names of those who may do it; whether the dialog stays when it
 * is stored
 */

/**
 * Opens a dialog that sends what it is given by its content, and closes with the outcome once that succeeds. A request
 * that is
 * sent again keeps its key, until another body is sent or an answer says that nothing was done.
 * @param {string} title
 * @param {(given: any, keyFor: (body: any) => string) => Promise<any>} run
 * @param {(s: Sender) => any} content
 * @param {Sending} [o]
 */
export function openSending(title, run, content, o = {}) {
  /** @type {any} */
  let failure = null;
  /** @type {any} what was sent last */
  let sent;
  let sending = false;
  let [body, key] = ['', ''];
  const keyFor = (/** @type {object} */ wanted) => {
    const now = JSON.stringify(wanted);
    if (now !== body) [body, key] = [now, crypto.randomUUID()];
    return key;
  };
  return openDialog(title, (close, redraw) => {
    const send = async (/** @type {unknown} */ given) => {
      if (sending) return;
      [sent, sending] = [given, true];
      try {
        const out = await run(given, keyFor);
        failure = null;
        if (!o.stays) close(out ?? true);
      } catch (error) {
        failure = /** @type {any} */ (error);
        if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) body = ''; // nothing was done
      }
      sending = false;
      redraw();
    };
    const clear = () => {
      failure = null;
      redraw();
    };
    return content({
      send,
      close,
      redraw,
      clear,
      failure,
      refusal: failure ? refusalView(failure, () => send(sent), o.names ?? '') : nothing
    });
  });
}

/**
 * Opens a form that stays until what it holds is stored.
 * @param {string} title
 * @param {{fields: (f: {beside: (name: string) => any, redraw: () => void, clear: () => void, failure: any}) => any,
 * action: string, store: (form: FormData, keyFor: (body: any) => string, by: string) => Promise<any>,
 *   fieldOf?: (failure: any) => string, more?: any, danger?: boolean, isReady?: () => boolean} & Sending} o fields
 * draws what stands above the buttons, with what is beside a field that a failure is about, which fieldOf names; more
 * are other buttons that submit
 */
export const openForm = (title, o) =>
  openSending(
    title,
    ({form, by}, keyFor) => o.store(new FormData(form), keyFor, by),
    ({send, close, redraw, clear, failure, refusal}) => {
      const place = (failure && o.fieldOf?.(failure)) || '';
      return html`<form
        @submit=${(e) => {
          e.preventDefault();
          const button = /** @type {HTMLButtonElement | null} */ (e.submitter);
          if (o.isReady?.() ?? true) send({form: e.target, by: button?.name ?? ''});
        }}
      >
        ${o.fields({
          beside: (name) => (failure && name === place ? refusal : nothing),
          redraw,
          clear,
          failure
        })}${place ? nothing : refusal}
        <footer>
          <button type="button" @click=${() => close()}>${t('action.cancel')}</button>${o.more ?? nothing}
          <button class=${o.danger ? 'danger main' : 'main'} ?disabled=${!(o.isReady?.() ?? true)}>${o.action}</button>
        </footer>
      </form>`;
    },
    o
  );

/** Moves the focus among choices by arrows. @param {KeyboardEvent} event */
function moveChoice(event) {
  const by = {ArrowDown: 1, ArrowUp: -1}[/** @type {'ArrowDown' | 'ArrowUp'} */ (event.key)];
  if (!by) return;
  event.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([.../** @type {Element} */ (event.currentTarget).children]);
  all[(all.indexOf(/** @type {HTMLElement} */ (event.target)) + by + all.length) % all.length].focus();
}

/**
 * Asks for one of some things; what is chosen is stored first, where store says how.
 * @template T
 * @param {{value: T, words: string, icon?: string}[]} choices
 * @param {(value: T, keyFor: (body: object) => string) => Promise<unknown>} [store]
 * @param {string} title
 */
export const chooseDialog = (title, choices, store = async (value) => value) =>
  openSending(
    title,
    store,
    ({send, refusal}) =>
      html`<div class="choices" @keydown=${moveChoice}>
          ${choices.map(
            (c) => html`<button @click=${() => send(c.value)}>${c.icon ? icon(c.icon) : nothing}${c.words}</button>`
          )}
        </div>
        ${refusal}`
  );

/**
 * Asks for a name to be typed before something goes for good.
 * @returns {Promise<boolean>}
 * @param {string} title
 * @param {string} words
 * @param {string} name
 * @param {() => Promise<unknown>} store
 */
export function eraseDialog(title, words, name, store) {
  let typed = '';
  return openForm(title, {
    action: t('erase.action'),
    danger: true,
    store,
    isReady: () => typed.trim() === name,
    fields: ({redraw}) =>
      html`<p>${words}</p>
        <label
          >${t('erase.type', {name})}<input
            autocomplete="off"
            spellcheck="false"
            autofocus
            @input=${(e) => {
              typed = e.target.value;
              redraw();
            }}
        /></label>`
  }).then(Boolean);
}

/**
 * Asks before something that cannot be undone, and does it; key says yes, too.
 * @returns {Promise<boolean>}
 * @param {string} title
 * @param {string | import('../vendor/lit.js').Template} words
 * @param {string} action
 * @param {(yes: boolean) => Promise<unknown>} store
 */
export const confirmDialog = (title, words, action, store, key = '') =>
  openSending(
    title,
    store,
    ({send, close, refusal}) =>
      html`<p>${words}</p>
        ${refusal}
        <footer
          @keydown=${(e) => {
            if (e.key === key) send(true);
          }}
        >
          <button @click=${() => close()}>${t('action.cancel')}</button>
          <button class="danger main" @click=${() => send(true)}>${action}</button>
        </footer>`
  ).then(Boolean);
