// @ts-check
// Words, numbers, dates and sizes in the language of the person.

/** @type {Record<string, string | Record<string, string>>} */
let messages = {};
/** @type {'de' | 'en'} */
export let language = 'en';
let locale = 'en'; // of numbers and times: the language as the browser has it, such as en-GB

const firstWords = {de: () => import('./lang/de.js?first'), en: () => import('./lang/en.js?first')};
const otherWords = {de: () => import('./lang/de.js?rest'), en: () => import('./lang/en.js?rest')};
/** @type {Record<string, () => Promise<any>> | undefined} loads the words of a screen by its name */
let screenWords;
let areAllThere = false;

/**
 * Loads the words of a language that the frame and a screen draw first; they are there before anything is drawn.
 * @param {string} wanted @param {string} [screen] its name
 */
export async function loadLanguage(wanted, screen = '') {
  language = wanted === 'de' ? 'de' : 'en';
  locale = navigator.languages.find((l) => l.split('-')[0] === language) ?? language;
  plural = new Intl.PluralRules(language);
  formats.clear();
  document.documentElement.lang = language;
  const module = await firstWords[language]();
  messages = {...module.default};
  screenWords = module.screens;
  areAllThere = false;
  await loadScreenWords(screen);
}

/** Loads the words that a screen draws first. @param {string} screen its name */
export async function loadScreenWords(screen) {
  if (!areAllThere) Object.assign(messages, (await screenWords?.[screen]?.())?.default);
}

/** Loads the words that what is loaded after the first paint draws. */
export async function loadOtherWords() {
  if (areAllThere) return;
  Object.assign(messages, (await otherWords[language]()).default);
  areAllThere = true;
}

let plural = new Intl.PluralRules('en');
/** @type {Map<string, any>} what writes numbers and times: it takes long to make, and lists write hundreds */
const formats = new Map();

/** What writes numbers or times in a form. @param {any} kind @param {object} [form] */
export function formatOf(kind, form = {}) {
  const name = kind.name + JSON.stringify(form);
  if (!formats.has(name)) formats.set(name, new kind(locale, form));
  return formats.get(name);
}

/**
 * The words of a key, with {placeholders} filled in. A message that is an object has plural
 * forms, chosen by the placeholder n.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  let message = messages[key];
  if (message && typeof message === 'object') message = message[plural.select(values.n)] ?? message.other;
  if (message === undefined) return key;
  return message.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? formatNumber(value) : String(value ?? '');
  });
}

/** Reports whether a key has words. @param {string} key */
export const has = (key) => key in messages;

/** @param {number} n */
export const formatNumber = (n) => formatOf(Intl.NumberFormat).format(n);

/** A time: the clock alone for today, else with the day. @param {string} iso */
export function formatTime(iso) {
  if (!iso) return '';
  const time = new Date(iso);
  const today = time.toDateString() === new Date().toDateString();
  return formatOf(Intl.DateTimeFormat, today ? {timeStyle: 'short'} : {dateStyle: 'medium', timeStyle: 'short'}).format(
    time
  );
}

/** A day. @param {string | null} iso */
export function formatDay(iso) {
  return iso ? formatOf(Intl.DateTimeFormat, {dateStyle: 'medium'}).format(new Date(iso)) : '';
}

/** The exact moment, with the zone and in UTC, for a hint on a shorter form. @param {string} iso */
export function exactTime(iso) {
  if (!iso) return '';
  const time = new Date(iso);
  return (
    formatOf(Intl.DateTimeFormat, {dateStyle: 'long', timeStyle: 'long'}).format(time) + ' · ' + time.toISOString()
  );
}
