// @ts-check
// Pieces of pages around values.

import {call, get} from '../api.js';

const mostKept = 300;
const margin = {x: 70, y: 10}; // points around a value

/** @type {Map<string, Promise<string>>} addresses by file and place, oldest first */
const kept = new Map();

/** Where a value stands first: where people found it, or else its first entity. */
async function placeOf(path, value) {
  const [told] = value.places ?? [];
  if (told) return told;
  const reference = value.entityReferences.find((r) => r.page > 0);
  if (!reference) return null;
  const {entities} = await get(path + '/entities', {page: reference.page}, {background: true});
  return entities.find((e) => e.id === reference.id)?.positions[0] ?? null;
}

async function draw(path, value) {
  const place = await placeOf(path, value);
  if (!place) return '';
  const [{x, y, width, height}] = place.boxes;
  const crop = [x - margin.x, y - margin.y, width + 2 * margin.x, height + 2 * margin.y].map((n) => n.toFixed(1)).join(',');
  return URL.createObjectURL(await call('GET', `${path}/pages/${place.page}.png`, {query: {crop, dpi: 100}, as: 'blob', background: true}));
}

/** The address of the image around a value; empty for one that stands nowhere. @param {string} path of the file @param {any} value */
export function loadCrop(path, value) {
  const name = path + JSON.stringify([value.places, value.entityReferences]);
  const found = kept.get(name);
  if (found) return found;
  const image = draw(path, value);
  image.catch(() => kept.delete(name));
  kept.set(name, image);
  if (kept.size > mostKept) {
    const [oldest, address] = /** @type {[string, Promise<string>]} */ (kept.entries().next().value);
    kept.delete(oldest);
    address.then((a) => a && URL.revokeObjectURL(a), () => {});
  }
  return image;
}
