// @ts-check
// What others do, as it happens: one stream of events per browser. Tabs elect a leader with a
// lock; the leader reads the stream and passes events on.

const types = [
  'component.overridden',
  'component.override-reverted',
  'component.checked',
  'component.unchecked',
  'dossier.archived',
  'dossier.attributes-set',
  'dossier.created',
  'dossier.operation-cancelled',
  'dossier.permanently-deleted',
  'dossier.restored',
  'dossier.soft-deleted',
  'dossier.updated',
  'download.deleted',
  'download.failed',
  'download.fetched',
  'download.generating',
  'download.ready',
  'download.requested',
  'file.analysed',
  'file.archived',
  'file.assigned',
  'file.attributes-set',
  'file.entries-skipped',
  'file.failed',
  'file.permanently-deleted',
  'file.processing-changed',
  'file.reanalysis-requested',
  'file.replaced',
  'file.restored',
  'file.soft-deleted',
  'file.uploaded',
  'file.workflow-changed',
  'template.component-definitions-changed',
  'template.created',
  'template.updated'
];
const joinFor = 250; // ms in which events are told together
const interruptedAfter = 10_000;
const pollEvery = 15_000;

/**
 * @typedef {{position: number, time: string, type: string, actor: {id: string | null, username: string},
 *   dossierId: string | null, fileId: string | null, data: any, summary: string, dossierTemplateId?: string,
 *   filename?: string}} Event
 */

/** @typedef {{event?: Event, missed?: boolean, state?: number}} Message state is since when it is interrupted */

/** @type {Set<{wants: (e: Event) => boolean, tell: (events: Event[] | null) => void}>} */
const subscribers = new Set();
/** @type {Event[]} */
let pending = [];
let timer = 0;
let last = '';
let broken = 0; // since when, ms
/** @type {(since: number) => void} */
let tellState = () => {};

/**
 * Tells events that are wanted, joined. It tells null when events may have been missed, so that
 * the subscriber reads again. Returns what ends it.
 * @param {(e: Event) => boolean} wants
 * @param {(events: Event[] | null) => void} tell
 */
export function subscribe(wants, tell) {
  const s = {wants, tell};
  subscribers.add(s);
  return () => subscribers.delete(s);
}

function flush() {
  timer = 0;
  const events = pending;
  pending = [];
  for (const s of [...subscribers]) {
    const wanted = events.filter(s.wants);
    if (wanted.length) s.tell(wanted);
  }
}

/** @param {Message} message */
function receive(message) {
  if (message.event) {
    last = String(message.event.position);
    pending.push(message.event);
    timer ||= setTimeout(flush, joinFor);
  }
  if (message.missed) for (const s of [...subscribers]) s.tell(null);
  if (message.state !== undefined) setState(message.state);
}

/** @param {number} since */
function setState(since) {
  if (since === broken) return;
  broken = since;
  tellState(since);
}

/**
 * Begins; onState hears since when the stream is interrupted, 0 when it is not, and ended is
 * called when the session is over.
 * @param {(since: number) => void} onState
 * @param {() => void} ended
 */
export function startLive(onState, ended) {
  tellState = onState;
  const channel = new BroadcastChannel('docket-live');
  channel.onmessage = (m) => receive(m.data);
  const tellAll = (/** @type {Message} */ message) => {
    receive(message);
    channel.postMessage(message);
  };
  void navigator.locks.request('docket-live', () => lead(tellAll, ended));
  setInterval(() => {
    if (broken && Date.now() - broken > interruptedAfter && !document.hidden) receive({missed: true});
  }, pollEvery);
}

/**
 * Reads the stream for all tabs, as long as this tab lives.
 * @param {(message: Message) => void} tellAll
 * @param {() => void} ended
 */
function lead(tellAll, ended) {
  return new Promise(() => {
    let lost = 0;
    const open = () => {
      const source = new EventSource('/console/api/events' + (last ? '?lastEventId=' + last : ''));
      source.onopen = () => {
        if (lost && Date.now() - lost > 600_000) tellAll({missed: true});
        lost = 0;
        tellAll({state: 0});
      };
      source.onerror = async () => {
        lost ||= Date.now();
        setTimeout(() => lost && tellAll({state: lost}), interruptedAfter);
        if (source.readyState !== EventSource.CLOSED) return;
        const status = await fetch('/console/session', {headers: {'Docket-Background': '1'}}).then(
          (a) => a.status,
          () => 0
        );
        if (status === 401) await ended();
        if (status === 200) {
          last = '';
          tellAll({missed: true});
        }
        setTimeout(open, 3000);
      };
      for (const type of types) source.addEventListener(type, (e) => tellAll({event: JSON.parse(e.data)}));
    };
    open();
  });
}
