// @ts-check
// Words of the document with their places: those that begin with what somebody types, and those that the mouse takes
// into the
// field, which it selects, or which lie in a band that it draws from beside the words.

import {isOfKind} from './formats.js';

const most = 6;
/** Words of a date or number at most. */
/** @type {Record<string, number>} */
const mostWords = {date: 3, number: 1};
const least = 4; // px, from which on a drag is a band

/**
 * Offers runs of words that begin with a text: up to the end of its last word, then to the end of
 * the line. Where dates or numbers are expected and the pages have such that begin so, or have a word that does,
 * these alone are
 * offered: of dates also without a text.
 * @param {Map<number, PageWord[][]>} pages lines of words by page, the likeliest
 *   page first
 * @param {string} typed
 * @param {string} [kind] date or number
 * @returns {FoundWords[]}
 */
export function suggest(pages, typed, kind = '') {
  const wanted = fold(typed);
  const ofKind = kind ? runsOfKind(pages, wanted, kind) : [];
  return ofKind.length || !wanted ? ofKind : runsOfText(pages, wanted);
}

/** @param {Map<number, PageWord[][]>} pages @param {string} wanted */
function runsOfText(pages, wanted) {
  /** @type {Map<string, FoundWords>} */
  const out = new Map();
  const whole = new Map();
  for (const [page, lines] of pages) {
    for (const line of lines) {
      for (let from = 0; from < line.length; from++) {
        const to = runFrom(line, from, wanted);
        if (to < 0) continue;
        add(out, page, line.slice(from, to + 1));
        add(whole, page, line.slice(from));
        if (out.size >= most) return [...out.values()];
      }
    }
  }
  for (const [text, o] of whole) if (out.size < most && !out.has(text)) out.set(text, o);
  return [...out.values()];
}

/**
 * Dates or numbers that begin with a text first, then those with a word that does.
 * @param {Map<number, PageWord[][]>} pages
 * @param {string} wanted
 * @param {string} kind
 */
function runsOfKind(pages, wanted, kind) {
  const [first, then] = [new Map(), new Map()];
  for (const [page, lines] of pages) {
    for (const line of lines) {
      for (let from = 0; from < line.length; from++) {
        const words = longestOfKind(line, from, kind);
        if (!words) continue;
        const text = textOf(words);
        const folded = fold(text);
        if (folded.startsWith(wanted)) add(first, page, words, text);
        else if (words.some((w) => (w.folded ??= fold(w.word)).startsWith(wanted))) add(then, page, words, text);
        from += words.length - 1;
        if (first.size >= most) return [...first.values()];
      }
    }
  }
  return [...first.values(), ...then.values()].slice(0, most);
}

/**
 * The words of the longest date or number that begins with a word; null for none.
 * @param {PageWord[]} line
 * @param {number} from
 * @param {string} kind
 */
function longestOfKind(line, from, kind) {
  if (!/\p{L}|\d/u.test(line[from].word)) return null;
  for (let n = Math.min(mostWords[kind], line.length - from); n > 0; n--) {
    const words = line.slice(from, from + n);
    if (isOfKind(kind, textOf(words))) return words;
  }
  return null;
}

/** The text of words, without the signs of the sentence behind it. @param {import('./pages-near.js').Word[]} words */
const textOf = (words) =>
  words
    .map((w) => w.word)
    .join(' ')
    .replace(/[.,;:)]+$/u, '');

/**
 * The places of a text in a line of words.
 * @param {PageWord[]} line
 * @returns {Omit<FoundWords, 'page'>[]}
 * @param {string} text
 */
export function findIn(line, text) {
  const wanted = fold(text).trimEnd();
  const starts = [];
  let whole = '';
  for (const w of line) {
    if (whole) whole += ' ';
    starts.push(whole.length);
    whole += w.folded ??= fold(w.word);
  }
  const out = [];
  for (let at = whole.indexOf(wanted); at >= 0 && wanted; at = whole.indexOf(wanted, at + wanted.length)) {
    const words = line.slice(
      starts.findLastIndex((s) => s <= at),
      starts.findLastIndex((s) => s < at + wanted.length) + 1
    );
    out.push({text: words.map((w) => w.word).join(' '), boxes: [around(words.map((w) => w.box))]});
  }
  return out;
}

/** @param {string} s */
const fold = (s) => s.toLocaleLowerCase().replace(/\s+/g, ' ').trimStart();

/**
 * The last word of the run that begins at a word and covers the text, below 0 without one.
 * @param {PageWord[]} line
 * @param {number} from
 * @param {string} wanted
 */
