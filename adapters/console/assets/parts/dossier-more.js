// @ts-check
// What is done with a dossier less often than with its files.

import {del, dossierPath, filePath, get, post} from '../api.js';
import {t} from '../i18n.js';
import {go, personName} from './context.js';
import {chooseDialog} from './dialogs.js';
import {archive} from './dossier-acts.js';
import {toast} from './feedback.js';
import {csvOf, saveFile} from './save.js';
import {upload} from './uploads.js';

const mostAtOnce = 500; // files of one answer
const mostSamples = 3;

/** Offers what can be done with the dossier of a screen. */
export async function chooseMore(screen) {
  const {dossier} = screen;
  const run = await chooseDialog(t('dossier.more'), [{value: () => reportFiles(screen), words: t('files.report'), icon: 'download'}, ...(!screen.mayEdit ? [] : [
    ...(screen.counts.all ? [{value: () => reanalyseAll(screen), words: t('dossier.reanalyse'), icon: 'history'}] : []),
    {value: () => archive([dossier], {tell: () => {}, again: () => screen.load(true)}), words: t('dossier.archive'), icon: 'folder'},
    {value: () => deleteAll(screen), words: t('dossier.delete'), icon: 'trash'}])]);
  run?.();
}

const reanalyseAll = (screen) => screen.change(async () => {
  const {fileIds} = await post(dossierPath(screen.dossier) + '/reanalyse');
  toast(t('files.analysing', {n: fileIds.length}));
});

async function deleteAll(screen) {
  const {id, name} = screen.dossier;
  const path = dossierPath(screen.dossier);
  if (!await screen.change(() => del(path), false)) return;
  toast(t('dossier.deleted', {name}), {undo: async () => { await post(path + '/restore'); go('/dossiers/' + id); }});
  go('/dossiers');
}

/** Gives the files of the list away with their states, as csv. */
const reportFiles = (screen) => screen.change(async () => {
  const lines = [['files.name', 'review.pages', 'files.workflow', 'files.attention', 'files.processing', 'files.assignee', 'files.changed'].map((c) => t(c))];
  for (let cursor; cursor !== null;) {
    const page = await screen.readRows(mostAtOnce, cursor);
    if (!page) return; // another list is shown
    lines.push(...page.rows.map((f) => [f.filename, String(f.numberOfPages), t('workflow.' + f.workflowStatus), String(f.attention ?? ''),
      f.processingStatus === 'PROCESSED' ? '' : f.fileErrorInfo?.cause || t('processing.' + f.processingStatus), personName(f.assignee), f.lastUpdated ?? f.added]));
    cursor = page.cursor;
  }
  saveFile(screen.dossier.name + '.csv', csvOf(lines));
}, false);

/** Brings copies of files of the demo that one may read, of the same template where there are some. */
export const bringSamples = (screen) => screen.change(async () => {
  const ask = (query) => get('/files', {...query, processingStatus: 'PROCESSED', limit: mostSamples}).then((page) => page.files);
  const same = await ask({dossierTemplateId: screen.dossier.dossierTemplateId});
  const from = same.length ? same : await ask({});
  upload(screen.dossier, await Promise.all(from.map(async (f) => new File([await get(filePath(f) + '/content', {}, {as: 'blob'})], f.filename))));
}, false);
