// @ts-check
// Files on their way to the service: sent a few at a time, again when the service is silent, and each of them once.

import {dossierPath, get, notePosition, watch} from '../api.js';
import {t} from '../i18n.js';
import {subscribe} from '../live.js';
import {session} from './context.js';
import {formatSize} from './lists.js';

const atOnce = 4;
/** What is read, by the ends of names. */
const accepted = 'pdf docx docm xlsx xlsm pptx pptm jpg jpeg png tif tiff csv zip'.split(' ');
const tries = 3; // of a file that the service answers with a failure that passes
const patience = 600_000; // ms without an answer of the service, then what waits fails
const longestPause = 15_000;

/**
 * A file on its way; twin is the file that has the same content, left are entries of a zip that were left out, steps
 * those of its processing with the moments at which they began.
 * @typedef {{id: number, dossier: any, file: File, key: string, keep: boolean, analyse: boolean,
 *   state: 'waiting' | 'sending' | 'stored' | 'processing' | 'done' | 'failed' | 'refused' | 'cancelled', sent: number,
 *   words: string, left: any[], steps: [string, number][], tries: number, begun: number, began?: number,
 *   twin?: any, fileId: string, request: XMLHttpRequest | null}} Item
 * @typedef {{keep?: boolean, analyse?: boolean}} Choice what becomes of corrections of files that are replaced, and
 *   whether files are analysed by themselves; both do
 */

/** @type {Item[]} */
let items = [];
let next = 1;
let draw = () => {}; // hears that a file got on
let silentSince = 0; // when the service ceased to answer, 0 while it does
let answeredAt = 0; // when it answered last
let paused = false; // by the person
let resumeAt = 0; // not earlier, by performance.now()
/** @type {Map<string, [string, string]>} what became of files before their uploads were answered, by id */
const early = new Map();

/** Reports whether a file is not at its end. @param {Item} i */
export const isOpen = (i) => ['waiting', 'sending', 'processing'].includes(i.state);

/** The files of the tray, in the order in which they came. */
export const uploads = () => items;

/** Whether the person holds back what waits. */
export const isPaused = () => paused;

/** Holds back what waits, or lets it go on. */
export function togglePause() {
  paused = !paused;
  start();
}

/** Hears whenever a file got on, until the returned function is called. @param {() => void} hear */
export function listenToUploads(hear) {
  draw = hear;
  return () => {
    draw = () => {};
  };
}

/** Takes a file back that is not stored. @param {Item} item */
export function cancelUpload(item) {
  item.state = 'cancelled';
  item.request?.abort();
  start();
}

/** Sends once more what failed. */
export function sendFailedAgain() {
  for (const i of items)
    if (i.state === 'failed') Object.assign(i, {state: 'waiting', tries: 0, begun: 0, sent: 0, words: ''});
  start();
}

/** Forgets all files. */
export function forgetUploads() {
  items = [];
  early.clear();
  draw();
}

/** Why a file is not worth sending; empty when it is. @param {File} file */
export function refusalOf(file) {
  const [, end = ''] = /\.([^.]+)$/.exec(file.name) ?? [];
  if (!accepted.includes(end.toLowerCase())) return t('upload.type', {types: accepted.join(', ')});
  if (!file.size) return t('upload.empty');
  return session.uploadBytes && file.size > session.uploadBytes
    ? t('upload.large', {size: formatSize(file.size), most: formatSize(session.uploadBytes)})
    : '';
}

/**
 * Sends files to a dossier; refusals tells why some are not sent, by their names.
 * @param {any} dossier
 * @param {File[]} files
 * @param {Choice} [choice]
 * @param {Map<string, string>} [refusals]
 */
export function upload(dossier, files, {keep = true, analyse = true} = {}, refusals = new Map()) {
  for (const file of files) {
    const words = refusalOf(file) || (refusals.get(file.name) ?? '');
    items.push({
      id: next++,
      dossier,
      file,
      key: crypto.randomUUID(),
      keep,
      analyse,
      state: words ? 'refused' : 'waiting',
      sent: 0,
      words,
      left: [],
      steps: [],
      tries: 0,
      begun: 0,
      fileId: '',
      request: null
    });
  }
  start();
}

/** Sends what waits, one file at a time until a service that was silent answers. */
function start() {
  const free =
    paused || performance.now() < resumeAt
      ? 0
      : (silentSince ? 1 : atOnce) - items.filter((i) => i.state === 'sending').length;
  const waiting = items.filter((i) => i.state === 'waiting').sort((a, b) => a.tries - b.tries);
  for (const item of waiting.slice(0, Math.max(0, free))) send(item);
  draw();
}

/**
 * Holds all files back after one got no answer, or one that it is not its turn; longer from time to time.
 * @param {XMLHttpRequest} request
 */
async function holdBack(request) {
  const now = performance.now();
  const wait = Math.max(
    Number(request.getResponseHeader('Retry-After') ?? 0) * 1000,
    Math.min(longestPause, 1000 + (silentSince ? (now - silentSince) / 2 : 0))
  );
  resumeAt = Math.max(resumeAt, now + wait);
  if (request.status === 429 || request.status === 503) watch.busy(wait / 1000);
  while (performance.now() < resumeAt)
    await new Promise((resolve) => setTimeout(resolve, resumeAt - performance.now()));
}

