// @ts-check
// Words of the document that begin with what somebody types, with their places.

const most = 6;

/**
 * Offers runs of words that begin with a text: up to the end of its last word, then to the end of
 * the line.
 * @param {Map<number, {word: string, box: any, folded?: string}[][]>} pages lines of words by page, the likeliest page first
 * @param {string} typed
 * @returns {{text: string, page: number, boxes: any[]}[]}
 */
export function suggest(pages, typed) {
  const wanted = fold(typed);
  /** @type {Map<string, {text: string, page: number, boxes: any[]}>} */
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

/** The places of a text in a line of words. @returns {{text: string, boxes: any[]}[]} */
export function findIn(line, text) {
  const wanted = fold(text).trimEnd();
  const starts = [];
  let whole = '';
  for (const w of line) {
    if (whole) whole += ' ';
    starts.push(whole.length);
    whole += (w.folded ??= fold(w.word));
  }
  const out = [];
  for (let at = whole.indexOf(wanted); at >= 0 && wanted; at = whole.indexOf(wanted, at + wanted.length)) {
    const words = line.slice(starts.findLastIndex((s) => s <= at), starts.findLastIndex((s) => s < at + wanted.length) + 1);
    out.push({text: words.map((w) => w.word).join(' '), boxes: [around(words.map((w) => w.box))]});
  }
  return out;
}

const fold = (s) => s.toLocaleLowerCase().replace(/\s+/g, ' ').trimStart();

/** The last word of the run that begins at a word and covers the text, below 0 without one. */
function runFrom(line, from, wanted) {
  let text = '';
  for (let to = from; to < line.length; to++) {
    text += (text ? ' ' : '') + (line[to].folded ??= fold(line[to].word));
    if (text.startsWith(wanted)) return to;
    if (!wanted.startsWith(text + ' ') && wanted !== text) return -1;
  }
  return -1;
}

function add(out, page, words) {
  const text = words.map((w) => w.word).join(' ');
  if (!out.has(text)) out.set(text, {text, page, boxes: [around(words.map((w) => w.box))]});
}

/** The box around boxes of one line. */
export function around(boxes) {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return {x, y, width: Math.max(...boxes.map((b) => b.x + b.width)) - x, height: Math.max(...boxes.map((b) => b.y + b.height)) - y};
}
