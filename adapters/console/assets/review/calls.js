// @ts-check
// What a review reads of the service, and what it changes there.

import {call, get, put} from '../api.js';

/** @type {Map<string, Promise<import('./rows.js').Data>>} what was read ahead, by path */
const ahead = new Map();

/** Reads all that the screen shows of a file. @param {string} path @param {import('../api.js').Call} o */
async function readFile(path, o) {
  const [template] = path.match(/^\/dossier-templates\/[^/]+/) ?? [''];
  const [file, components, definitions, entities] = await Promise.all([
    get(path, {}, o),
    get(path + '/components', {includeDetails: true}, o),
    get(template + '/component-definitions', {}, o),
    get(path + '/entities', {}, o).catch((e) => {
      if (e.status === 409 || e.status === 404) return {pages: [], entities: []};
      throw e;
    })
  ]);
  return {file, components, definitions, entities};
}

/**
 * Reads a file before it is asked for; null when that was done already.
 * @returns {Promise<import('./rows.js').Data> | null}
 * @param {string} path
 */
export function readAhead(path) {
  if (ahead.has(path)) return null;
  ahead.clear();
  const reading = readFile(path, {background: true});
  reading.catch(() => ahead.delete(path));
  ahead.set(path, reading);
  return reading;
}

const answer = /** @type {const} */ ({as: 'answer'});

/** The calls of a review, by the path of a file; o is as call takes it. */
export const reviewCalls = {
  /** @param {string} path @param {import('../api.js').Call} o */
  read(path, o) {
    const waiting = !o.background && ahead.get(path);
    ahead.delete(path);
    return waiting || readFile(path, o);
  },
  assign: (/** @type {string} */ path, /** @type {string | null} */ assigneeId) =>
    put(path + '/assignee', {assigneeId}),
  override: (/** @type {string} */ path, /** @type {object} */ body, /** @type {import('../api.js').Call} */ o) =>
    call('POST', path + '/component-overrides', {...o, ...answer, body}),
  revert: (/** @type {string} */ path, /** @type {string[]} */ components, /** @type {import('../api.js').Call} */ o) =>
    call('POST', path + '/component-overrides/revert', {...o, ...answer, body: {components}}),
  check: (/** @type {string} */ path, /** @type {object} */ body, /** @type {import('../api.js').Call} */ o) =>
    call('PUT', path + '/component-checks', {...o, ...answer, body}),
  step: (/** @type {string} */ path, /** @type {object} */ body) => put(path + '/workflow-status', body)
};
