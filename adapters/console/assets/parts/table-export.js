// @ts-check
// The values of all files of a dossier as a file.

import {call, dossierPath, get} from '../api.js';
import {t} from '../i18n.js';
import {csvOf, saveFile} from './lists.js';
import {wordsOf} from './table-rows.js';

/**
 * Gives a table away as a file: as it is shown, or as the service has it.
 * @param {any} table
 * @param {string} kind csv, json or xml
 */
export async function exportTable(table, kind) {
  const path = dossierPath(table.dossier);
  /** @type {{columns: {name: string, display: string}[]}} */
  const {columns} = table.shown;
  /** @type {{rows: {filename: string, cells: Map<string, any>}[]}} */
  const {rows} = table;
  const lines = [
    [t('files.name'), ...columns.map((c) => c.display)],
    ...rows.map((r) => [r.filename, ...columns.map((c) => wordsOf(r.cells.get(c.name)))])
  ];
  const blob =
    kind === 'csv'
      ? csvOf(lines)
      : kind === 'xml'
        ? await call('GET', path + '/components.xml', {as: 'blob'})
        : new Blob([JSON.stringify(await get(path + '/components'), null, 1)], {type: 'application/json'});
  saveFile(`${table.dossier.name}.${kind}`, blob);
}
