// @ts-check
// One dossier: bring files in, see them through, take results out.

import {html, nothing} from '../vendor/lit.js';
import {dossierPath, get} from '../api.js';
import {t} from '../i18n.js';
import {go, personName, session} from '../parts/context.js';
import {headView} from '../parts/dossier-head.js';
import {readDossier, readTerms, tabKeys, tabsView, termsOf} from '../parts/dossiers.js';
import {listenForFiles} from '../parts/dropped.js';
import {emptyView, tableView} from '../parts/file-table.js';
import {isBusy} from '../parts/files.js';
import {readPages} from '../parts/lists.js';
import {ListScreen} from '../parts/list-screen.js';
import {lazy} from '../parts/load.js';
import {addressOf, filters, isOpen, listPath, queueOf} from '../parts/queue.js';

const loadActs = lazy(() => import('../parts/files-acts.js'));
const loadAttributes = lazy(() => import('../parts/attributes.js'));
const loadDossierActs = lazy(() => import('../parts/dossier-acts.js'));
const loadForm = lazy(() => import('../parts/dossier-form.js'));
const loadPackageForm = lazy(() => import('../parts/package-form.js'));
const loadHistory = lazy(() => import('../parts/history.js'));
const loadUploadForm = lazy(() => import('../parts/upload-form.js'));

/** What is done with several files: functions of files-acts.js, their words, keys and pictures. */
const acts = [
  ['assignToMe', 'files.assign-me', 'i', 'user'],
  ['chooseAssignee', 'files.assign', '', 'user'],
  ['chooseStep', 'files.step', '', 'half'],
  ['setAttribute', 'files.attributes', '', 'pencil'],
  ['reanalyse', 'files.again', '', 'history'],
  ['download', 'files.download', '', 'download'],
  ['remove', 'dossier.delete', '', 'trash']
];
class Dossier extends ListScreen {
  /** @type {IntersectionObserver | undefined} of the end of the list */
  end;
  /** @type {Record<string, number>} files of each list */
  counts = {};
  panel = false;
  over = false;
  mayTell = false; // whether what shows attributes is loaded

  attach() {
    const ticking = setInterval(() => {
      if (this.rows.some(isBusy)) this.requestUpdate();
    }, 1000);
    const ignore = listenForFiles({
      may: () => this.mayUpload,
      over: (over) => {
        if (over !== this.over) this.set({over});
      },
      bring: (files) => this.bring(files)
    });
    return [
      ...super.attach(),
      () => {
        ignore();
        clearInterval(ticking);
      }
    ];
  }

  wants() {
    return (/** @type {import('../live.js').Event} */ e) => e.dossierId === this.params.id;
  }

  /** @param {import('../api.js').Call} o */
  async read(o) {
    await readDossier(this, o);
    void readTerms([this.dossier.dossierTemplateId]).then(async () => {
      if (this.fileAttributes.length) await loadAttributes();
      this.set({mayTell: true});
    });
    if (!this.member) return;
    const [page, all, open] = await Promise.all([
      this.readRows(this.rowsToRead, null, o),
      this.ask({limit: 1, counts: true}, o),
      this.ask({...filters.review, limit: 1, counts: true}, o)
    ]);
    if (page) Object.assign(this, {...page, rows: this.placed(page.rows)});
    const {workflowStatus, processingStatus, hasUpdates} = all.counts;
    this.counts = {
      all: all.total,
      review: open.total,
      mine: open.counts.assignee.me,
      free: open.counts.assignee.none,
      attention: open.counts.attention,
      updates: hasUpdates,
      errors: processingStatus.ERROR ?? 0,
      approved: workflowStatus.APPROVED ?? 0
    };
    this.keepChosen();
  }

  /** @param {Record<string, any>} query */
  ask(query, o = {}) {
    return get(dossierPath(this.dossier) + '/files', {...query, includeArchived: !!this.dossier.archivedTime}, o);
  }

  /**
   * Reads files of the list that is shown; null when another one is shown meanwhile.
   * @param {number} wanted
   * @param {string | null} from
   */
  readRows(wanted, from, o = {}) {
    const list = () => JSON.stringify([this.show, this.sort, this.text, this.params.id]);
    const asked = list();
    return readPages(wanted, from, async (limit, cursor) => {
      const query = {...(filters[this.show] ?? filters.all), sort: this.sort, q: this.text, limit, cursor};
      const page = await this.ask(query, o);
      return asked === list() ? {rows: page.fileStatus, cursor: page.nextCursor} : null;
    });
  }

  /** Shows the list narrowed in another way. @param {{show?: string, sort?: string, text?: string}} to */
  narrow({show = this.show, sort = this.sort, text = this.text}) {
    go(listPath(this.params.id, show, sort, text), true);
  }

  /** @param {Record<string, any>} query @param {Record<string, string>} params */
  moveTo(params, query) {
    if (params.id !== this.params.id) return false;
    const {text} = this;
    this.set({query});
    if (text === this.text) void this.readAnew();
    else this.readSoon();
    return true;
  }

