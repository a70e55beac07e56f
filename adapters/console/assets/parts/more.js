// @ts-check
// What comes with all but the first sight of a review: more words, and more styles.

import {loadMoreWords} from '../i18n.js';

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Loads a style sheet, once. @param {string} name */
export function loadStyles(name) {
  const known = sheets.get(name);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('../' + name, import.meta.url).href;
  const loading = new Promise((resolve) => { link.onload = link.onerror = () => resolve(undefined); });
  document.head.append(link);
  sheets.set(name, loading);
  return loading;
}

/** Waits for a module, all words and their styles. @param {Promise<any>} module */
export const withMore = (module) => Promise.all([module, loadMoreWords(), loadStyles('more.css')]).then(([m]) => m);
