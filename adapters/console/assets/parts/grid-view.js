// @ts-check
// What a grid looks like.

import {classMap, html, nothing, repeat} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {icon} from './base.js';
import {cellId} from './grid-key.js';
import {parts} from './grid-parts.js';
import {isIn, rangeOf} from './grid-selection.js';
import {widthsOf} from './grid-window.js';

/** Shapes of marks; what they mean stands in words beside the grid. */
/** @type {Record<string, string>} */
const shapes = {
  attention: 'warning',
  contradicted: 'unequal',
  corrected: 'pencil',
  doubtful: 'doubt',
  checked: 'tick',
  waiting: 'half',
  added: 'plus',
  several: 'list'
};

/** What the marks of a cell say. @param {string[]} marks */
export const markWords = (marks) => marks.map((m) => t('grid.mark-' + m)).join(', ');

/** The shapes of the marks of a cell or row. @param {string[] | undefined} marks */
const marksView = (marks) =>
  marks?.length
    ? html`<span class="marks"
        >${marks.map((m) => html`<span class=${'mark-' + m}>${icon(shapes[m], t('grid.mark-' + m))}</span>`)}</span
      >`
    : nothing;

/**
 * The rows and gaps of a grid from top to bottom: those in the window, and the current one.
 * @param {import('./grid.js').Grid} grid
 * @param {GridRow[]} rows
 */
function linesOf(grid, rows) {
  const {from, to} = grid.sight;
  const {row} = grid.selection;
  const numbers = [];
  if (row < from) numbers.push(row);
  for (let n = from; n < Math.min(to, rows.length); n++) numbers.push(n);
  if (row >= to && row < rows.length) numbers.push(row);
  const lines = [];
  let next = 0;
  for (const n of numbers) {
    if (n > next) lines.push({key: 'gap ' + lines.length, gap: n - next, n: 0});
    lines.push({key: rows[n].key, gap: 0, n});
    next = n + 1;
  }
  if (next < rows.length) lines.push({key: 'gap end', gap: rows.length - next, n: 0});
  return lines;
}

/** The widths of columns in px, by the head and the first rows. @param {GridSource} source */
export function columnWidths(source) {
  const some = source.rows.slice(0, 60);
  return widthsOf(source.columns.map((c) => [c.display, ...some.map((r) => r.cells[c.name] ?? '')]));
}

/**
 * The text of a cell, or of what waits to be stored there.
 * @param {GridRow} row
 * @param {GridColumn} column
 * @param {GridDraft | undefined} held
 * @param {string[] | undefined} marks
 * @param {import('./grid.js').Grid} grid
 */
function textView(grid, row, column, held, marks) {
  const text = held?.text ?? row.cells[column.name];
  const missing = text ? nothing : (grid.source.missing?.() ?? nothing);
  return html`<span class="cell">${text || missing}</span>${marksView(marks)}`;
}

/**
 * @param {GridRow} row
 * @param {GridColumn} column
 * @param {GridRange} range
 * @param {import('./grid.js').Grid} grid
 * @param {number} n
 * @param {number} i
 */
function cellView(grid, row, column, n, i, range) {
  const {selection, draft, source} = grid;
  const here = n === selection.row && i === selection.column;
  const typed = draft && draft.key === row.key && draft.column === column.name ? draft : null;
  const held = grid.held.get(cellId(row.key, column.name));
  const marks = held ? ['waiting', ...(row.marks?.[column.name] ?? [])] : row.marks?.[column.name];
  const content =
    typed && parts.editing ? parts.editing.fieldView(grid, typed, column) : textView(grid, row, column, held, marks);
  return html`<td
    role="gridcell"
    tabindex=${typed ? nothing : here ? 0 : -1}
    aria-selected=${isIn(range, n, i)}
    aria-colindex=${i + 2}
    class=${classMap({
      here,
      chosen: isIn(range, n, i),
      typed: !!typed,
      number: !!column.number,
      saving: !!row.saving?.has(column.name)
    })}
    data-row=${n}
    data-column=${i}
  >
    ${source.above?.(row, column) ?? nothing}${content}
  </td>`;
}

/** @param {import('./grid.js').Grid} grid @param {number} n @param {GridRow} row @param {GridRange} range */
function rowView(grid, row, n, range) {
  const {source} = grid;
  return html`<tr role="row" aria-rowindex=${n + 2} height=${source.rowHeight}>
    <th scope="row" role="rowheader" aria-colindex="1">${row.head ?? n + 1}${marksView(row.headMarks)}</th>
    ${source.columns.map((c, /** @type {number} */ i) => cellView(grid, row, c, n, i, range))}
  </tr>`;
}

/**
 * Says in words where one is, and what the marks there mean.
 * @param {GridRow[]} rows
 * @param {import('./grid.js').Grid} grid
 */
function whereView(grid, rows) {
  const row = rows[grid.selection.row];
  const column = grid.source.columns[grid.selection.column];
  if (!row || !column) return nothing;
  const marks = [...(row.marks?.[column.name] ?? []), ...(row.headMarks ?? [])];
  const words = [
    t('grid.where', {n: grid.selection.row + 1, m: grid.source.total ?? rows.length}),
    column.display,
    ...(marks.length ? [markWords([...new Set(marks)])] : [])
  ];
  return html`<p class="soft grid-where">${words.join(' · ')}</p>`;
}

/** @param {number} i @param {GridColumn} column */
const headView = (column, i) =>
  html`<th scope="col" role="columnheader" aria-colindex=${i + 2} class=${column.number ? 'number' : ''}>
    ${column.display}
  </th>`;

/** All of a grid. @param {import('./grid.js').Grid} grid */
export function gridView(grid) {
  const {source, widths, rows} = grid;
  const range = rangeOf(grid.selection);
  const total = widths.reduce((sum, w) => sum + w, source.headWidth);
  return html`${source.grows ? parts.editing?.toolsView(grid) : nothing}
    <div
      class="grid-scroll"
      tabindex="-1"
      @scroll=${() => grid.look()}
      @keydown=${(e) => grid.onKey(e)}
      @mousedown=${(e) => grid.onMouseDown(e)}
      @mouseover=${(e) => grid.onMouseOver(e)}
      @dblclick=${(e) => grid.onDoubleClick(e)}
      @copy=${(e) => grid.onCopy(e)}
      @cut=${(e) => grid.onCopy(e)}
      @paste=${(e) => grid.onPaste(e)}
    >
      <table
        role="grid"
        width=${total}
        aria-label=${source.label}
        aria-rowcount=${(source.total ?? rows.length) + 1}
        aria-colcount=${source.columns.length + 1}
        aria-multiselectable="true"
      >
        <colgroup>
          <col width=${source.headWidth} />
          ${widths.map((w) => html`<col width=${w} />`)}
        </colgroup>
        <thead>
          <tr role="row" aria-rowindex="1">
            <th scope="col" role="columnheader" aria-colindex="1">${source.head}</th>
            ${source.columns.map(headView)}
          </tr>
        </thead>
        <tbody>
          ${repeat(
            linesOf(grid, rows),
            (line) => line.key,
            (line) =>
              line.gap
                ? html`<tr aria-hidden="true">
                    <td class="gap" colspan=${source.columns.length + 1}>
                      <svg width="1" height=${line.gap * source.rowHeight}></svg>
                    </td>
                  </tr>`
                : rowView(grid, rows[line.n], line.n, range)
          )}
        </tbody>
      </table>
    </div>
    ${whereView(grid, rows)}`;
}