function runFrom(line, from, wanted) {
  let text = '';
  for (let to = from; to < line.length; to++) {
    text += (text ? ' ' : '') + (line[to].folded ??= fold(line[to].word));
    if (text.startsWith(wanted)) return to;
    if (!wanted.startsWith(text + ' ') && wanted !== text) return -1;
  }
  return -1;
}

/**
 * @param {Map<string, FoundWords>} out
 * @param {number} page
 * @param {PageWord[]} words
 */
function add(out, page, words, text = words.map((w) => w.word).join(' ')) {
  if (!out.has(text)) out.set(text, {text, page, boxes: [around(words.map((w) => w.box))]});
}

/** The box around boxes of one line. @param {Api.Box[]} boxes */
export function around(boxes) {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((b) => b.x + b.width)) - x,
    height: Math.max(...boxes.map((b) => b.y + b.height)) - y
  };
}

/**
 * Reports whether the middle of an element is in one of some areas of the window.
 * @param {DOMRect[]} areas
 * @param {Element} element
 */
function isWithin(areas, element) {
  const {left, top, width, height} = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return areas.some((a) => x > a.left && x < a.right && y > a.top && y < a.bottom);
}

/**
 * The words of a page in some areas of the window, with a box for those of each line; null for none.
 * @param {DOMRect[]} areas
 * @param {PagesElement} pages
 * @param {HTMLElement} page
 */
function wordsWithin(areas, pages, page) {
  const number = Number(page.dataset.page);
  const texts = page.querySelectorAll('text'); // one for each word, in their order
  let at = 0;
  const all = pages.near.of(number)?.lines ?? [];
  const lines = all
    .map((/** @type {PageWord[]} */ line) => line.filter(() => isWithin(areas, texts[at++])))
    .filter((/** @type {PageWord[]} */ line) => line.length);
  if (!lines.length) return null;
  return {
    text: lines
      .flat()
      .map((w) => w.word)
      .join(' '),
    page: number,
    boxes: lines.map((/** @type {PageWord[]} */ line) => around(line.map((w) => w.box)))
  };
}

/**
 * Draws a band from where it began to where the mouse is.
 * @param {HTMLElement} band
 * @param {{page: HTMLElement, x: number, y: number}} from
 * @param {PointerEvent} event
 */
function stretch(band, from, event) {
  const {left, top} = from.page.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  const px = {
    left: Math.min(x, from.x),
    top: Math.min(y, from.y),
    width: Math.abs(x - from.x),
    height: Math.abs(y - from.y)
  };
  if (px.width + px.height < least && !band.isConnected) return;
  for (const [name, n] of Object.entries(px)) band.style.setProperty(name, n + 'px');
  if (band.isConnected) return;
  from.page.append(band);
  from.page.setPointerCapture(event.pointerId); // so that what follows is no click on what lies below
}

/**
 * Takes words of the pages by mouse until the returned function is called.
 * @param {PagesElement} pages
 * @param {(words: FoundWords) => void} take
 */
export function takeByMouse(pages, take) {
  const ends = new AbortController();
  const listen = (/** @type {string} */ name, /** @type {(e: Heard) => void} */ run) =>
    pages.addEventListener(name, /** @type {EventListener} */ (run), ends);
  const band = Object.assign(document.createElement('div'), {className: 'band'});
  /**
   * @type {{page: HTMLElement, selects: boolean, x: number, y: number} | null} where the button went down, and whether
   *   on a
   * word
   */
  let from = null;
  listen('mousedown', (e) => {
    const page = /** @type {HTMLElement | null} */ (e.target.closest('.page'));
    const {left = 0, top = 0} = page?.getBoundingClientRect() ?? {};
    from =
      page && !e.button ? {page, selects: !!e.target.closest('text'), x: e.clientX - left, y: e.clientY - top} : null;
    if (from && !from.selects) e.preventDefault(); // the field keeps the focus
  });
  listen('pointermove', (e) => {
    if (from && !from.selects && e.buttons === 1) stretch(band, from, e);
  });
  listen('pointerup', () => {
    const selection = getSelection();
    const selects = from?.selects && selection && !selection.isCollapsed;
    const areas = selects
      ? [...selection.getRangeAt(0).getClientRects()]
      : band.isConnected
        ? [band.getBoundingClientRect()]
        : [];
    const words = from && wordsWithin(areas, pages, from.page);
    from = null;
    band.remove();
    if (words) take(words);
  });
  listen('pointercancel', () => {
    from = null;
    band.remove();
  });
  return () => {
    ends.abort();
    band.remove();
  };
}
