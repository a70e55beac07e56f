// @ts-check
// Modules that a page does not need to draw its first screen: they are loaded once that is drawn, so that nothing has
// to
// be loaded while somebody works.

import {loadOtherWords, loadScreenWords, t} from '../i18n.js';
import {toast} from './feedback.js';

const firstPause = 1000; // ms until a module that failed is asked for again
const longestPause = 15000;

/** @type {(() => Promise<any>)[]} what is still to be loaded ahead, the last declared first */
const declared = [];
let isLoadingAhead = false;
let asked = 0; // how often somebody asked for a module that did not come
/** Takes back the message that a module did not come. */
let closeMessage = () => {};

/**
 * Declares a module that is loaded after the first paint, with the words that it draws. What is returned loads it and
 * answers it; when it does not come that is told, and it is tried again until it does, unless something else is asked
 * for meanwhile.
 * @template M
 * @param {() => Promise<M>} load imports the module
 * @returns {() => Promise<M>}
 */
export const lazy = (load) => declare(() => loadOtherWords().then(load)); // parts draw as soon as they are there

/**
 * Declares a screen, as lazy declares a module; it comes with the words that it draws first.
 * @template M
 * @param {string} name @param {() => Promise<M>} load imports the module of the screen
 * @returns {() => Promise<M>}
 */
export const lazyScreen = (name, load) => declare(async () => (await Promise.all([load(), loadScreenWords(name)]))[0]);

/** @template M @param {() => Promise<M>} load @returns {() => Promise<M>} */
function declare(load) {
  declared.push(load);
  void loadAhead();
  return () => load().catch((error) => retry(load, error));
}

/** Loads declared modules one after the other whenever the page is idle, from now on. */
export function startLoadingAhead() {
  if (isLoadingAhead) return;
  isLoadingAhead = true;
  performance.mark('loading ahead'); // what is loaded before is the load of the page
  void loadAhead();
}

let running = false;

async function loadAhead() {
  if (running || !isLoadingAhead) return;
  running = true;
  for (let pause = firstPause, load; (load = declared.pop());) {
    await untilIdle();
    try {
      await load();
      pause = firstPause;
    } catch (error) {
      if (!isAway(error)) throw error;
      declared.push(load);
      await untilOnline(pause);
      pause = Math.min(2 * pause, longestPause);
    }
  }
  running = false;
}

/** Reports whether a module failed because it could not be fetched. @param {unknown} error */
const isAway = (error) => error instanceof TypeError;

/** @param {() => Promise<any>} load @param {unknown} error */
async function retry(load, error) {
  if (!isAway(error)) throw error;
  const mine = ++asked;
  closeMessage();
  const close = toast(t('state.not-loaded'), {bad: true, stays: true});
  closeMessage = close;
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    await untilOnline(pause);
    if (mine !== asked) return new Promise(() => {}); // something else is waited for
    try {
      const module = await load();
      close();
      return module;
    } catch (again) {
      if (!isAway(again)) throw again;
    }
  }
}

const untilIdle = () =>
  new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, {timeout: 2000}) : setTimeout(resolve, 50)
  );

/** Waits until the network returns, or for some time. @param {number} pause ms */
const untilOnline = (pause) =>
  new Promise((resolve) => {
    const timer = setTimeout(done, pause);
    addEventListener('online', done);
    function done() {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve(undefined);
    }
  });
