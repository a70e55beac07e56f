// @ts-check
// What was left out of a document, changed or is in doubt since it was read, beside its file and on its pages.

import {html, nothing} from '../vendor/lit.js';
import {has, t} from '../i18n.js';
import {icon} from './base.js';

/**
 * @typedef {{kind: string, page: number | null, place: string, count: number, message: string,
 *   mayChangeValues: boolean}} Finding
 */

/** What a finding tells; one of a kind that is new here in the words of the service. @param {Finding} f */
function words(f) {
  if (!has('finding.' + f.kind)) return f.message;
  return t('finding.' + f.kind, {n: f.count}) + (f.place ? ` (${f.place})` : '');
}

/** @param {Finding[]} findings @param {(page: number) => void} show a page */
export function findingsView(findings, show) {
  const weighty = findings.filter((f) => f.mayChangeValues);
  return html`<details class=${weighty.length ? 'banner incomplete findings' : 'banner findings'}>
    <summary>
      ${weighty.length ? icon('warning') : nothing}${t(weighty.length ? 'findings.weighty' : 'findings.some', {
        n: weighty.length || findings.length
      })}
      <span class="soft">${words(weighty[0] ?? findings[0])}</span>
    </summary>
    <ul>
      ${findings.map(
        (f) =>
          html`<li>
            ${words(f)}
            ${
              f.page
                ? html`<button class="small" @click=${() => show(Number(f.page))}>
                    ${t('findings.page', {page: f.page})}
                  </button>`
                : nothing
            }
          </li>`
      )}
    </ul>
  </details>`;
}
