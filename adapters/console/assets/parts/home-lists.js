// @ts-check
// The lists of home, as the service has them.

import {get} from '../api.js';
import {hasRole, session} from './context.js';
import {listDossiers} from './dossiers.js';
import {busyStates, listFiles} from './files.js';
import {queryOf} from './queue.js';

/** How many rows a list has that is shown whole. */
export const mostRows = 100;

const day = 86_400_000; // ms

/**
 * What is shown: files of one's own, of nobody and in trouble; dossiers, those that are late and those that the service
 * works on; what is about to be deleted for good; files that others work on; and downloads that are ready.
 * @typedef {{files: any[], total: number | null}} Files
 * @typedef {{dossiers: any[], total: number | null}} Dossiers
 * @typedef {{mine: Files, free: Files, trouble: Files, dossiers: Dossiers, late: Dossiers, running: Dossiers,
 *   ending: {entries: any[], total: number | null}, others: any[], downloads: any[]}} Lists
 */
const noFiles = {files: [], total: 0};
const noDossiers = {dossiers: [], total: 0};
/** Lists without anything. @type {Lists} */
export const noLists = {
  mine: noFiles,
  free: noFiles,
  trouble: noFiles,
  dossiers: noDossiers,
  late: noDossiers,
  running: noDossiers,
  ending: {entries: [], total: 0},
  others: [],
  downloads: []
};

/**
 * Reads the lists, and how many files were approved today.
 * @param {number} most rows of each
 * @param {object} o as call takes it
 */
export async function readLists(most, o) {
  const list = (/** @type {string} */ name) => listFiles({...queryOf(name), limit: most}, o);
  const some = (/** @type {Record<string, unknown>} */ query) => listDossiers({...query, counts: true, limit: most}, o);
  const tomorrow = new Date(Date.now() + day).toISOString();
  const [mine, free, trouble, dossiers, late, running, downloads, ending, approved] = await Promise.all([
    list('me'),
    list('nobody'),
    list('trouble'),
    some({}),
    some({dueBefore: new Date().toISOString(), sort: 'dueDate'}),
    some({processingStatus: busyStates, includeCounts: true}),
    get('/downloads', {}, o),
    hasRole('MANAGER') ? get('/trash', {purgeBefore: tomorrow, limit: most}, o) : {entries: [], total: 0},
    listFiles({workflowStatus: 'APPROVED', sort: '-lastUpdated', limit: mostRows}, o)
  ]);
  const others = mine.total
    ? []
    : (await listFiles({workflowStatus: ['UNDER_REVIEW', 'UNDER_APPROVAL'], sort: '-lastUpdated', limit: most}, o))
        .files;
  const midnight = new Date().setHours(0, 0, 0, 0);
  /** @type {Lists} */
  const lists = {
    mine,
    free,
    trouble,
    dossiers,
    late,
    running,
    ending,
    others: others.filter((f) => f.assignee && f.assignee !== session.id),
    downloads: downloads.downloadStatus.filter(
      (/** @type {{status: string, lastDownload?: string | null}} */ d) => d.status === 'READY' && !d.lastDownload
    )
  };
  return {
    lists,
    approvedToday: approved.files.filter((f) => new Date(f.lastUpdated).getTime() >= midnight).length
  };
}
