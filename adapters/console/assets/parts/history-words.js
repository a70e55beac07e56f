// @ts-check
// Sentences of a history, in the language of the reader: made of the type of an event and what it changed.

import {formatDay, has, t} from '../i18n.js';
import {firstNames, personName} from './context.js';

const mostValues = 5; // of a component that a sentence names

/** Steps of the service between the events that people ask about. */
export const unsaid = new Set(['file.run-opened', 'file.run-released', 'file.processing-changed']);

/** Kinds of events, as the service is asked for them. @type {Record<string, string[]>} */
export const kinds = {
  values: ['component.'],
  people: ['file.assigned', 'file.workflow-changed'],
  files: [
    ...['uploaded', 'replaced', 'renamed', 'soft-deleted', 'restored', 'permanently-deleted'].map((e) => 'file.' + e),
    ...['entries-skipped', 'attributes-set', 'extraction-changed'].map((e) => 'file.' + e)
  ],
  analysis: ['file.analysed', 'file.failed', 'file.reanalysis-requested'],
  dossier: ['dossier.']
};

/** The fields of a dossier, by their names in events. @type {Record<string, string>} */
const dossierFields = {
  name: 'dossiers.name',
  description: 'dossiers.description',
  ownerId: 'dossiers.owner',
  memberIds: 'dossiers.members',
  approverIds: 'dossier.approvers',
  reportTemplateIds: 'dossier.reports',
  dossierStatusId: 'dossiers.status',
  dueDate: 'dossiers.due'
};

/** Who did it, by the name for people. */
export const actorName = (/** @type {Api.Actor} */ {id, username}) =>
  id ? personName(id) || username : t('history.service');

/**
 * Some values in words; those of content that is deleted for good are none.
 * @param {string[] | null | undefined} values
 */
const valueWords = (values) => (values ? firstNames(values, mostValues) || t('history.no-value') : t('history.erased'));

/** Who came and who went, in words. @param {string[]} before @param {string[]} now */
function peopleWords(before, now) {
  const names = (/** @type {string[]} */ ids) =>
    firstNames(ids.map((/** @type {string} */ id) => personName(id) || t('history.somebody')));
  const added = now.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !now.includes(id));
  return [
    added.length ? t('history.added', {names: names(added)}) : '',
    removed.length ? t('history.removed', {names: names(removed)}) : ''
  ].filter(Boolean);
}

/**
 * What changed of a dossier: the names of its fields, with the people and days that they have now.
 * @param {Record<string, any>} data
 */
function changedFields(data) {
  return Object.keys(dossierFields)
    .filter((field) => field in data)
    .map((field) => {
      const before = 'previous' + field.charAt(0).toUpperCase() + field.slice(1);
      const [was, is] = [data[before], data[field]];
      const detail = Array.isArray(is) && field !== 'reportTemplateIds' ? peopleWords(was ?? [], is) : [];
      if (field === 'ownerId' && is) detail.push(personName(is));
      if (field === 'dueDate' && is) detail.push(formatDay(is));
      if (field === 'name' && is) detail.push(is);
      return t(dossierFields[field]) + (detail.length ? ` (${detail.join('; ')})` : '');
    })
    .join(', ');
}

/** The key of the words of an event, which tells apart what one type may mean. */
function keyOf(/** @type {{type: string, data: Record<string, any>}} */ {type, data}) {
  if (type === 'dossier.updated' && data.takenOver) return 'event.dossier.taken-over';
  if (type === 'file.assigned' && !data.assignee) return 'event.file.unassigned';
  if (type === 'file.extraction-changed' && !data.excludedFromAutomaticAnalysis) return 'event.file.extraction-on';
  if (type === 'file.failed' && !data.cause) return 'event.file.failed-somehow';
  return 'event.' + type;
}

/**
 * The sentence for an event; those without words of ours are told as the service does.
 * @param {any} e
 * @param {(name: string) => string} nameOf what people call a component
 */
export function sentence(e, nameOf) {
  const data = e.data ?? {};
  const key = keyOf({type: e.type, data});
  if (!has(key)) return e.summary;
  const components = (data.components ?? []).map((/** @type {any} names alone, of old events */ c) =>
    nameOf(c.name ?? c)
  );
  const named = 'name' in data ? (data.name === null ? null : nameOf(data.name)) : null;
  const words = t(key, {
    who: actorName(e.actor),
    name: named ?? (components.length ? firstNames(components, mostValues) : t('history.erased')),
    values: valueWords(data.values),
    before: valueWords(data.previousValues),
    to: data.workflowStatus ? t('workflow.' + data.workflowStatus) : personName(data.assignee),
    attributes: firstNames(Object.values(data.fileAttributes ?? data.dossierAttributes ?? {}).filter(Boolean)),
    fields: changedFields(data),
    version: data.version,
    cause: data.cause,
    names: firstNames(
      (data.entries ?? []).map((/** @type {{name: string}} */ skipped) => skipped.name).filter(Boolean)
    ),
    n: data.numberOfComponentValues ?? data.numberOfEntries ?? 0
  });
  return data.byNonMember ? t('history.outside', {words}) : words;
}
