// @ts-check
// Queues: which files come one after the other.

import {base, session} from './context.js';
import {isOpen} from './files.js';

/** Filters of files by name, as the list of a dossier and the queue of a review know them. */
export const filters = {
  all: () => true,
  review: (f) => isOpen(f),
  mine: (f) => f.assignee === session.id && isOpen(f),
  free: (f) => !f.assignee && isOpen(f),
  errors: (f) => f.processingStatus === 'ERROR',
  approved: (f) => f.workflowStatus === 'APPROVED',
};

/** Reports whether a file is in a queue. */
export const inQueue = (name, f) => (name === 'me' ? filters.mine : filters[name] ?? filters.all)(f);

/** The address of the review of a file, below the console. */
export const addressOf = (f, queue = '') => `/review/${f.dossierTemplateId}/${f.dossierId}/${f.id}${queue ? '?queue=' + queue : ''}`;

/** The same as a link. */
export const linkTo = (f, queue = '') => base + addressOf(f, queue);
