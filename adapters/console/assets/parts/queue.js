// @ts-check
// Queues: which files come one after the other.

import {dossierPath, get} from '../api.js';
import {listFiles} from './files.js';
import {base} from './context.js';

const open = {workflowStatus: ['NEW', 'UNDER_REVIEW', 'UNDER_APPROVAL'], processingStatus: 'PROCESSED'};
const urgent = 'dueDate,added';

/** What the service is asked for, by the name of a list of a dossier and of a queue. */
export const filters = {
  all: {},
  review: open,
  mine: {...open, assignee: 'me'},
  free: {...open, assignee: 'none'},
  attention: {...open, attention: true},
  updates: {hasUpdates: true},
  errors: {processingStatus: 'ERROR'},
  approved: {workflowStatus: 'APPROVED'},
};

const ofAll = {me: 'mine', nobody: 'free', trouble: 'errors'};

/** Reports whether a queue goes through all dossiers. */
export const goesThroughAll = (name) => name in ofAll;

/** The query of a queue: the name of a list, and behind a colon its order. @returns {Record<string, any>} */
export function queryOf(queue) {
  const [name, sort] = queue.split(':');
  return goesThroughAll(name) ? {...filters[ofAll[name]], sort: urgent} : {...filters[name] ?? filters.all, sort: sort || 'added'};
}

/** The most files that a queue begins with. */
export const most = 500;

/** Events after which files may join a queue or leave it. */
export const changesQueue = (e) => /^file\.(analysed|assigned|workflow-changed|restored|soft-deleted|permanently-deleted)$/.test(e.type);

/** The first files of a queue, of one dossier or of all. @param {string} name @param {any} dossier */
export async function loadQueue(name, dossier) {
  if (goesThroughAll(name)) return (await listFiles({...queryOf(name), limit: most}, {background: true})).files;
  const page = await get(dossierPath(dossier) + '/files', {...queryOf(name), includeArchived: true, limit: most}, {background: true});
  return page.fileStatus;
}

/** The address of the review of a file, below the console. */
export const addressOf = (f, queue = '') => `/review/${f.dossierTemplateId}/${f.dossierId}/${f.id}${queue ? '?queue=' + queue : ''}`;

/** The same as a link. */
export const linkTo = (f, queue = '') => base + addressOf(f, queue);
