// @ts-check
// My downloads: packages that were asked for.

import {html, nothing} from '../vendor/lit.js';
import {del, dossierPath, get, post} from '../api.js';
import {formatSize, t} from '../i18n.js';
import {Screen, failureWords, icon} from '../parts/base.js';
import {base, findDossiers} from '../parts/context.js';
import {toast} from '../parts/feedback.js';
import {timeView} from '../parts/files.js';
import {moveFocus} from '../parts/rows.js';

class Downloads extends Screen {
  heading() { return t('nav.downloads'); }

  wants() { return (e) => e.type.startsWith('download.'); }

  async read(background) {
    const {downloadStatus} = await get('/downloads', {}, {background});
    const dossiers = await findDossiers([...new Set(downloadStatus.map((d) => d.dossierId))], background);
    Object.assign(this, {downloads: downloadStatus.sort((a, b) => b.creationDate.localeCompare(a.creationDate)), dossiers});
  }

  keys() {
    return [{keys: 'j, ArrowDown', words: t('keys.next'), run: () => moveFocus(this, 1)}, {keys: 'k, ArrowUp', words: t('keys.previous'), run: () => moveFocus(this, -1)}];
  }

  async deletePackage(d) {
    try {
      await del('/downloads/' + d.id);
      this.load(true);
    } catch (error) {
      toast(failureWords(error), {bad: true});
    }
  }

  /** Has the same made of the files as they are now. */
  async makeAgain({dossierId, fileIds, downloadFileTypes, reportTemplateIds}) {
    try {
      await post(dossierPath(this.dossiers.get(dossierId)) + '/files/bulk-download', {fileIds, downloadFileTypes, reportTemplateIds}, {key: true});
      this.load(true);
    } catch (error) {
      toast(failureWords(error), {bad: true});
    }
  }

  row(d) {
    const dossier = this.dossiers.get(d.dossierId);
    const left = d.omitted?.length ? html`<div class="soft">${t('download.omitted', {n: d.omitted.length})}</div>` : nothing;
    return html`<tr><td>${d.status === 'READY' ? html`<a data-row href=${'/console/api/downloads/' + d.id + '/content'} download>${d.filename}</a>` : html`<span data-row tabindex="-1">${d.filename}</span>`} <span class="soft">${t('count.files', {n: d.fileIds.length})}</span>${left}${d.errorCause ? html`<div class="bad">${d.errorCause}</div>` : nothing}</td>
      <td>${dossier ? html`<a href=${base + '/dossiers/' + dossier.id}>${dossier.name}</a>` : nothing}</td>
      <td>${d.status === 'READY' ? html`<span class="chip approved">${icon('full')}${t('download.READY')}</span>` : d.status === 'FAILED' ? html`<span class="chip error">${icon('warning')}${t('download.FAILED')}</span>` :
        html`<span class="chip busy"><span class="moving" aria-hidden="true"></span>${t('download.' + d.status)}</span>`}</td>
      <td class="number">${d.fileSize ? formatSize(d.fileSize) : ''}</td><td class="soft">${timeView(d.creationDate)}</td><td class="soft">${timeView(d.lastDownload)}</td>
      <td class="actions">${dossier ? html`<button class="quiet" title=${t('download.again')} aria-label=${t('download.again-of', {name: d.filename})} @click=${() => this.makeAgain(d)}>${icon('history')}</button>` : nothing}<button class="quiet" aria-label=${t('download.delete', {name: d.filename})} @click=${() => this.deletePackage(d)}>${icon('trash')}</button></td></tr>`;
  }

  view() {
    return html`<h1>${t('nav.downloads')}</h1>${this.downloads.length ? html`<div class="scroll"><table class="table"><thead><tr>${['package', 'dossier', 'state', 'size', 'made', 'fetched'].map((c) => html`<th scope="col">${t('download.' + c)}</th>`)}
      <th scope="col"><span class="hidden">${t('download.actions')}</span></th></tr></thead><tbody>${this.downloads.map((d) => this.row(d))}</tbody></table></div>` :
      html`<p class="empty card">${t('download.none')} <a class="button" href=${base + '/dossiers'}>${t('nav.dossiers')}</a></p>`}`;
  }
}
customElements.define('dk-downloads', Downloads);
