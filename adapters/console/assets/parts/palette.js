// @ts-check
// Goes to anything by a few letters: screens, actions of the screen, dossiers, files.

import {html, nothing} from '../vendor/lit.js';
import {get} from '../api.js';
import {t} from '../i18n.js';
import {keysInForce} from '../keys.js';
import {go, readsFiles} from './context.js';
import {openDialog} from './dialogs.js';
import {listFiles} from './files.js';
import {keyWords, wordsOf} from './account.js';
import {addressOf} from './queue.js';

const pause = 150; // ms after the last letter
const most = 8; // of each kind

/** @typedef {{words: string, hint: string, run: () => void}} Entry */

/** How well letters fit words: 0 at their beginning, 1 within, 2 one after the other, -1 not at all. */
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

/** Screens and actions. @returns {Entry[]} */
const knownEntries = (screens) => [...screens.map((s) => ({words: s.words, hint: t('palette.screen'), run: () => go(s.to)})),
  ...keysInForce().filter((k) => !k.keys.startsWith('g ') && k.keys !== 'Ctrl+K').map((k) => ({words: wordsOf(k), hint: keyWords(k.keys), run: () => k.run(new KeyboardEvent('keydown'))}))];

/** Dossiers and files whose names hold a text. @returns {Promise<Entry[]>} */
async function readEntries(q) {
  if (!q.trim() || !readsFiles()) return [];
  const [dossiers, files] = await Promise.all([get('/dossiers', {q, limit: most}).then((a) => a.dossiers), listFiles({q, limit: most}).then((a) => a.files)]).catch(() => [[], []]);
  return [...dossiers.map((d) => ({words: d.name, hint: t('trash.dossier'), run: () => go('/dossiers/' + d.id)})),
    ...files.map((f) => ({words: f.filename, hint: f.dossierName, run: () => go(addressOf(f))}))];
}

/** Asks where to go, and goes there. @param {{to: string, words: string}[]} screens */
export async function openPalette(screens) {
  const known = knownEntries(screens);
  let shown = known;
  let at = 0;
  let typing = 0;
  let asked = '';
  const choose = await openDialog(t('palette.title'), (close, redraw) => {
    const type = (text) => {
      asked = text;
      const fitting = known.map((e) => ({e, fit: text ? fitOf(text, e.words) : 0})).filter((x) => x.fit >= 0).sort((a, b) => a.fit - b.fit).map((x) => x.e);
      [shown, at] = [fitting, 0];
      clearTimeout(typing);
      typing = setTimeout(async () => {
        const found = await readEntries(text);
        if (text !== asked) return;
        shown = [...found, ...fitting];
        redraw();
      }, pause);
      redraw();
    };
    const onKey = (event) => {
      const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (by) at = (at + by + shown.length) % (shown.length || 1);
      else if (event.key === 'Enter') close(shown[at]);
      else return;
      event.preventDefault();
      redraw();
      document.getElementById('entry-' + at)?.scrollIntoView({block: 'nearest'});
    };
    return html`<input class="palette" autofocus role="combobox" aria-expanded="true" aria-controls="entries" aria-label=${t('palette.title')} aria-activedescendant=${shown.length ? 'entry-' + at : nothing}
      placeholder=${t('palette.hint')} autocomplete="off" spellcheck="false" @input=${(e) => type(e.target.value)} @keydown=${onKey}>
      <ul id="entries" class="entries" role="listbox" aria-label=${t('palette.title')} ?hidden=${!shown.length}>${shown.map((e, i) => html`<li id=${'entry-' + i} role="option" aria-selected=${i === at} @click=${() => close(e)}><span>${e.words}</span><span class="soft">${e.hint}</span></li>`)}</ul>
      <p class="soft" role="status">${shown.length ? nothing : t('filter.nothing')}</p>`;
  });
  clearTimeout(typing);
  choose?.run();
}
