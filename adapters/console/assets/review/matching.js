// @ts-check
// Changes of components that heed what has been seen: they are refused when somebody else has changed the same
// meanwhile.

import {findNamed, valueWords} from './rows.js';

/**
 * Sends a change of components that is refused when others have changed them since they were seen; an analysis that
 * found
 * the same does not count. Without seen, it is based on what changes made here have left.
 * @param {Map<string, string[]>} left versions that changes made here left, by component; it grows
 * @param {(o: {match: string}) => Promise<{version?: string}>} send @param {string[]} names
 * @param {Seen | null} [seen]
 */
export async function sendMatching(left, send, names, seen) {
  try {
    const versions = new Set([...(seen?.versions ?? ['']), ...names.flatMap((name) => left.get(name) ?? [])]);
    const {version} = await send({match: `"${[...versions].join('","')}"`});
    if (version) for (const name of names) left.set(name, [...(left.get(name) ?? []), version.slice(1, -1)]);
  } catch (error) {
    const refused = /** @type {any} */ (error);
    const now = refused.status === 412 && seen && seenNow(refused.told, names);
    if (!now || now.words !== seen.words) throw error;
    await sendMatching(left, send, names, now);
  }
}

/**
 * What the refused change would see now, as seenOf tells it of rows; null when the service does not say.
 * @param {string[]} names
 * @param {{version: string, current?: Api.Component[]}} told
 */
function seenNow(told, names) {
  const {current} = told ?? {};
  if (!current) return null;
  const found = names.map((name) => findNamed(current, name));
  return {
    versions: [told.version, ...found.flatMap((c) => (c ? [c.version] : []))],
    words: found.map((c) => valueWords(c?.componentValues ?? [])).join('\n')
  };
}

/** @param {Api.Component | undefined} component */
const listed = (component) => component?.componentValues.map((v) => v.value).join(', ') ?? '';

/**
 * What the service has in place of what was seen: the value, who stored it (nobody for an extracted one), and the name.
 * @param {{told?: {current?: Api.Component[], version?: string}}} failure
 */
export function theirsOf(failure) {
  const [now] = failure.told?.current ?? [];
  return {
    value: listed(now),
    by: now?.overridden?.by,
    name: now?.name.replaceAll('_', ' ') ?? ''
  };
}
