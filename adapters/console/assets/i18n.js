// @ts-check
// Words, numbers, dates and sizes in the language of the person.

/** @type {Record<string, string | Record<string, string>>} */
let messages = {};
export let language = 'en';
/** @type {Promise<void> | null} */
let more = null;

/** Loads the words of a language that the frame and the review show at first; they are there before anything is drawn. */
export async function loadLanguage(wanted) {
  language = wanted === 'de' ? 'de' : 'en';
  const module = language === 'de' ? await import('./lang/de.js') : await import('./lang/en.js');
  messages = module.default;
  plural = new Intl.PluralRules(language);
  formats.clear();
  document.documentElement.lang = language;
}

/** Loads the other words of the language, once. */
export function loadMoreWords() {
  const module = language === 'de' ? import('./lang/de-more.js') : import('./lang/en-more.js');
  more ??= module.then((m) => { messages = {...messages, ...m.default}; }, (error) => { more = null; throw error; });
  return more;
}

let plural = new Intl.PluralRules('en');
/** @type {Map<string, any>} what writes numbers and times: it takes long to make, and lists write hundreds */
const formats = new Map();

/** What writes numbers or times in a form. @param {any} kind @param {object} [form] */
export function formatOf(kind, form = {}) {
  const name = kind.name + JSON.stringify(form);
  if (!formats.has(name)) formats.set(name, new kind(language, form));
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

/** Reports whether a key has words. */
export const has = (key) => key in messages;

export const formatNumber = (n) => formatOf(Intl.NumberFormat).format(n);

/** A time: the clock alone for today, else with the day. */
export function formatTime(iso) {
  if (!iso) return '';
  const time = new Date(iso);
  const today = time.toDateString() === new Date().toDateString();
  return formatOf(Intl.DateTimeFormat, today ? {timeStyle: 'short'} : {dateStyle: 'medium', timeStyle: 'short'}).format(time);
}

/** A day. */
export function formatDay(iso) {
  return iso ? formatOf(Intl.DateTimeFormat, {dateStyle: 'medium'}).format(new Date(iso)) : '';
}

/** The exact moment, with the zone and in UTC, for a hint on a shorter form. */
export function exactTime(iso) {
  if (!iso) return '';
  const time = new Date(iso);
  return formatOf(Intl.DateTimeFormat, {dateStyle: 'long', timeStyle: 'long'}).format(time) + ' · ' + time.toISOString();
}
