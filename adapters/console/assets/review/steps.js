// @ts-check
// The steps of a file among people: which of them somebody may take.

/**
 * @typedef {{to: string, key: string, onward?: boolean, leaves?: boolean}} Step key names its words; onward marks one
 * that
 *   ends the work of whoever takes it; leaves marks one after which the next file is shown
 */

/**
 * The next steps of a file, the main one first. A file that nobody has begun is begun by the step that ends the work on
 * it.
 * @param {any} file @param {any} dossier @param {string} me
 * @returns {Step[]}
 */
export function stepsOf(file, dossier, me) {
  if (!dossier?.memberIds.includes(me) || file.dossierArchived) return [];
  const owner = dossier.ownerId === me;
  const mine = file.assignee === me;
  const end = {onward: true, leaves: true};
  const send = dossier.approverIds.length
    ? {to: 'UNDER_APPROVAL', key: 'step.send', ...end}
    : {to: 'APPROVED', key: 'step.approve', ...end};
  const start = {to: 'UNDER_REVIEW', key: 'step.start'};
  const back = {to: 'UNDER_REVIEW', key: 'step.back', leaves: mine};
  switch (file.workflowStatus) {
    case 'NEW':
      return file.processingStatus === 'PROCESSED' ? [send, start] : [start];
    case 'UNDER_REVIEW':
      return mine || owner ? [send] : [];
    case 'UNDER_APPROVAL':
      return [
        ...(mine ? [{to: 'APPROVED', key: 'step.approve', ...end}] : []),
        ...(mine || owner || file.lastReviewer === me ? [back] : [])
      ];
    case 'APPROVED':
      return owner || file.lastApprover === me ? [{to: 'UNDER_REVIEW', key: 'step.reopen'}] : [];
  }
  return [];
}