/** @param {Item} item */
function send(item) {
  item.state = 'sending';
  item.begun ||= performance.now();
  item.began = performance.now();
  item.tries++;
  const request = new XMLHttpRequest();
  item.request = request;
  request.open(
    'POST',
    '/console/api' +
      dossierPath(item.dossier) +
      '/files?' +
      new URLSearchParams({
        ...(item.keep ? {keepManualChanges: 'true'} : {}),
        ...(item.analyse ? {} : {disableAutomaticAnalysis: 'true'})
      })
  );
  request.setRequestHeader('Accept', 'application/json');
  request.responseType = 'json';
  request.setRequestHeader('Idempotency-Key', item.key);
  request.upload.onprogress = (e) => {
    item.sent = e.loaded;
    draw();
  };
  request.onloadend = () => finish(item, request);
  const form = new FormData();
  form.append('file', item.file, item.file.name);
  request.send(form);
}

/** @param {XMLHttpRequest} request @param {Item} item */
async function finish(item, request) {
  item.request = null;
  if (item.state === 'cancelled') return start();
  const told = request.response ?? {};
  const silent = [0, 502, 503].includes(request.status);
  if (!silent) answeredAt = performance.now();
  silentSince = silent ? silentSince || performance.now() : 0;
  const tried = item.tries >= tries && (!silent || answeredAt > item.begun); // others are answered, this one is not
  if (request.status === 201) {
    notePosition(request.getResponseHeader('Docket-Position'));
    item.fileId = told.fileIds?.[0] ?? '';
    const single = told.fileIds?.length === 1 && !told.numberLeftOut;
    Object.assign(item, {
      state: single ? 'processing' : 'done',
      words: single ? '' : storedWords(told),
      twin: single ? told.duplicates?.[0]?.duplicateOf : null,
      left: [...(told.leftOut ?? []), ...(told.csvs ?? []).flatMap(cellsLeft)]
    });
    if (single && early.has(item.fileId)) follow(item, .../** @type {[string, string]} */ (early.get(item.fileId)));
    if (item.tries > 1) void readStates(); // it may have been stored, and read, long ago
  } else if (request.status === 401) {
    await watch.signIn();
    item.state = 'waiting';
  } else if (!tried && (silent ? performance.now() - silentSince < patience : request.status === 429)) {
    item.state = 'waiting';
    await holdBack(request);
  } else {
    Object.assign(item, {
      state: 'failed',
      words: request.status ? (told.message ?? String(request.status)) : t('state.offline')
    });
  }
  start();
}

/**
 * The cells of a csv that set no value, with the reasons.
 * @param {{folder: string, name: string, skippedCells?: {row: number, column: string, reason: string}[]}} csv
 */
const cellsLeft = ({folder, name, skippedCells = []}) =>
  skippedCells.map(({row, column, reason}) => ({
    folder,
    name: t('upload.cell', {name, row, column}),
    message: t('upload.cell-' + reason)
  }));

/** What the service made of a zip or a csv. @param {Api.Uploaded} told */
function storedWords(told) {
  /** @type {{numberOfUnmatchedRows: number, numberOfSkippedCells: number}[]} */
  const csvs = told.csvs ?? [];
  const rows = csvs.reduce((n, csv) => n + csv.numberOfUnmatchedRows, 0);
  const cells = csvs.reduce((n, csv) => n + csv.numberOfSkippedCells, 0);
  return [
    told.fileIds?.length && t('count.files', {n: told.fileIds.length}),
    told.csvs && t('upload.csv', {attributes: told.processedAttributes.length, n: told.processedFileIds.length}),
    rows && t('upload.unmatched', {n: rows}),
    cells && t('upload.cells', {n: cells}),
    told.namesReadAs && t('upload.names-read-as', {charset: told.namesReadAs}),
    told.duplicates && t('upload.duplicates', {n: told.duplicates.length}),
    told.numberLeftOut && t('upload.left-out', {n: told.numberLeftOut})
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Notes what the service does with a file that it has stored.
 * @param {any} item
 * @param {any} status
 * @param {string} cause
 */
function follow(item, status, cause) {
  if (status && item.steps.at(-1)?.[0] !== status) item.steps.push([status, performance.now()]);
  if (status === 'ERROR') Object.assign(item, {state: 'failed', words: cause});
  else if (status === 'PROCESSED') Object.assign(item, {state: 'done', words: ''});
  else if (status) item.words = t('processing.' + status);
}

/** Reads how far files are, after their events may have been missed. */
async function readStates() {
  const open = new Map(items.filter((i) => i.state === 'processing').map((i) => [i.fileId, i]));
  for (const dossier of new Set([...open.values()].map((i) => i.dossier))) {
    for (let cursor; cursor !== null;) {
      /** @type {Api.FilePage | null} */
      const page = await get(
        dossierPath(dossier) + '/files',
        {limit: 500, sort: '-added', cursor},
        {background: true}
      ).catch(() => null);
      for (const f of page?.fileStatus ?? []) {
        const item = open.get(f.id);
        if (item?.state === 'processing') follow(item, f.processingStatus, f.fileErrorInfo?.cause ?? '');
      }
      cursor = [...open.values()].some((i) => i.dossier === dossier && i.state === 'processing')
        ? (page?.nextCursor ?? null)
        : null;
    }
  }
  draw();
}

subscribe(
  (e) => e.type.startsWith('file.') && items.some(isOpen),
  (events) => {
    if (!events) return readStates();
    for (const e of events) {
      const status = e.type === 'file.failed' ? 'ERROR' : e.data?.processingStatus;
      const item = items.find((i) => i.fileId === e.fileId && i.state === 'processing');
      if (item) follow(item, status, e.data?.cause ?? e.summary);
      else if (status) early.set(/** @type {string} */ (e.fileId), [status, e.data?.cause ?? e.summary]);
    }
    return draw();
  }
);

addEventListener('beforeunload', (e) => {
  if (items.some((i) => i.state === 'sending' || i.state === 'waiting')) e.preventDefault();
});
