// @ts-check
// What kind of text the formats of templates expect.

import {fits} from '../review/expect.js';

/** Formats by the kind of their texts. */
const kinds = {DATE: 'date', DATE_MONTH_FIRST: 'date', NUMBER: 'number', AMOUNT: 'number'};

/**
 * The kind of texts that are expected: date or number by the format or, where that says nothing, by a value as it is;
 * else empty.
 * @param {string} format
 * @param {string} [value]
 */
export function kindOf(format, value = '') {
  if (format && format !== 'TEXT') return /** @type {Record<string, string>} */ (kinds)[format] ?? '';
  return /\D/u.test(value) && isOfKind('date', value)
    ? 'date'
    : /[.,]\d{2}$/u.test(value) && isOfKind('number', value)
      ? 'number'
      : '';
}

/** Reports whether a text is of a kind. @param {string} kind @param {string} text */
export const isOfKind = (kind, text) => !!text.trim() && fits(kind === 'date' ? 'DATE' : 'NUMBER', text);
