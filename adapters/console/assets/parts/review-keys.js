// @ts-check
// The keys of a review.

import {session} from './context.js';
import {showLines} from './lines.js';

/** @typedef {import('../keys.js').Key} Key */

/** @param {Review} review @returns {Key[]} */
export function keysOf(review) {
  /**
   * @param {string} keys
   * @param {string} words as wordsOf reads them
   * @param {Key['run']} run
   * @param {Key['when']} [when]
   * @returns {Key}
   */
  const act = (keys, words, run, when) => ({keys, run, when, words});
  const inPages = (/** @type {KeyboardEvent} */ e) => review.pagesElement?.contains(/** @type {Element} */ (e.target));
  const onRow = (/** @type {KeyboardEvent} */ e) => /** @type {Element} */ (e.target).matches('.component');
  /** @type {Key[]} */
  const keys = [
    act('j, ArrowDown', 'keys.next', () => review.move(1)),
    act('k, ArrowUp', 'keys.previous', () => review.move(-1)),
    act('ArrowRight', 'value', () => review.nextValue(1), onRow),
    act('ArrowLeft', 'value-before', () => review.nextValue(-1), onRow),
    act('Enter', 'edit', () => review.edit()),
    act('r', 'revert', () => review.takeBack()),
    act('u', 'action.undo', () => review.undo()),
    act('Shift+U', 'redo', () => review.redo()),
    act(
      'Space',
      'check',
      () => review.checkRow(),
      (e) => !inPages(e)
    ),
    act('Shift+Space', 'check-all', () => review.checkAll()),
    act('v', 'attention', () => review.act('toAttention', 1)),
    act('Shift+V', 'attention-before', () => review.act('toAttention', -1)),
    act('b', 'box', () => review.nextBox()),
    act('y', 'copy', () => review.act('copyValue')),
    act('n', 'next-file', () => review.goTo(1)),
    act('p', 'previous-file', () => review.goTo(-1)),
    act('a', 'step', () => review.act('takeStep', review.steps[0])),
    act('Shift+A', 'back', () => review.act('takeStep', review.steps[1])),
    act('i', 'files.assign-me', () => review.assign(session.id)),
    act('h', 'panel.history', () => review.showPanel('history')),
    act('d', 'panel.differences', () => review.showPanel('differences')),
    act('f', 'find', () => review.showPanel('find')),
    act('e', 'boxes', () => review.act('showBoxes')),
    act('t', 'thumbs', () => review.showThumbs()),
    act('l', 'list', () => review.act('crossOver')),
    act('s', 'rows', () => showLines(review)),
    act('.', 'keys.menu', () => review.act('showRowMenu')),
    act(
      'Tab',
      'box',
      () => review.nextBox(),
      (e) => onRow(e) && review.model.place.box < review.model.places.length - 1
    ),
    act('1', 'take', () => review.act('takeCandidate', 0), onRow),
    act('2', 'take-second', () => review.act('takeCandidate', 1), onRow),
    act('Home', 'first', () => review.pagesElement?.goToPage(0)),
    act('End', 'last', () => review.pagesElement?.goToPage(Infinity)),
    act('PageDown', 'page', () => review.pagesElement?.turnPage(1)),
    act('PageUp', 'page-before', () => review.pagesElement?.turnPage(-1)),
    act('+', 'larger', () => review.zoom(1)),
    act('-', 'smaller', () => review.zoom(-1)),
    act('w', 'width', () => review.zoom(0)),
    act('0', 'whole', () => review.zoom(null)),
    act('/', 'filter', () => /** @type {any} */ (review.querySelector('.filter input'))?.focus()),
    {keys: 'Escape, Enter', words: '', hidden: true, field: true, run: (e) => leaveFilter(review, e)}
  ];
  return keys.map((key) => ({...key, when: (e) => !!review.model && (key.when?.(e) ?? true)}));
}

/** @param {Review} review @param {KeyboardEvent} e */
function leaveFilter(review, e) {
  if (!(/** @type {Element} */ (e.target).closest('.filter'))) return;
  if (e.key === 'Escape') review.set({filter: ''});
  void review.updateComplete.then(() => review.focusRow());
}
