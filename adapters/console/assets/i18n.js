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
function formatOf(kind, form = {}) {
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

/** A size in bytes, such as 1.4 MB. */
export function formatSize(bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  let unit = 0;
  for (; bytes >= 1000 && unit < units.length - 1; unit++) bytes /= 1000;
  return formatOf(Intl.NumberFormat, {style: 'unit', unit: units[unit], maximumFractionDigits: bytes < 10 && unit ? 1 : 0}).format(bytes);
}

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

/** How long something takes or took, such as 3 min. */
export function formatDuration(seconds) {
  const [n, unit] = seconds < 90 ? [seconds, 'second'] : seconds < 5400 ? [seconds / 60, 'minute'] : seconds < 172800 ? [seconds / 3600, 'hour'] : [seconds / 86400, 'day'];
  return formatOf(Intl.NumberFormat, {style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short', maximumFractionDigits: 0}).format(Math.round(n));
}
