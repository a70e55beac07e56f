// @ts-check
// Calls of the service. All go through call, which queues, retries and keeps reads behind the
// writes of this page.

const mostAtOnce = 6;
const mostPerSecond = 25;
const retryAfter = [300, 1000, 3000];

let position = ''; // of the last write of this page
let running = 0;
/** @type {{start: () => void, background?: boolean, signal?: AbortSignal}[]} */
const waiting = [];
/** @type {number[]} */
let started = [];

/** Answers that are no success. */
export class Failure extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string} [request]
   * @param {number} [retry]
   * @param {any} [told]
   */
  constructor(status, message, request = '', retry = 0, told = {}) {
    super(message);
    this.status = status;
    this.request = request;
    this.retry = retry; // seconds
    this.told = told; // the body
  }
}

/** Told of sign-outs, and of waits that the service asks for. Screens need not care. */
export const watch = {
  /** Resolves once the person has signed in again. @type {() => Promise<void>} */
  signIn: () => Promise.reject(new Failure(401, '')),
  /** @type {(seconds: number) => void} */
  busy: () => {}
};

function startNext() {
  const now = performance.now();
  started = started.filter((at) => now - at < 1000);
  while (waiting.length && running < mostAtOnce && started.length < mostPerSecond) {
    const foreground = waiting.findIndex((w) => !w.background);
    const [next] = waiting.splice(Math.max(foreground, 0), 1);
    running++;
    if (!next.signal?.aborted) started.push(now);
    next.start();
  }
  if (waiting.length && running < mostAtOnce) setTimeout(startNext, 1000 - (now - started[0]) + 5);
}

/** Waits for a place among the requests that run. */
const enter = (/** @type {Call} */ {background, signal}) =>
  new Promise((resolve) => {
    waiting.push({start: () => resolve(undefined), background, signal});
    startNext();
  });

function leave() {
  running--;
  startNext();
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How a request is sent: key makes a creating one safe to repeat; match is the version that the change is based on;
 * background marks what nobody asked for; signal aborts a read.
 * @typedef {{query?: Record<string, any>, body?: any, key?: string | boolean, match?: string, background?: boolean,
 *   signal?: AbortSignal, as?: 'json' | 'blob' | 'answer'}} Call
 */

/**
 * Sends one request.
 * @param {string} method
 * @param {string} path below /api
 * @param {Call} [o]
 */
export async function call(method, path, o = {}) {
  const read = method === 'GET';
  const headers = new Headers({Accept: o.as === 'blob' ? '*/*' : 'application/json'});
  const key = o.key === true ? crypto.randomUUID() : o.key;
  if (o.body !== undefined) headers.set('Content-Type', 'application/json');
  if (key) headers.set('Idempotency-Key', key);
  if (o.match) headers.set('If-Match', o.match);
  if (o.background) headers.set('Docket-Background', '1');
  const query = queryOf(o.query);
  const address = '/console/api' + path + (query ? '?' + query : '');
  const body = o.body === undefined ? undefined : JSON.stringify(o.body);
  for (let tries = 0; ; tries++) {
    if (read && position) headers.set('Docket-Position', position);
    try {
      const answer = await send(address, {method, headers, body, signal: o.signal}, o);
      return await readAnswer(answer, o, read);
    } catch (error) {
      if (o.signal?.aborted) throw error;
      const failure = error instanceof Failure ? error : new Failure(0, '');
      if (failure.status === 401) {
        await watch.signIn();
        tries--;
        continue;
      }
      // What is refused for the rate was not begun; of the rest nobody knows.
      const safe =
        failure.status === 429 || ([0, 502, 503].includes(failure.status) && (read || key || method === 'PUT'));
      const again = safe && tries < retryAfter.length;
      if (!again) throw failure;
      const wait = failure.retry ? failure.retry * 1000 : retryAfter[tries];
      if (failure.status === 429 || failure.status === 503) watch.busy(wait / 1000);
      await sleep(wait);
    }
  }
}

/** The query of an address; a list gives its name several times. @param {Record<string, any>} [values] */
function queryOf(values = {}) {
  const pairs = Object.entries(values).flatMap(([name, v]) => [v].flat().map((one) => [name, one]));
  return new URLSearchParams(pairs.filter(([, v]) => v !== undefined && v !== null && v !== '')).toString();
}

/** @param {string} address @param {RequestInit} init @param {Call} o */
async function send(address, init, o) {
  await enter(o);
  try {
    return await fetch(address, init);
  } finally {
    leave();
  }
}

/** @param {Call} o @param {Response} answer @param {boolean} read */
async function readAnswer(answer, o, read) {
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    if (told.code === 'position_beyond_log') position = ''; // it is of the time before a restore
    throw new Failure(
      answer.status,
      told.message ?? '',
      answer.headers.get('X-Request-Id') ?? '',
      Number(answer.headers.get('Retry-After') ?? 0),
      told
    );
  }
  if (!read) notePosition(answer.headers.get('Docket-Position'));
  if (o.as === 'blob') return answer.blob();
  if (answer.status === 204 && o.as !== 'answer') return null;
  const body = answer.status === 204 ? null : await answer.json();
  return o.as === 'answer' ? {body, version: answer.headers.get('ETag') ?? ''} : body;
}

/** Keeps reads behind a write. @param {string | null} at */
export function notePosition(at) {
  if (at && (!position || BigInt(at) > BigInt(position))) position = at;
}

/** @param {string} path @param {Record<string, any>} [query] @param {Call} [o] */
export const get = (path, query, o = {}) => call('GET', path, {...o, query});
/** @param {string} path @param {any} [body] @param {Call} [o] */
export const post = (path, body, o = {}) => call('POST', path, {...o, body});
/** @param {string} path @param {any} [body] @param {Call} [o] */
export const put = (path, body, o = {}) => call('PUT', path, {...o, body});
/** @param {string} path @param {Call} [o] */
export const del = (path, o = {}) => call('DELETE', path, o);

/** The path of a dossier. @param {{dossierTemplateId: string, id?: string, dossierId?: string}} d */
export const dossierPath = (d) => `/dossier-templates/${d.dossierTemplateId}/dossiers/${d.id ?? d.dossierId}`;

/** The path of a file. @param {{dossierTemplateId: string, dossierId: string, id?: string, fileId?: string}} f */
export const filePath = (f) =>
  `/dossier-templates/${f.dossierTemplateId}/dossiers/${f.dossierId}/files/${f.id ?? f.fileId}`;

/**
 * Keeps the addresses of a number of images by their names: what was used longest ago is forgotten.
 * @param {number} most
 */
export function createImageCache(most) {
  /** @type {Map<string, Promise<string>>} */
  const kept = new Map();
  /** @param {string} name @param {() => Promise<Blob | null>} read */
  return (name, read) => {
    const image = kept.get(name) ?? read().then((blob) => (blob ? URL.createObjectURL(blob) : ''));
    kept.delete(name);
    kept.set(name, image);
    image.catch(() => kept.delete(name));
    const [[oldest, address]] = kept;
    if (kept.size > most && kept.delete(oldest))
      address.then(
        (a) => a && URL.revokeObjectURL(a),
        () => {}
      );
    return image;
  };
}
