// @ts-check
// What comes with all but the first sight of a review: more words, and more styles.

import {loadMoreWords, t} from '../i18n.js';
import {toast} from './feedback.js';

/** @type {Map<string, Promise<any>>} */
const sheets = new Map();

/** Loads a style sheet, once. @param {string} name */
export function loadStyles(name) {
  if (!sheets.has(name)) {
    sheets.set(name, new Promise((resolve) => document.head.append(Object.assign(document.createElement('link'), {rel: 'stylesheet', href: new URL('../' + name, import.meta.url).href, onload: resolve, onerror: resolve}))));
  }
  return sheets.get(name);
}

/** Waits for a module, all words and their styles; when they do not come, that is told, and what waits does not go on. @param {Promise<any>} module */
export const withMore = (module) => Promise.all([module, loadMoreWords(), loadStyles('more.css')]).then(([m]) => m, () => {
  toast(t('state.not-loaded'), {bad: true});
  return new Promise(() => {});
});

/** Does something at the first signs of a person, once for each of their kinds: what is fetched before they ask for it is no part of the load. @param {() => any} run */
export const atFirstSign = (run) => ['pointermove', 'pointerdown', 'keydown'].forEach((sign) => addEventListener(sign, run, {capture: true, once: true}));
