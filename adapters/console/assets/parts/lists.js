// @ts-check
// Files and dossiers in lists: how many are in each state, what is due, what needs a look; and lists that the page
// gives away.

import {html, nothing, svg} from '../vendor/lit.js';
import {formatDay, formatNumber, formatOf, t} from '../i18n.js';
import {icon} from './base.js';

const workflowOrder = ['NEW', 'UNDER_REVIEW', 'UNDER_APPROVAL', 'APPROVED'];

/**
 * How many files of a dossier are in each status, as a bar with words.
 * @param {Record<string, number>} counts by status
 */
export function stateBar(counts) {
  const all = workflowOrder.reduce((sum, s) => sum + (counts[s] ?? 0), 0);
  if (!all) return nothing;
  const words = workflowOrder
    .filter((s) => counts[s])
    .map((s) => t('workflow.' + s) + ': ' + formatNumber(counts[s]))
    .join(', ');
  let from = 0;
  return html`<svg class="state-bar" role="img" aria-label=${words} viewBox="0 0 100 10" preserveAspectRatio="none">
    <title>${words}</title>
    ${workflowOrder.map((s) => {
      const width = (100 * (counts[s] ?? 0)) / all;
      from += width;
      const name = s.toLowerCase().replace('_', '-');
      return svg`<rect class=${name} x=${from - width} y="0" width=${width} height="10"></rect>`;
    })}
  </svg>`;
}

/** A due date: from 14 days before it is near, after it is over. @param {string | null} iso */
export function dueView(iso) {
  if (!iso) return nothing;
  const days = (new Date(iso).getTime() - Date.now()) / 86_400_000;
  const words = formatDay(iso);
  if (days < 0) return html`<span class="chip error">${icon('warning')}${t('due.over', {day: words})}</span>`;
  return days < 14
    ? html`<span class="chip amber">${icon('dot')}${t('due.near', {day: words})}</span>`
    : html`<span>${words}</span>`;
}

/** How many components of a file need a look, nothing for none. @param {{attention?: number | null}} f */
export const attentionChip = (f) =>
  f.attention
    ? html`<span class="chip amber" title=${t('review.sum-attention', {n: f.attention})}
        >${icon('warning', t('review.is-attention'))}${f.attention}</span
      >`
    : nothing;

/** The filters of a list in which nothing fits. @param {(string | false)[]} words of each, those that are set */
export const filterChips = (words) => words.filter(Boolean).map((w) => html`<span class="chip">${w}</span> `);

/** A size in bytes, such as 1.4 MB. @param {number} bytes */
export function formatSize(bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  let unit = 0;
  for (; bytes >= 1000 && unit < units.length - 1; unit++) bytes /= 1000;
  return formatOf(Intl.NumberFormat, {
    style: 'unit',
    unit: units[unit],
    maximumFractionDigits: bytes < 10 && unit ? 1 : 0
  }).format(bytes);
}

/** How long something takes or took, such as 3 min. @param {number} seconds */
export function formatDuration(seconds) {
  const [n, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [seconds / 60, 'minute']
        : seconds < 172800
          ? [seconds / 3600, 'hour']
          : [seconds / 86400, 'day'];
  return formatOf(Intl.NumberFormat, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'day' ? 'long' : 'short',
    maximumFractionDigits: 0
  }).format(Math.round(n));
}

/**
 * The head of a column; one with a key sorts.
 * @param {string} words
 * @param {string} key
 * @param {string} now what the list is sorted by
 * @param {(by: string) => void} sort
 */
export function columnHead(words, key, now, sort) {
  if (!key) return html`<th scope="col">${words}</th>`;
  const order = now === key ? 'ascending' : now === '-' + key ? 'descending' : nothing;
  return html`<th scope="col" aria-sort=${order}>
    <button class="quiet sort" @click=${() => sort(now === key ? '-' + key : order === 'descending' ? '' : key)}>
      ${words}<span aria-hidden="true">${order === 'ascending' ? '▴' : order === 'descending' ? '▾' : ''}</span>
    </button>
  </th>`;
}

const mostAtOnce = 500; // rows of one answer
const mostAnswers = 20; // that are looked through

/** @typedef {{rows: any[], cursor: string | null, total?: number | null}} Page */

/**
 * Reads pages until there are so many rows, the list ends or that was enough; null when one of the pages is.
 * @param {number} wanted
 * @param {string | null | undefined} from a cursor
 * @param {(limit: number, cursor: any) => Promise<Page | null>} readPage
 */
export async function readPages(wanted, from, readPage) {
  const rows = [];
  let page;
  let answers = 0;
  do {
    page = await readPage(Math.min(mostAtOnce, wanted - rows.length), page ? page.cursor : from);
    if (!page) return null;
    rows.push(...page.rows);
  } while (page.cursor !== null && rows.length < wanted && ++answers < mostAnswers);
  return {...page, rows};
}

/**
 * A value that spreadsheets would take for a formula begins with an apostrophe; numbers, also negative ones, are
 * none.
 * @param {string} v
 */
const guard = (v) => (/^[=+\-@\t\r]/.test(v) && !/^[+-]?[\d.,' ]+$/.test(v) ? "'" + v : v);
/** @param {string} v */
const quote = (v) => (/[",\r\n;]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v);

/** A table as csv, which spreadsheets take for UTF-8. @param {string[][]} lines */
export const csvOf = (lines) =>
  new Blob(['\ufeff', lines.map((l) => l.map((v) => quote(guard(v ?? ''))).join(',')).join('\r\n')], {
    type: 'text/csv'
  });

/** Gives something away as a file. @param {string} name @param {Blob} blob */
export function saveFile(name, blob) {
  const link = Object.assign(document.createElement('a'), {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
