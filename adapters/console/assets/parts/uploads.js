// @ts-check
// The tray of files on their way to the service, which follows through all screens.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Part, icon} from './base.js';
import {formatDuration, formatSize} from './lists.js';
import './list-styles.js';
import {linkTo} from './queue.js';
import {
  cancelUpload,
  forgetUploads,
  isOpen,
  isPaused,
  listenToUploads,
  sendFailedAgain,
  togglePause,
  uploads
} from './upload-queue.js';

/** @typedef {import('./upload-queue.js').Item} Item */

const mostLines = 50; // of the tray
const drawEvery = 100; // ms: a thousand files tell of their progress more often than anybody reads
/** @type {Partial<Record<Item['state'], string>>} */
const marks = {done: 'tick', failed: 'warning', refused: 'warning', cancelled: 'dash'};
const tellFirst = ['refused', 'failed', 'sending', 'processing', 'waiting'];

/** How long each step of a file took that is read, in words. */
const stepWords = (/** @type {Item} */ item) =>
  item.steps
    .slice(0, -1)
    .map(([status, from], i) => t('processing.' + status) + ' ' + formatDuration((item.steps[i + 1][1] - from) / 1000))
    .join(', ');

/** What the tray shows: the files that came last; of many, those first that there is most to tell of. */
function shownItems() {
  const latest = uploads().slice().reverse();
  if (latest.length <= mostLines) return latest;
  const rank = (/** @type {Item} */ i) =>
    tellFirst.includes(i.state) ? tellFirst.indexOf(i.state) : tellFirst.length;
  return latest.sort((a, b) => rank(a) - rank(b)).slice(0, mostLines);
}

/** The button that takes a file back. @param {Item} i */
const cancelView = (i) =>
  html`<button class="quiet" aria-label=${t('upload.cancel', {name: i.file.name})} @click=${() => cancelUpload(i)}>
    ×
  </button>`;

/** An entry of a zip that was left out, and why. @param {{folder?: string, name: string, message: string}} entry */
const leftView = ({folder, name, message}) =>
  html`<li>${[folder, name].filter(Boolean).join('/')}: <span class="soft">${message}</span></li>`;

class Uploads extends Part {
  attach() {
    let due = 0;
    const ignore = listenToUploads(() => {
      due ||= setTimeout(() => {
        due = 0;
        this.requestUpdate();
      }, drawEvery);
    });
    return [
      () => {
        clearTimeout(due);
        ignore();
      }
    ];
  }

  /** The line of a file. @param {Item} i */
  line(i) {
    const sending = i.state === 'sending';
    const bad = i.state === 'failed' || i.state === 'refused';
    const rate = sending && i.began ? i.sent / ((performance.now() - i.began) / 1000) : 0;
    return html`<li>
      ${icon(marks[i.state] ?? 'upload')}<span
        class="name"
        >${i.file.name}</span
      >
      <span class=${bad ? 'end bad' : 'end soft'} title=${stepWords(i) || nothing}
        >${
          sending
            ? html`<progress max=${i.file.size || 1} value=${i.sent} aria-label=${i.file.name}></progress>
                ${formatSize(i.sent)}${rate > 0 ? ` · ${formatSize(rate)}/s` : nothing}`
            : [t('upload.' + i.state), i.words].filter(Boolean).join(': ')
        }
        ${i.twin ? html`<a href=${linkTo({...i.twin, id: i.twin.fileId})}>${t('files.duplicate')}</a>` : nothing}
        ${sending || i.state === 'waiting' ? cancelView(i) : nothing}</span
      >
      ${
        i.left.length
          ? html`<details class="left-out">
              <summary>${t('upload.why')}</summary>
              <ul>
                ${i.left.map(leftView)}
              </ul>
            </details>`
          : nothing
      }
    </li>`;
  }

  render() {
    const items = uploads();
    if (!items.length) return nothing;
    const over = items.length - mostLines;
    const open = items.filter(isOpen).length;
    const [failed, refused] = ['failed', 'refused'].map((state) => items.filter((i) => i.state === state).length);
    const waiting = items.some((i) => i.state === 'waiting' || i.state === 'sending');
    const told = open
      ? t(isPaused() && waiting ? 'upload.paused' : 'upload.running', {n: open, m: items.length})
      : t('upload.finished', {n: items.length - failed - refused});
    return html`<section class="tray" aria-label=${t('upload.title')}>
      <header>
        <h2>${[told, refused && t('upload.refused-n', {n: refused})].filter(Boolean).join(', ')}</h2>
        ${
          waiting
            ? html`<button
                aria-pressed=${isPaused()}
                @click=${togglePause}
              >
                ${t(isPaused() ? 'upload.go-on' : 'upload.pause')}
              </button>`
            : nothing
        }
        ${failed ? html`<button @click=${sendFailedAgain}>${t('upload.again', {n: failed})}</button>` : nothing}
        <button
          class="quiet"
          aria-label=${t('action.close')}
          ?disabled=${open > 0}
          @click=${forgetUploads}
        >
          ×
        </button>
      </header>
      <ul class="rows" tabindex="0" aria-label=${t('upload.title')}>
        ${shownItems().map((i) => this.line(i))}
        ${over > 0 ? html`<li class="soft">${t('home.more', {n: over})}</li>` : nothing}
      </ul>
    </section>`;
  }
}
customElements.define('dk-uploads', Uploads);
