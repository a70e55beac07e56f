// @ts-check
// What becomes of a change that is refused because somebody else has changed components meanwhile.

import {t} from '../i18n.js';
import {valueWords} from '../screens/review.js';
import {personName} from './context.js';

const listed = (component) => component?.componentValues.map((v) => v.value).join(', ') ?? '';

/** What the refused change would see now, as seenOf tells it of rows; null when the service does not say. */
export function seenNow(told, names) {
  if (!told.current) return null;
  const found = names.map((name) => told.current.find((c) => c.name.toLowerCase() === name.toLowerCase()));
  return {versions: [told.version, ...found.flatMap((c) => (c ? [c.version] : []))], words: found.map((c) => valueWords(c?.componentValues ?? [])).join('\n')};
}

/** What somebody else has stored, in words; empty when the service does not say. */
export function changedWords(failure) {
  const [now] = failure.told.current ?? [];
  if (!now) return '';
  const words = {name: now.name.replaceAll('_', ' '), value: listed(now)};
  return now.overridden ? t('review.changed-by', {...words, who: personName(now.overridden.by)}) : t('review.changed', words);
}

/** What stands beside the field: the value and who stored it, which is nobody for an extracted one. */
export function theirsOf(failure) {
  const [now] = failure.told.current ?? [];
  return {value: listed(now), by: now?.overridden?.by};
}