  get isMember() {
    return this.dossier?.memberIds.includes(session.id);
  }
  get mayUpload() {
    return this.isMember && !this.dossier.archivedTime;
  }
  /** The attributes of files that stand in their rows. */
  get fileAttributes() {
    return termsOf(this.dossier.dossierTemplateId).ofFiles;
  }
  get show() {
    return this.query.get('show') ?? 'all';
  }
  get sort() {
    return this.query.get('sort') ?? 'added';
  }
  get text() {
    return this.query.get('q') ?? '';
  }

  /** The lists that have files, all of them, and the one that is shown. */
  get shownLists() {
    return Object.keys(filters).filter((name) => name === 'all' || name === this.show || this.counts[name]);
  }

  /**
   * The queue that leads on from a file of the list: the list as it is, or of all files those that can be reviewed.
   * @param {Api.File} f
   */
  queueFrom(f) {
    return this.show === 'all' && !isOpen(f) ? 'all' : queueOf(this.show, this.sort, this.text);
  }

  keys() {
    return [
      ...this.rowKeys(true),
      ...this.choosingKeys(),
      {keys: '.', words: t('keys.menu'), run: () => this.showMenu()},
      {keys: 'r', words: t('files.workflow'), run: () => this.review()},
      {keys: 'Shift+U', words: t('upload.action'), run: () => this.pickFiles()},
      {keys: 'd', words: t('files.download'), run: () => this.download()},
      {keys: 'i', words: t('files.assign-me'), run: () => this.act('assignToMe')},
      ...tabKeys(this.params.id),
      {keys: 'e', words: t('dossier.edit'), run: () => this.edit()},
      {keys: 'h', words: t('panel.history'), run: () => this.showHistory()}
    ];
  }

  async showHistory() {
    if (!this.isMember) return;
    await loadHistory();
    this.set({panel: !this.panel});
  }

  /** What may be done with chosen files: of an archived dossier, nothing that changes them. */
  get acts() {
    return this.isMember ? acts.filter(([name]) => this.mayUpload || name === 'download') : [];
  }

  loadActs() {
    return loadActs();
  }

  chosenWords() {
    return t('files.chosen', {n: this.chosen.size});
  }

  pickFiles() {
    if (this.mayUpload) /** @type {any} */ (this.querySelector('input[type=file]'))?.click();
  }

  /**
   * Takes files in; those whose names are there are asked about first. Without files, a form asks for them, and how
   * they are to be taken in.
   * @param {File[]} [files]
   */
  bring(files) {
    return this.change(async () => {
      const form = await loadUploadForm();
      return files ? form.bringFiles(this.dossier, files) : form.openUploadForm(this.dossier);
    }, false);
  }

  async review() {
    const first =
      this.rows.find(isOpen) ?? (await this.ask({...filters.review, limit: 1})).fileStatus[0] ?? this.rows[0];
    if (first) go(addressOf(first, this.queueFrom(first)));
  }

  async download() {
    if (!this.isMember) return;
    const ids = [...this.chosen];
    const {openPackageForm} = await loadPackageForm();
    if (await openPackageForm(this.dossier, ids, ids.length || this.counts.all)) go('/downloads');
  }

  /** Opens the menu of what else is done with the dossier. */
  async chooseMore() {
    void (await loadDossierActs()).chooseMore(this);
  }

  /** Takes in sample files, of a demo. */
  async bringSamples() {
    void (await loadDossierActs()).bringSamples(this);
  }

  async edit() {
    if (!this.mayEdit) return;
    const {openDossierForm} = await loadForm();
    if (await openDossierForm(this.dossier)) void this.load(true);
  }

  get mayEdit() {
    return this.dossier.ownerId === session.id && !this.dossier.archivedTime;
  }

  /** Reads more when the end of the list comes into sight. */
  updated() {
    const button = this.querySelector('.more-rows button');
    this.end ??= new IntersectionObserver(
      (seen) => {
        if (seen.some((s) => s.isIntersecting)) void this.readMore();
      },
      {rootMargin: '100% 0px'}
    );
    this.end.disconnect();
    if (button) this.end.observe(button);
  }

  view() {
    return html`${headView(this)}
    ${
      this.member
        ? html`${tabsView(this.params.id, 'files')}
            <div class="filters">
              ${this.renderSearch(this.text, (/** @type {string} */ text) => this.narrow({text}))}
              ${this.shownLists.map(
                (name) =>
                  html`<button aria-pressed=${this.show === name} @click=${() => this.narrow({show: name})}
                    >${t('show.' + name)}<span class="count">${this.counts[name] ?? 0}</span></button
                  >`
              )}
            </div>
            <div class=${this.panel ? 'beside' : ''}>
              <div>${this.renderBulk()}${this.counts.all ? tableView(this) : emptyView(this)}</div>
              ${
                this.panel
                  ? html`<aside class="panel" aria-label=${t('panel.history')}>
                      <h2>${t('panel.history')}</h2>
                      <dk-history
                        .path=${dossierPath(this.dossier)}
                        .files=${true}
                        .about=${(/** @type {import('../live.js').Event} */ e) => e.dossierId === this.params.id}
                      ></dk-history>
                    </aside>`
                  : nothing
              }
            </div>`
        : html`<p class="banner">${t('dossier.not-member', {name: personName(this.dossier.ownerId)})}</p>`
    }`;
  }
}
/** @typedef {Dossier} Self */
customElements.define('dk-dossier', Dossier);
