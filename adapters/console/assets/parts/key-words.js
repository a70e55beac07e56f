// @ts-check
// Keys in words.

import {t} from '../i18n.js';

/** The names of keys as people read them. */
export function keyWords(keys) {
  return keys.split(', ').map((k) => k.split('+').map((part) => t('key.' + part) === 'key.' + part ? part : t('key.' + part)).join('+')).join(', ');
}
