// @ts-check
// What a template expects of values: those that somebody is about to store are judged here as the service does. Dates
// in
// forms that it alone reads are asked about, and of the other types it judges after the change.

const number = /^[+\-−]?(?:[0-9]+|[0-9]{1,3}(?:[.,'’ \u00a0\u202f][0-9]{3})+)(?:[.,][0-9]+)?$/u;
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december'
];
const dates = [
  /^(?<y>\d{4})(?<s>[-/.])(?<m>\d{1,2})\k<s>(?<d>\d{1,2})$/u,
  /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$/u,
  /^(?<d>\d{1,2})(?<s>[-/.])(?<m>\d{1,2})\k<s>(?<y>\d{4})$/u,
  /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})$/u,
  /^(?<d>\d{1,2})(?:\.? |-)(?<name>[a-z]+)[ -](?<y>\d{4})$/iu,
  /^(?<name>[a-z]+) (?<d>\d{1,2}), (?<y>\d{4})$/iu,
  // a day with a time
  new RegExp(
    String.raw`^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)` +
      String.raw`(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)?)?` +
      String.raw`| (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?)$`,
    'u'
  )
];
/** Formats that are no pattern, and that are not read here. */
const typed = ['AMOUNT', 'DATE_MONTH_FIRST', 'CURRENCY', 'IBAN', 'VAT_ID', 'COUNTRY'];
const slow = /[*+?}][^()]*\)[*+{]/u; // a repeated group with a repetition in it: this matcher may take forever

/**
 * Reports whether a value fits a format of a component definition; blanks around it do not count.
 * @param {string} format
 * @param {string} value
 */
export function fits(format, value) {
  const text = value.trim();
  if (!text || !format || format === 'TEXT' || typed.includes(format)) return true;
  if (format === 'NUMBER') return number.test(text);
  if (format === 'DATE') return dates.some((form) => isDay(form.exec(text)?.groups));
  const pattern = compile(format);
  return !pattern || pattern.test(text);
}

/** Reports whether parts are those of a day. @param {Record<string, string> | undefined} found */
function isDay(found) {
  if (!found) return false;
  const name = found.name?.toLowerCase();
  const month = name ? months.findIndex((m) => m === name || m.slice(0, 3) === name) : Number(found.m) - 1;
  const day = new Date(Date.UTC(Number(found.y), month, Number(found.d)));
  return month >= 0 && day.getUTCMonth() === month && day.getUTCDate() === Number(found.d);
}

/** The pattern of a format, null for one that this browser cannot read or should not. @param {string} format */
function compile(format) {
  const [, flags = '', pattern] = /^(?:\(\?([ims]+)\))?(.*)$/su.exec(format) ?? [];
  if (slow.test(pattern)) return null;
  try {
    return new RegExp(`^(?:${pattern})$`, flags + 'u');
  } catch {
    return null;
  }
}

/**
 * What is not as expected about a text that is to be stored in a row: '' for nothing, 'single' for one value more than
 * is
 * expected, or the format that it does not have.
 * @param {ReviewRow} row @param {{insert: boolean}} field @param {string} text
 */
export function findDoubt(row, field, text) {
  if (!fits(row.format ?? '', text)) return row.format;
  return text && row.single && field.insert && row.values.length > 0 ? 'single' : '';
}
