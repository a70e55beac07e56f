// @ts-check
// What tells people how things went: short messages that can be taken back, and one status region.

import {html, nothing, render} from '../vendor/lit.js';
import {t} from '../i18n.js';

const shownFor = 8000; // ms
const mostKept = 5; // messages that can be taken back, the older ones under the one that is shown

/**
 * A message: bound is the address of the page that it is about, with which it goes; "" for one that is about none.
 * @typedef {{id: number, words: string, bad: boolean, stays: boolean, bound: string, undo?: () => void,
 * again?: () => void}} Message
 */

/**
 * @type {Message[]} the last one is shown; under it are those that stay until they are closed, and those whose change
 * can be taken back, for as long as they would be shown
 */
let messages = [];
let next = 1;
let held = 0; // the message that somebody points at, or is in with the focus: none takes its place meanwhile
/** @type {HTMLElement | null} where the focus was before it went into the message */
let before = null;

function draw() {
  const place = document.getElementById('toasts');
  if (place) render(messages.slice(-1).map(messageView), place);
}

/** @param {Message} m */
const messageView = (m) => {
  const button = (/** @type {string} */ words, /** @type {() => void} */ run) =>
    html`<button
      class="quiet"
      @click=${() => {
        drop(m.id);
        run();
      }}
    >
      ${words}
    </button>`;
  const earlier = messages.length - 1;
  const words = t('state.earlier', {n: earlier});
  const hold = () => (held = m.id);
  return html`<div
    class=${m.bad ? 'toast bad' : 'toast'}
    role=${m.bad ? 'alert' : nothing}
    @pointermove=${hold}
    @focusin=${(/** @type {FocusEvent} */ e) => {
      hold();
      const from = /** @type {HTMLElement | null} */ (e.relatedTarget);
      if (!from?.closest('#toasts')) before = from;
    }}
  >
    <span>${m.words}</span>
    ${m.undo ? button(t('action.undo'), m.undo) : nothing}${m.again ? button(t('state.again'), m.again) : nothing}
    ${
      earlier
        ? html`<button class="quiet earlier" title=${words} aria-label=${words} @click=${showEarlier}>‹</button>`
        : nothing
    }
    <button class="quiet" aria-label=${t('action.close')} @click=${() => drop(m.id)}>×</button>
  </div>`;
};

/** Shows the message before, whose change may still be taken back, and this one after all others. */
function showEarlier() {
  messages = [...messages.slice(-1), ...messages.slice(0, -1)];
  draw();
}

/** @param {number} id */
function drop(id) {
  const inside = held === id && document.querySelector('#toasts :focus');
  messages = messages.filter((m) => m.id !== id);
  draw();
  if (inside && before?.isConnected) before.focus(); // not in the message before
}

const isHeld = () =>
  held === messages.at(-1)?.id && !!document.querySelector('#toasts .toast:is(:hover, :focus-within)');

/**
 * Shows a message for a while in place of the one before, under that while somebody points at it or is in it with the
 * focus, and returns what closes it. With undo it offers to take back
 * what it tells, with again to try that once more; both are about that alone, whatever has happened since.
 * @param {string} words
 * @param {{bad?: boolean, stays?: boolean, bound?: string, undo?: () => void, again?: () => void}} [o] stays: until it
 * is closed; bound: the path of the page that it is about and with which it goes, that of now where it offers undo or
 * again
 */
export function toast(words, o = {}) {
  const id = next++;
  const bound = o.bound ?? (o.undo || o.again ? location.pathname : '');
  const under = isHeld();
  messages = messages.filter((m) => m.stays || m.undo || (under && m.id === held)).slice(1 - mostKept);
  const m = {...o, id, words, bound, bad: o.bad ?? false, stays: o.stays ?? false};
  messages.splice(under ? -1 : messages.length, 0, m);
  draw();
  if (!o.bad || under) say(words); // an error that is shown says itself
  const end = () => (held === id && isHeld() ? setTimeout(end, shownFor) : drop(id));
  if (!o.stays) setTimeout(end, o.bad || o.undo ? 2 * shownFor : shownFor);
  return () => drop(id);
}

/**
 * Closes the messages that are about another page than the one that is shown; changes can still be taken back.
 * @param {string} path
 */
export function leaveMessages(path) {
  messages = messages.filter((m) => !m.bound || m.bound === path || m.undo);
  draw();
}

let said = 0;
let toSay = 0;

/** Tells something to screen readers, at most once in three seconds. @param {string} words */
export function say(words) {
  clearTimeout(toSay);
  toSay = setTimeout(
    () => {
      said = Date.now();
      const place = document.getElementById('status');
      if (place) place.textContent = words;
    },
    Math.max(0, said + 3000 - Date.now())
  );
}

/** Copies a text and says so; or that the browser does not allow it. @param {string} text */
export const copyText = (text) =>
  navigator.clipboard.writeText(text).then(
    () => toast(t('state.copied')),
    () => toast(t('state.not-copied'), {bad: true})
  );
