// @ts-check
// Trash: dossiers and files that were deleted and can be restored until their time is over.

import {html, nothing} from '../vendor/lit.js';
import {del, dossierPath, filePath, get, post} from '../api.js';
import {t} from '../i18n.js';
import {icon} from '../parts/base.js';
import {hasRole, personName} from '../parts/context.js';
import {readDossier, tabKeys, viewHead} from '../parts/dossiers.js';
import {toast} from '../parts/feedback.js';
import {timeView} from '../parts/files.js';
import {ListScreen} from '../parts/list-screen.js';
import {lazy} from '../parts/load.js';
import {formatSize, readPages} from '../parts/lists.js';

const loadDialogs = lazy(() => import('../parts/dialogs.js'));

const further = 500; // entries that are shown more
const nameInUse = 'A file with this name exists'; // as the service says it

class Trash extends ListScreen {
  wanted = 0; // entries that were asked for
  total = 0; // entries of the trash

  heading() {
    return this.dossier?.name ?? t('nav.trash');
  }

  wants() {
    return (/** @type {LiveEvent} */ e) => /^(dossier|file)\..*(deleted|restored|archived)$/.test(e.type);
  }

  /** @param {import('../api.js').Call} o */
  async read(o) {
    await readDossier(this, o);
    const wanted = Math.max(this.wanted, this.rowsToRead);
    const page = await readPages(wanted, undefined, async (limit, cursor) => {
      const {entries, total, nextCursor} = await get('/trash', {dossierId: this.params.id, limit, cursor}, o);
      return {rows: entries, total, cursor: nextCursor};
    });
    Object.assign(this, page);
    this.keepChosen();
  }

  get listed() {
    return this.rows.filter((e) => e.mayRestore);
  }

  keys() {
    return [...this.rowKeys(), ...tabKeys(this.params.id), ...(hasRole('MANAGER') ? this.choosingKeys() : [])];
  }

  /** @param {Api.TrashEntry} e */
  pathOf(e) {
    return e.kind === 'FILE' ? filePath(e) : dossierPath(e);
  }

  /** Restores an entry; a file whose name another one has meanwhile is asked for another. @param {Api.TrashEntry} e */
  restore(e) {
    const restore = async (/** @type {string} */ filename) => {
      await post(this.pathOf(e) + '/restore', undefined, {query: {filename}});
      toast(t('trash.restored', {name: filename || e.name}));
      await this.load(true);
    };
    return this.change(
      () =>
        restore('').catch(async (error) => {
          if (error.status !== 409 || e.kind !== 'FILE' || !error.message.startsWith(nameInUse)) throw error;
          const {openForm} = await loadDialogs();
          return openForm(t('trash.rename', {name: e.name}), {
            action: t('trash.restore'),
            fieldOf: () => 'name',
            store: (f) => restore(String(f.get('name'))),
            fields: ({beside}) =>
              html`<p>${t('trash.rename-more')}</p>
                <label
                  >${t('dossiers.name')}<input
                    name="name"
                    required
                    maxlength="255"
                    autocomplete="off"
                    autofocus
                    value=${e.name.replace(/(\.[^.]*)?$/, ' (2)$1')} /></label
                >${beside('name')}`
          });
        }),
      false
    );
  }

  /** Restores what is chosen: the files of a dossier by one request, all of them or none. */
  restoreChosen() {
    const chosen = this.rows.filter((e) => this.chosen.has(e.id));
    return this.change(async () => {
      for (const d of chosen.filter((e) => e.kind === 'DOSSIER')) await post(dossierPath(d) + '/restore');
      const files = Map.groupBy(
        chosen.filter((e) => e.kind === 'FILE'),
        (e) => e.dossierId
      );
      for (const some of files.values())
        await post(dossierPath({...some[0], id: some[0].dossierId}) + '/files/restore', {
          fileIds: some.map((f) => f.id)
        });
      toast(t('trash.restored-many', {n: chosen.length}));
    });
  }

  /** @param {Api.TrashEntry} e */
  async erase(e) {
    const {eraseDialog} = await loadDialogs();
    if (
      !(await eraseDialog(t('erase.action'), t(e.kind === 'FILE' ? 'erase.file' : 'erase.dossier'), e.name, () =>
        del(this.pathOf(e) + '?deletePermanently=true')
      ))
    )
      return;
    toast(t('erase.done', {name: e.name}));
    await this.load(true);
  }

  /** @param {Api.TrashEntry} e */
  row(e) {
    const by = e.deletedBy && personName(e.deletedBy);
    const size = e.kind === 'FILE' ? formatSize(e.size ?? 0) : e.files === null ? '' : t('count.files', {n: e.files});
    return html`<tr data-trash=${e.id}>
      ${hasRole('MANAGER') ? this.renderChoice(e, !e.mayRestore) : nothing}
      <td>
        ${e.kind === 'DOSSIER' ? icon('folder', t('trash.dossier')) : nothing}
        <span data-row tabindex="-1"><strong>${e.name}</strong></span>
      </td>
      <td>${e.kind === 'FILE' ? e.dossierName : t('dossier.owner', {name: personName(e.ownerId)})}</td>
      <td class="number">${size}</td>
      <td class="soft">${timeView(e.softDeletedTime)}${by ? html`<div>${by}</div>` : nothing}</td>
      <td class="soft">${timeView(e.purgeTime)}</td>
      <td class="actions">
        ${
          e.mayRestore
            ? html`<button @click=${() => this.restore(e)}>
                ${icon('undo')}${t('trash.restore')}<span class="hidden"> ${e.name}</span>
              </button>`
            : nothing
        }
        ${
          e.mayDeletePermanently
            ? html`<button @click=${() => this.erase(e)}>
                ${icon('trash')}${t('erase.action')}<span class="hidden"> ${e.name}</span>
              </button>`
            : nothing
        }
      </td>
    </tr>`;
  }

  view() {
    const title = html`${viewHead(this.dossier, 'trash')}
      <p class="soft">${t('trash.more')}</p>`;
    if (!this.rows.length)
      return html`${title}
        <p class="empty card">${t('trash.none')}</p>`;
    return html`${title}${
        this.chosen.size
          ? html`<p>
              <button class="main" @click=${() => this.restoreChosen()}>
                ${icon('undo')}${t('trash.restore-many', {n: this.chosen.size})}
              </button>
            </p>`
          : nothing
      }
      <div class="scroll">
        <table class="table">
          <thead>
            <tr>
              ${hasRole('MANAGER') ? this.renderChooseAll() : nothing}
              ${['dossiers.name', 'trash.where', 'download.size', 'trash.deleted', 'trash.until', 'trash.actions'].map(
                (c) => html`<th scope="col">${t(c)}</th>`
              )}
            </tr>
          </thead>
          <tbody>
            ${this.rows.map((e) => this.row(e))}
          </tbody>
        </table>
      </div>
      <p class="soft">
        ${t('trash.shown', {n: this.total, shown: this.rows.length})}
        ${
          this.cursor
            ? html`<button
                @click=${() => {
                  this.wanted = this.rows.length + further;
                  void this.load(true);
                }}
              >
                ${t('files.more')}
              </button>`
            : nothing
        }
      </p>`;
  }
}
customElements.define('dk-trash', Trash);
