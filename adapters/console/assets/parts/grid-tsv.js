// @ts-check
// Cells as spreadsheets put them on the clipboard: tabs between cells, line ends between rows, quotes around cells
// that hold either.

/**
 * Reads rows of cells. A cell that begins with a quote goes to the quote that ends it, two of them stand for one; the
 * line
 * end behind the last row is none of its own.
 * @param {string} text @returns {string[][]} rows of cells; none for an empty text
 */
export function parseTsv(text) {
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  let row = [];
  let at = 0;
  while (at < text.length) {
    const {cell, end} = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    row.push(cell);
    at = end;
    if (text[at] === '\t') {
      at++;
      if (at < text.length) continue;
      row.push(''); // behind the last tab
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Reads a cell up to the next tab or line end. @param {string} text @param {number} from */
function readPlain(text, from) {
  let end = from;
  while (end < text.length && !'\t\r\n'.includes(text[end])) end++;
  return {cell: text.slice(from, end), end};
}

/**
 * Reads a cell in quotes; one whose quotes never end, or do not end the cell, is taken as it stands.
 * @param {string} text
 * @param {number} from
 */
function readQuoted(text, from) {
  let cell = '';
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') {
      cell += text[at];
      continue;
    }
    if (text[at + 1] === '"') {
      cell += '"';
      at++;
      continue;
    }
    const end = at + 1;
    if (end === text.length || '\t\r\n'.includes(text[end])) return {cell, end};
    break;
  }
  return readPlain(text, from);
}

/** @param {string} cell */
const written = (cell) => (/^"|[\t\r\n]/.test(cell) ? '"' + cell.replaceAll('"', '""') + '"' : cell);

/** Writes rows of cells, as parseTsv reads them. @param {string[][]} rows */
export const printTsv = (rows) => rows.map((row) => row.map(written).join('\t')).join('\n');
