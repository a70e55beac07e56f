// @ts-check
// Queues: which files come one after the other. A queue is a list as somebody has filtered and sorted it; here are its
// name, what the service is asked for, and its address.

import {base} from './context.js';

const open = {workflowStatus: ['NEW', 'UNDER_REVIEW', 'UNDER_APPROVAL'], processingStatus: 'PROCESSED'};
const urgent = 'dueDate,added';

/**
 * What the service is asked for, by the name of a list of a dossier and of a queue.
 * @type {Record<string, Record<string, unknown>>}
 */
export const filters = {
  all: {},
  review: open,
  mine: {...open, assignee: 'me'},
  free: {...open, assignee: 'none'},
  attention: {...open, attention: true},
  updates: {hasUpdates: true},
  errors: {processingStatus: 'ERROR'},
  approved: {workflowStatus: 'APPROVED'}
};

/** Lists of all dossiers, by the names of their queues. @type {Record<string, string>} */
const ofAll = {me: 'mine', nobody: 'free', trouble: 'errors'};

/** Reports whether a queue goes through all dossiers. @param {string} name */
export const goesThroughAll = (name) => name in ofAll;

/**
 * Reports whether a file can be reviewed.
 * @param {{id: string, dossierId: string, dossierTemplateId: string, [more: string]: any}} f
 */
export const isOpen = (f) => f.processingStatus === 'PROCESSED' && f.workflowStatus !== 'APPROVED';

/**
 * The name of the queue that a list of a dossier is: that of its filter, behind colons its order and the text it is
 * narrowed to. Of all files, those that are open come one after the other.
 * @param {string} show
 * @param {string} [sort]
 * @param {string} [text]
 */
export const queueOf = (show, sort = '', text = '') =>
  [show === 'all' ? 'open' : show, sort === 'added' ? '' : sort, text].join(':').replace(/:+$/, '');

/** The parts of the name of a queue. @param {string} queue */
export function partsOf(queue) {
  const [name, sort = '', ...text] = queue.split(':');
  return {name, sort: sort || 'added', text: text.join(':')};
}

/** The query of a queue. @param {string} queue @returns {Record<string, any>} */
export function queryOf(queue) {
  const {name, sort, text} = partsOf(queue);
  if (goesThroughAll(name)) return {...filters[ofAll[name]], sort: urgent};
  return {...(name === 'open' ? open : (filters[name] ?? filters.all)), sort, q: text};
}

/**
 * The address of a list of a dossier.
 * @param {string} dossier
 * @param {string} show
 * @param {string} sort
 * @param {string} text
 * @param {Record<string, string>} [place] in the list
 */
export function listPath(dossier, show, sort, text, place = {}) {
  const query = new URLSearchParams({
    ...(show === 'all' ? {} : {show}),
    ...(sort === 'added' ? {} : {sort}),
    ...(text ? {q: text} : {}),
    ...place
  });
  return '/dossiers/' + dossier + (query.size ? '?' + query : '');
}

/** Events after which files may join a queue or leave it. @param {import('../live.js').Event} e */
export const changesQueue = (e) =>
  /^file\.(analysed|assigned|workflow-changed|restored|soft-deleted|permanently-deleted)$/.test(e.type);

/**
 * The address of the review of a file, below the console.
 * @param {{id: string, dossierId: string, dossierTemplateId: string, [more: string]: any}} f
 */
export const addressOf = (f, queue = '') =>
  `/review/${f.dossierTemplateId}/${f.dossierId}/${f.id}${queue ? '?queue=' + encodeURIComponent(queue) : ''}`;

/** The same as a link. @param {{id: string, dossierId: string, dossierTemplateId: string, [more: string]: any}} f */
export const linkTo = (f, queue = '') => base + addressOf(f, queue);
