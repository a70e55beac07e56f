// @ts-check
// Files on their way to the service: a tray that follows through all screens.

import {html, nothing} from '../vendor/lit.js';
import {dossierPath, get, notePosition, watch} from '../api.js';
import {formatSize, t} from '../i18n.js';
import {subscribe} from '../live.js';
import {Part, icon} from './base.js';

const atOnce = 4;
const tries = 3; // of a file that the service answers with a failure that passes
const patience = 600_000; // ms without an answer of the service, then what waits fails
const longestPause = 15_000;
const mostLines = 50; // of the tray
const drawEvery = 100; // ms: a thousand files tell of their progress more often than anybody reads

/** @typedef {{id: number, dossier: any, file: File, key: string, keep: boolean, state: 'waiting' | 'sending' | 'stored' | 'processing' | 'done' | 'failed' | 'cancelled',
 *   sent: number, words: string, tries: number, begun: number, fileId: string, request: XMLHttpRequest | null}} Item */

/** @type {Item[]} */
let items = [];
let next = 1;
let draw = () => {};
let silentSince = 0; // when the service ceased to answer, 0 while it does
let answeredAt = 0; // when it answered last
let resumeAt = 0; // not earlier, by performance.now()
/** @type {Map<string, [string, string]>} what became of files before their uploads were answered, by id */
const early = new Map();

const isOpen = (i) => ['waiting', 'sending', 'processing'].includes(i.state);

/** Sends files to a dossier; keep leaves corrections of files that are replaced. */
export function upload(dossier, files, keep = true) {
  for (const file of files) {
    const problem = file.size === 0 ? t('upload.empty') : '';
    items.push({id: next++, dossier, file, key: crypto.randomUUID(), keep, state: problem ? 'failed' : 'waiting', sent: 0, words: problem, tries: 0, begun: 0, fileId: '', request: null});
  }
  start();
}

/** Sends what waits, one file at a time until a service that was silent answers. */
function start() {
  const free = performance.now() < resumeAt ? 0 : (silentSince ? 1 : atOnce) - items.filter((i) => i.state === 'sending').length;
  const waiting = items.filter((i) => i.state === 'waiting').sort((a, b) => a.tries - b.tries);
  for (const item of waiting.slice(0, Math.max(0, free))) send(item);
  draw();
}

/** Pauses all files after one got no answer, or one that it is not its turn; longer from time to time. */
async function pause(request) {
  const now = performance.now();
  const wait = Math.max(Number(request.getResponseHeader('Retry-After') ?? 0) * 1000, Math.min(longestPause, 1000 + (silentSince ? (now - silentSince) / 2 : 0)));
  resumeAt = Math.max(resumeAt, now + wait);
  if (request.status === 429 || request.status === 503) watch.busy(wait / 1000);
  while (performance.now() < resumeAt) await new Promise((resolve) => setTimeout(resolve, resumeAt - performance.now()));
}

function send(item) {
  item.state = 'sending';
  item.begun ||= performance.now();
  item.tries++;
  const request = new XMLHttpRequest();
  item.request = request;
  request.open('POST', '/console/api' + dossierPath(item.dossier) + '/files' + (item.keep ? '?keepManualChanges=true' : ''));
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Idempotency-Key', item.key);
  request.upload.onprogress = (e) => { item.sent = e.loaded; draw(); };
  request.onloadend = () => finish(item, request);
  const form = new FormData();
  form.append('file', item.file, item.file.name);
  request.send(form);
}

