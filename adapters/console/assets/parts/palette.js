// @ts-check
// What goes to anything by a few letters: actions, screens, files, dossiers, values and templates.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {keysInForce} from '../keys.js';
import {keepChoice, keyWords, showKeys, signOut, wordsOf} from './account.js';
import {go, hasRole, readsFiles} from './context.js';
import {openDialog} from './dialogs.js';
import {listDossiers, loadTemplates} from './dossiers.js';
import {say} from './feedback.js';
import {listFiles} from './files.js';
import {lazy} from './load.js';
import './more-styles.js';
import {addressOf, queryOf} from './queue.js';

const loadForm = lazy(() => import('./dossier-form.js'));
const most = 8; // of each group
const leastLetters = 2; // from which on values are looked for
const mostPages = 20; // that are looked through for values

/** @typedef {{group: string, words: string, hint?: string, keys?: string, run: () => void}} Entry */

/**
 * How well letters fit words: 0 at their beginning, 1 within, 2 one after the other, -1 not at all.
 * @param {string} letters
 * @param {string} words
 */
export function fitOf(letters, words) {
  const [a, b] = [letters.toLowerCase().trim(), words.toLowerCase()];
  const at = b.indexOf(a);
  if (at >= 0) return at > 0 ? 1 : 0;
  let from = 0;
  for (const letter of a) {
    from = b.indexOf(letter, from) + 1;
    if (!from) return -1;
  }
  return 2;
}

/** Opens the first file that waits for the person, else the first that nobody has. */
export async function reviewNext() {
  for (const queue of ['me', 'nobody']) {
    const {files} = await listFiles({...queryOf(queue), limit: 1});
    if (files.length) return go(addressOf(files[0], queue));
  }
  say(t('home.no-mine'));
}

/** What can be done on every screen. @returns {Entry[]} */
function commonActions() {
  const themes = ['system', 'light', 'dark'].map((theme) => ({
    words: t('account.theme') + ': ' + t('theme.' + theme),
    run: () => keepChoice('theme', theme)
  }));
  const all = [
    ...(readsFiles() ? [{words: t('home.review'), run: () => reviewNext()}] : []),
    ...(hasRole('MANAGER') ? [{words: t('dossiers.create'), run: async () => (await loadForm()).createDossier()}] : []),
    ...themes,
    {words: t('keys.help'), keys: '?', run: () => showKeys()},
    {words: t('account.about'), run: () => location.assign('/console/about')},
    {words: t('account.sign-out'), run: () => signOut()}
  ];
  return all.map((action) => ({group: 'actions', ...action}));
}

/**
 * Actions of the screen and of all screens, and screens.
 * @param {{to: string, words: string, keys: string}[]} screens
 * @returns {Entry[]}
 */
function knownEntries(screens) {
  const event = Object.defineProperty(new KeyboardEvent('keydown'), 'target', {value: document.activeElement});
  const ofScreen = keysInForce()
    .filter((k) => !k.keys.startsWith('g ') && k.keys !== 'Ctrl+K' && (!k.when || k.when(event)))
    .map((k) => ({group: 'actions', words: wordsOf(k), keys: k.keys, run: () => k.run(event)}));
  const has = new Set(ofScreen.map((e) => e.words));
  return [
    ...ofScreen,
    ...commonActions().filter((e) => !has.has(e.words)),
    ...screens.map((s) => ({group: 'screens', words: s.words, keys: s.keys, run: () => go(s.to)}))
  ];
}

const fileEntry = (/** @type {Api.FoundFile} */ f) => ({
  group: 'files',
  words: f.filename,
  hint: f.dossierName,
  run: () => go(addressOf(f))
});

/** A value that was found: of a component it leads to that. @param {Api.FoundFile} f */
function valueEntry(f) {
  const {component, value = ''} = f.match ?? {};
  const of = component ? component.replaceAll('_', ' ') : t('panel.attributes');
  const to = addressOf(f) + (component ? '?component=' + encodeURIComponent(component) : '');
  return {group: 'values', words: value, hint: of + ' · ' + f.filename, run: () => go(to)};
}

/** What each group asks the service for: entries for a text, told as they are found while the text is still meant. */
/** @type {Record<string, (q: string, tell: (found: Entry[]) => void, isMeant: () => boolean) => Promise<Entry[]>>} */
const readers = {
  files: async (q) => (await listFiles({q, limit: most})).files.map(fileEntry),

  async dossiers(q) {
    const {dossiers} = await listDossiers({q, in: ['name', 'attribute'], limit: most});
    return dossiers.map((d) => ({group: 'dossiers', words: d.name, run: () => go('/dossiers/' + d.id)}));
  },

  /** Values of components and attributes, of files that changed last first; more are looked through while some lack. */
  async values(q, tell, isMeant) {
    if (q.length < leastLetters) return [];
    const found = [];
    let cursor;
    for (let pages = 0; pages < mostPages && found.length < most && cursor !== null && isMeant(); pages++) {
      const page = await listFiles({q, in: ['attribute', 'value'], sort: '-lastUpdated', limit: most, cursor});
      found.push(...page.files.filter((f) => f.match).map(valueEntry));
      cursor = page.nextCursor;
      tell(found.slice(0, most));
    }
    return found.slice(0, most);
  },

  async templates(q) {
    const fitting = (await loadTemplates()).filter((d) => isIn(q, d.name)).slice(0, most);
    return fitting.map((d) => ({
      group: 'templates',
      words: d.name,
      hint: t('palette.dossiers-of'),
      run: () => go('/dossiers?template=' + d.id)
    }));
  }
};

