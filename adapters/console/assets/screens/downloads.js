// @ts-check
// My downloads: packages that were asked for.

import {html, nothing} from '../vendor/lit.js';
import {del, dossierPath, get, post} from '../api.js';
import {t} from '../i18n.js';
import {icon} from '../parts/base.js';
import {base} from '../parts/context.js';
import {findDossiers, readDossier, tabKeys, viewHead} from '../parts/dossiers.js';
import {timeView} from '../parts/files.js';
import {ListScreen} from '../parts/list-screen.js';
import {formatSize} from '../parts/lists.js';

class Downloads extends ListScreen {
  /** @type {Api.Download[]} */
  downloads = [];
  /** @type {Map<string, Api.Dossier>} */
  dossiers = new Map();

  heading() {
    return this.dossier?.name ?? t('nav.downloads');
  }

  wants() {
    return (/** @type {LiveEvent} */ e) => e.type.startsWith('download.');
  }

  /** @param {import('../api.js').Call} o */
  async read(o) {
    /** @type {[{downloadStatus: Api.Download[]}, void]} */
    const [answer] = await Promise.all([get('/downloads', {}, o), readDossier(this, o)]);
    const downloadStatus = answer.downloadStatus.filter((d) => !this.dossier || d.dossierId === this.dossier.id);
    const dossiers = await findDossiers([...new Set(downloadStatus.map((d) => d.dossierId))], o);
    Object.assign(this, {
      downloads: downloadStatus.sort((a, b) => b.creationDate.localeCompare(a.creationDate)),
      dossiers
    });
  }

  keys() {
    return [...this.rowKeys(), ...tabKeys(this.params.id)];
  }

  /** Has the same made of the files as they are now. */
  makeAgain(/** @type {Api.Download} */ {dossierId, fileIds, downloadFileTypes, reportTemplateIds}) {
    const key = crypto.randomUUID();
    return this.change(() =>
      post(
        dossierPath(/** @type {Api.Dossier} */ (this.dossiers.get(dossierId))) + '/files/bulk-download',
        {fileIds, downloadFileTypes, reportTemplateIds},
        {key}
      )
    );
  }

  /** @param {Api.Download} d */
  row(d) {
    const dossier = this.dossiers.get(d.dossierId);
    const left = d.omitted?.length
      ? html`<div class="soft">${t('download.omitted', {n: d.omitted.length})}</div>`
      : nothing;
    return html`<tr data-download=${d.id}>
      <td>
        ${
          d.status === 'READY'
            ? html`<a data-row href=${'/console/api/downloads/' + d.id + '/content'} download>${d.filename}</a>`
            : html`<span data-row tabindex="-1">${d.filename}</span>`
        }
        <span class="soft">${t('count.files', {n: d.fileIds.length})}</span
        >${left}${d.errorCause ? html`<div class="bad">${d.errorCause}</div>` : nothing}
      </td>
      <td>${dossier ? html`<a href=${base + '/dossiers/' + dossier.id}>${dossier.name}</a>` : nothing}</td>
      <td>
        ${
          d.status === 'READY'
            ? html`<span class="chip approved">${icon('full')}${t('download.READY')}</span>`
            : d.status === 'FAILED'
              ? html`<span class="chip error">${icon('warning')}${t('processing.ERROR')}</span>`
              : html`<span class="chip busy"
                  ><span class="moving" aria-hidden="true"></span>${t('download.' + d.status)}</span
                >`
        }
      </td>
      <td class="number">${d.fileSize ? formatSize(d.fileSize) : ''}</td>
      <td class="soft">${timeView(d.creationDate)}</td>
      <td class="soft">${timeView(d.lastDownload)}</td>
      <td class="actions">
        ${
          d.status === 'READY'
            ? html`<a class="button" href=${'/console/api/downloads/' + d.id + '/content'} download
                >${icon('download')}${t('files.download')}<span class="hidden"> ${d.filename}</span></a
              > `
            : nothing
        }${
          dossier
            ? html`<button
                class="quiet"
                title=${t('download.again', {name: d.filename})}
                aria-label=${t('download.again', {name: d.filename})}
                @click=${() => this.makeAgain(d)}
              >
                ${icon('history')}
              </button>`
            : nothing
        }<button
          class="quiet"
          aria-label=${t('download.delete', {name: d.filename})}
          @click=${() => this.change(() => del('/downloads/' + d.id))}
        >
          ${icon('trash')}
        </button>
      </td>
    </tr>`;
  }

  view() {
    return html`${viewHead(this.dossier, 'downloads')}${
      this.downloads.length
        ? html`<div class="scroll">
            <table class="table">
              <thead>
                <tr>
                  ${[
                    'download.package',
                    'trash.dossier',
                    'dossiers.status',
                    'download.size',
                    'download.made',
                    'download.fetched'
                  ].map((c) => html`<th scope="col">${t(c)}</th>`)}
                  <th scope="col"><span class="hidden">${t('trash.actions')}</span></th>
                </tr>
              </thead>
              <tbody>
                ${this.downloads.map((d) => this.row(d))}
              </tbody>
            </table>
          </div>`
        : html`<p class="empty card">
            ${t('download.none')} <a class="button" href=${base + '/dossiers'}>${t('nav.dossiers')}</a>
          </p>`
    }`;
  }
}
customElements.define('dk-downloads', Downloads);
