// @ts-check
// Pieces of pages around values: read when somebody comes to a value or near it, and kept.

import {call, createImageCache, get} from '../api.js';

/** @typedef {Partial<Pick<Api.Value, 'places' | 'entityReferences'>>} Placed a value, by where it stands */

const mostKept = 300;
const mostPages = 40; // whose entities are kept
const margin = {x: 70, y: 10}; // points around a value

const keepCrop = createImageCache(mostKept);

/** @type {Map<string, Promise<Api.Entity[]>>} entities by file and page */
const entitiesOf = new Map();

/**
 * The entities of a page, read once while they are kept.
 * @param {number} page
 * @param {string} path
 * @param {boolean} background
 */
function readEntities(path, page, background) {
  const name = path + ' ' + page;
  let reading = entitiesOf.get(name);
  if (!reading) {
    reading = get(path + '/entities', {page}, {background}).then((answer) => answer.entities);
    reading.catch(() => entitiesOf.delete(name));
    entitiesOf.set(name, reading);
    const [[oldest]] = entitiesOf;
    if (entitiesOf.size > mostPages) entitiesOf.delete(oldest);
  }
  return reading;
}

/**
 * Where a value stands first: where people found it, or else its first entity.
 * @param {string} path
 * @param {boolean} background
 * @param {Placed} value
 */
async function placeOf(path, value, background) {
  const [told] = value.places ?? [];
  if (told) return told;
  const reference = value.entityReferences?.find((r) => r.page > 0);
  if (!reference) return null;
  const entities = await readEntities(path, reference.page, background);
  return entities.find((e) => e.id === reference.id)?.positions[0] ?? null;
}

/**
 * The area around all boxes of a place, as the service takes it: x, y, width and height in points.
 * @param {Api.Box[]} boxes
 */
export function areaAround(boxes) {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  const right = Math.max(...boxes.map((b) => b.x + b.width));
  const top = Math.max(...boxes.map((b) => b.y + b.height));
  return [x - margin.x, y - margin.y, right - x + 2 * margin.x, top - y + 2 * margin.y]
    .map((n) => n.toFixed(1))
    .join(',');
}

/** @param {string} path @param {boolean} background @param {Placed} value */
async function draw(path, value, background) {
  const place = await placeOf(path, value, background);
  if (!place?.boxes.length) return null;
  const query = {crop: areaAround(place.boxes), dpi: 100};
  return call('GET', `${path}/pages/${place.page}.png`, {query, as: 'blob', background});
}

/** @param {string} path @param {Placed} value */
const nameOf = (path, value) => path + JSON.stringify([value.places, value.entityReferences]);

/** Pieces of pages that are drawn as soon as they are there. */
export class Crops {
  /** @param {() => void} changed is called when one more is there */
  constructor(changed) {
    this.changed = changed;
    /** @type {Map<string, string>} addresses by value; empty for those that are on their way or stand nowhere */
    this.known = new Map();
  }

  /**
   * The address of the image around a value; empty until it is read, which this begins.
   * @param {string} path of the file @param {Placed | undefined} value of a component @param {boolean} [ahead] whether
   *   nobody waits
   *   for it
   */
  addressOf(path, value, ahead = false) {
    if (!value) return '';
    const name = nameOf(path, value);
    const address = this.known.get(name);
    if (address !== undefined) return address;
    this.known.set(name, '');
    keepCrop(name, () => draw(path, value, ahead)).then(
      (read) => {
        this.known.set(name, read);
        this.changed();
      },
      () => this.known.delete(name)
    );
    return '';
  }
}
