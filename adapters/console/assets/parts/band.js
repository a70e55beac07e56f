// @ts-check
// Words of the pages that the mouse takes into the field: those that it selects, or those in a band that it draws from beside the words.

import {around} from './suggest.js';

const least = 4; // px, from which on a drag is a band

/** Reports whether the middle of an element is in one of some areas of the window. */
function isWithin(areas, element) {
  const {left, top, width, height} = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return areas.some((a) => x > a.left && x < a.right && y > a.top && y < a.bottom);
}

/** The words of a page in some areas of the window, with a box for those of each line; null for none. */
function wordsWithin(areas, pages, page) {
  const number = Number(page.dataset.page);
  const texts = page.querySelectorAll('text'); // one for each word, in their order
  let at = 0;
  const all = pages.near.get(number)?.lines ?? [];
  const lines = all.map((line) => line.filter(() => isWithin(areas, texts[at++]))).filter((line) => line.length);
  if (!lines.length) return null;
  return {text: lines.flat().map((w) => w.word).join(' '), page: number, boxes: lines.map((line) => around(line.map((w) => w.box)))};
}

/** Draws a band from where it began to where the mouse is. */
function stretch(band, from, event) {
  const {left, top} = from.page.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  const px = {left: Math.min(x, from.x), top: Math.min(y, from.y), width: Math.abs(x - from.x), height: Math.abs(y - from.y)};
  if (px.width + px.height < least && !band.isConnected) return;
  for (const [name, n] of Object.entries(px)) band.style[name] = n + 'px';
  if (band.isConnected) return;
  from.page.append(band);
  from.page.setPointerCapture(event.pointerId); // so that what follows is no click on what lies below
}

/** Takes words of the pages by mouse until the returned function is called. @param {any} pages @param {(words: any) => void} take */
export function takeByMouse(pages, take) {
  const ends = new AbortController();
  const listen = (name, run) => pages.addEventListener(name, run, ends);
  const band = Object.assign(document.createElement('div'), {className: 'band'});
  /** @type {{page: any, selects: boolean, x: number, y: number} | null} where the button went down, and whether on a word */
  let from = null;
  listen('mousedown', (e) => {
    const page = e.target.closest('.page');
    const {left = 0, top = 0} = page?.getBoundingClientRect() ?? {};
    from = page && !e.button ? {page, selects: !!e.target.closest('text'), x: e.clientX - left, y: e.clientY - top} : null;
    if (from && !from.selects) e.preventDefault(); // the field keeps the focus
  });
  listen('pointermove', (e) => { if (from && !from.selects && e.buttons === 1) stretch(band, from, e); });
  listen('pointerup', () => {
    const selection = getSelection();
    const selects = from?.selects && selection && !selection.isCollapsed;
    const areas = selects ? [...selection.getRangeAt(0).getClientRects()] : band.isConnected ? [band.getBoundingClientRect()] : [];
    const words = from && wordsWithin(areas, pages, from.page);
    from = null;
    band.remove();
    if (words) take(words);
  });
  listen('pointercancel', () => { from = null; band.remove(); });
  return () => { ends.abort(); band.remove(); };
}