/** Reports whether letters stand in words as they are. @param {string} words @param {string} letters */
const isIn = (letters, words) => [0, 1].includes(fitOf(letters, words));

/**
 * Looks for a text at the service while it is typed: of each group one request at a time, the next for what is typed
 * then.
 */
class Search {
  /** @param {(group: string, entries: Entry[]) => void} tell @param {() => void} redraw */
  constructor(tell, redraw) {
    this.tell = tell;
    this.redraw = redraw;
    this.text = '';
    /** @type {Set<string>} groups that are being read */
    this.reading = new Set();
  }

  get isReading() {
    return this.reading.size > 0;
  }

  /** @param {string} text */
  type(text) {
    this.text = readsFiles() ? text.trim() : '';
    for (const group of Object.keys(readers)) void this.read(group);
  }

  async read(/** @type {string} */ group) {
    if (this.reading.has(group)) return;
    this.reading.add(group);
    for (let text = ''; text !== this.text;) {
      const wanted = (text = this.text);
      const tell = (/** @type {Entry[]} */ entries) => wanted === this.text && this.tell(group, entries);
      tell(wanted ? await readers[group](wanted, tell, () => wanted === this.text).catch(() => []) : []);
    }
    this.reading.delete(group);
    this.redraw();
  }
}

/** What is shown for some letters, in groups, and which entry is current. */
class Palette {
  /** @param {Entry[]} known @param {() => void} redraw */
  constructor(known, redraw) {
    this.known = known;
    this.redraw = redraw;
    this.text = '';
    this.at = 0;
    /** @type {Record<string, Entry[]>} what the service has found, by group */
    this.found = {};
    this.search = new Search((group, entries) => {
      this.found[group] = entries;
      this.redraw();
    }, redraw);
  }

  /** Looks for another text; what was found stays as far as it has that, too. @param {string} text */
  type(text) {
    for (const [group, entries] of Object.entries(this.found))
      this.found[group] = entries.filter((e) => isIn(text, e.words));
    Object.assign(this, {text, at: 0});
    this.search.type(text);
    this.redraw();
  }

  /**
   * Entries in the order of their groups; those that letters fit only one after the other come last.
   * @returns {Entry[]}
   */
  get entries() {
    const fits = this.known.map((e) => ({e, fit: this.text ? fitOf(this.text, e.words) : 0}));
    const ofFit = (/** @type {number} */ least, /** @type {number} */ last) =>
      fits
        .filter(({fit}) => fit >= least && fit <= last)
        .sort((a, b) => a.fit - b.fit)
        .map(({e}) => e);
    const sure = ofFit(0, 1);
    const {files = [], dossiers = [], values = [], templates = []} = this.found;
    const all = [...sure, ...files, ...dossiers, ...values, ...templates];
    const names = [...new Set([...all.map((e) => e.group)])];
    const grouped = names.flatMap((name) => all.filter((e) => e.group === name));
    return grouped.length || this.search.isReading ? grouped : ofFit(2, 2);
  }

  /** @param {number} by */
  move(by) {
    const n = this.entries.length;
    this.at = n ? (this.at + by + n) % n : 0;
    this.redraw();
    document.getElementById('entry-' + this.at)?.scrollIntoView({block: 'nearest'});
  }
}

/** @param {number} i @param {Entry} e @param {boolean} current @param {(chosen: Entry) => void} close */
const entryView = (e, i, current, close) =>
  html`<div id=${'entry-' + i} role="option" aria-selected=${current} @click=${() => close(e)}>
    <span>${e.words}</span>
    ${e.hint ? html`<span class="soft">${e.hint}</span>` : nothing}
    ${e.keys ? html`<kbd>${keyWords(e.keys)}</kbd>` : nothing}
  </div>`;

/** The entries in groups with their names. @param {Palette} palette @param {(chosen: Entry) => void} close */
function groupsView(palette, close) {
  const {entries} = palette;
  const groups = Map.groupBy(
    entries.map((e, /** @type {number} */ i) => ({e, i})),
    ({e}) => e.group
  );
  return [...groups].map(
    ([name, some]) =>
      html`<div role="group" aria-labelledby=${'group-' + name}>
        <h3 id=${'group-' + name} role="presentation">${t('palette.' + name)}</h3>
        ${some.map(({e, i}) => entryView(e, i, i === palette.at, close))}
      </div>`
  );
}

/**
 * Asks where to go or what to do, and does it.
 * @param {{to: string, words: string, keys: string}[]} screens
 */
export async function openPalette(screens) {
  const known = knownEntries(screens);
  /** @type {Palette | undefined} */
  let palette;
  const choose = await openDialog(t('palette.title'), (close, redraw) => {
    palette ??= new Palette(known, redraw);
    const shown = palette;
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (by) shown.move(by);
      else if (event.key === 'Enter') close(shown.entries[shown.at]);
      else return;
      event.preventDefault();
    };
    const some = shown.entries.length > 0;
    return html`<input
        class="palette"
        autofocus
        role="combobox"
        aria-expanded=${some}
        aria-controls="entries"
        aria-label=${t('palette.title')}
        aria-activedescendant=${some ? 'entry-' + shown.at : nothing}
        placeholder=${t('palette.hint')}
        autocomplete="off"
        spellcheck="false"
        @input=${(e) => shown.type(e.target.value)}
        @keydown=${onKey}
      />
      <div id="entries" class="entries" role="listbox" aria-label=${t('palette.title')} ?hidden=${!some}>
        ${groupsView(shown, close)}
      </div>
      <p class="soft" role="status">
        ${shown.search.isReading ? t('palette.searching') : some ? nothing : t('filter.nothing')}
      </p>`;
  });
  palette?.search.type('');
  choose?.run();
}