async function finish(item, request) {
  item.request = null;
  if (item.state === 'cancelled') return start();
  const told = parse(request.responseText);
  const silent = [0, 502, 503].includes(request.status);
  if (!silent) answeredAt = performance.now();
  silentSince = silent ? silentSince || performance.now() : 0;
  const tried = item.tries >= tries && (!silent || answeredAt > item.begun); // others are answered, this one is not
  if (request.status === 201) {
    notePosition(request.getResponseHeader('Docket-Position'));
    item.fileId = told.fileIds?.[0] ?? '';
    const left = told.numberLeftOut ? t('upload.left-out', {n: told.numberLeftOut}) : '';
    const single = told.fileIds?.length === 1;
    Object.assign(item, {state: single ? 'processing' : 'done', words: [single ? '' : t('count.files', {n: told.fileIds?.length ?? 0}), left].filter(Boolean).join(', ')});
    if (single && early.has(item.fileId)) follow(item, ...early.get(item.fileId));
    if (item.tries > 1) readStates(); // it may have been stored, and read, long ago
  } else if (request.status === 401) {
    await watch.signIn();
    item.state = 'waiting';
  } else if (!tried && (silent ? performance.now() - silentSince < patience : request.status === 429)) {
    item.state = 'waiting';
    await pause(request);
  } else {
    Object.assign(item, {state: 'failed', words: request.status ? told.message ?? String(request.status) : t('state.offline')});
  }
  start();
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Notes what the service does with a file that it has stored. */
function follow(item, status, cause) {
  if (status === 'ERROR') Object.assign(item, {state: 'failed', words: cause});
  else if (status === 'PROCESSED') Object.assign(item, {state: 'done', words: ''});
  else if (status) item.words = t('processing.' + status);
}

/** Reads how far files are, after their events may have been missed. */
async function readStates() {
  const open = new Map(items.filter((i) => i.state === 'processing').map((i) => [i.fileId, i]));
  for (const dossier of new Set([...open.values()].map((i) => i.dossier))) {
    for (let cursor; cursor !== null;) {
      const page = await get(dossierPath(dossier) + '/files', {limit: 500, sort: '-added', cursor}, {background: true}).catch(() => null);
      for (const f of page?.fileStatus ?? []) {
        const item = open.get(f.id);
        if (item?.state === 'processing') follow(item, f.processingStatus, f.fileErrorInfo?.cause ?? '');
      }
      cursor = [...open.values()].some((i) => i.dossier === dossier && i.state === 'processing') ? page?.nextCursor ?? null : null;
    }
  }
  draw();
}

subscribe((e) => e.type.startsWith('file.') && items.some(isOpen), (events) => {
  if (!events) return readStates();
  for (const e of events) {
    const status = e.type === 'file.failed' ? 'ERROR' : e.data?.processingStatus;
    const item = items.find((i) => i.fileId === e.fileId && i.state === 'processing');
    if (item) follow(item, status, e.data?.cause ?? e.summary);
    else if (status) early.set(e.fileId, [status, e.data?.cause ?? e.summary]);
  }
  return draw();
});

addEventListener('beforeunload', (e) => { if (items.some((i) => i.state === 'sending' || i.state === 'waiting')) e.preventDefault(); });

/** Walks folders of what was dropped. @param {DataTransfer} data @returns {Promise<File[]>} */
export async function droppedFiles(data) {
  const entries = [...data.items].map((i) => i.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...data.files];
  /** @type {File[]} */
  const out = [];
  const walk = async (entry) => {
    if (entry.isFile) return out.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (!some.length) return undefined;
      for (const inside of some) await walk(inside);
    }
  };
  for (const entry of entries) await walk(entry);
  return out;
}

const tellFirst = ['failed', 'sending', 'processing', 'waiting'];

/** What the tray shows: the files that came last; of many, those first that there is most to tell of. */
function shownItems() {
  const latest = items.slice().reverse();
  if (latest.length <= mostLines) return latest;
  const rank = (i) => (tellFirst.includes(i.state) ? tellFirst.indexOf(i.state) : tellFirst.length);
  return latest.sort((a, b) => rank(a) - rank(b)).slice(0, mostLines);
}

class Uploads extends Part {
  connectedCallback() {
    super.connectedCallback();
    let due = 0;
    draw = () => { due ||= setTimeout(() => { due = 0; this.requestUpdate(); }, drawEvery); };
    this.ends.push(() => { clearTimeout(due); draw = () => {}; });
  }

  cancel(item) {
    item.state = 'cancelled';
    item.request?.abort();
    start();
  }

  again() {
    for (const i of items) if (i.state === 'failed' && i.file.size) Object.assign(i, {state: 'waiting', tries: 0, begun: 0, sent: 0, words: ''});
    start();
  }

  line(i) {
    const sending = i.state === 'sending';
    return html`<li>${icon({done: 'tick', failed: 'warning', cancelled: 'dash'}[i.state] ?? 'upload')}<span class="name">${i.file.name}</span>
      <span class=${i.state === 'failed' ? 'end bad' : 'end soft'}>${sending ? html`<progress max=${i.file.size || 1} value=${i.sent} aria-label=${i.file.name}></progress> ${formatSize(i.sent)}` :
        [t('upload.' + i.state), i.words].filter(Boolean).join(': ')}
      ${sending || i.state === 'waiting' ? html`<button class="quiet" aria-label=${t('upload.cancel', {name: i.file.name})} @click=${() => this.cancel(i)}>×</button>` : nothing}</span></li>`;
  }

  render() {
    if (!items.length) return nothing;
    const open = items.filter(isOpen).length;
    const failed = items.filter((i) => i.state === 'failed').length;
    return html`<section class="tray" aria-label=${t('upload.title')}><header><h2>${open ? t('upload.running', {n: open, m: items.length}) : t('upload.finished', {n: items.length - failed})}</h2>
      ${failed ? html`<button @click=${() => this.again()}>${t('upload.again', {n: failed})}</button>` : nothing}
      <button class="quiet" aria-label=${t('action.close')} ?disabled=${open > 0} @click=${() => { items = []; early.clear(); draw(); }}>×</button></header>
      <ul class="rows" tabindex="0" aria-label=${t('upload.title')}>${shownItems().map((i) => this.line(i))}
        ${items.length > mostLines ? html`<li class="soft">${t('home.more', {n: items.length - mostLines})}</li>` : nothing}</ul></section>`;
  }
}
customElements.define('dk-uploads', Uploads);
