// @ts-check
// A menu beside what it belongs to.

import {html, nothing, render} from '../vendor/lit.js';
import {icon} from './base.js';
import './more-styles.js';

const gap = 4; // px between a menu and its place

/**
 * Puts a menu below its place, or above it where there is more room, within the window.
 * @param {HTMLElement} menu
 * @param {Element} place
 */
function putBeside(menu, place) {
  const {style} = menu;
  const at = place.getBoundingClientRect();
  const below = innerHeight - at.bottom - 2 * gap;
  const above = at.top - 2 * gap;
  style.top = style.left = '0';
  style.maxHeight = Math.max(below, above, 120) + 'px';
  const {width, height} = menu.getBoundingClientRect();
  const top = height <= below || below >= above ? at.bottom + gap : at.top - gap - height;
  style.top = Math.max(gap, Math.min(top, innerHeight - height - gap)) + 'px';
  style.left = Math.max(gap, Math.min(at.left, innerWidth - width - gap)) + 'px';
}

/** Moves the focus among choices by keys. @param {KeyboardEvent} event */
function moveChoice(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const all = [...list.querySelectorAll('button')];
  const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  /** @type {Record<string, number>} */
  const places = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1};
  const to = places[event.key];
  if (event.key === 'Tab') return /** @type {HTMLElement} */ (list.closest('.menu')).hidePopover();
  if (to === undefined) return undefined;
  event.preventDefault();
  return all.at(to % all.length)?.focus();
}

/**
 * Asks for one of some things in a menu beside its place: what has the focus, unless another one is named. Returns what
 * is chosen; undefined when the menu is left, by Escape, Tab or a click elsewhere.
 * @param {string} title
 * @template T
 * @param {{value: T, words: string, icon?: string}[]} choices
 * @param {Element | null} [beside]
 * @returns {Promise<T | undefined>}
 */
export function chooseMenu(title, choices, beside = document.activeElement) {
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const menu = document.createElement('div');
  menu.className = 'menu';
  menu.popover = 'auto';
  (document.getElementById('main') ?? document.body).append(menu); // a landmark
  return new Promise((resolve) => {
    /** @type {T | undefined} */
    let chosen;
    const choose = (/** @type {T} */ value) => {
      chosen = value;
      menu.hidePopover();
    };
    render(
      html`<div class="choices" role="menu" aria-label=${title} @keydown=${moveChoice}>
        ${choices.map(
          (c) =>
            html`<button class="quiet" role="menuitem" tabindex="-1" @click=${() => choose(c.value)}>
              ${c.icon ? icon(c.icon) : nothing}${c.words}
            </button>`
        )}
      </div>`,
      menu
    );
    const place = () => putBeside(menu, beside ?? document.body);
    addEventListener('resize', place);
    menu.addEventListener('toggle', (e) => {
      if (/** @type {ToggleEvent} */ (e).newState !== 'closed') return;
      if (menu.contains(document.activeElement) || document.activeElement === document.body) opener?.focus();
      removeEventListener('resize', place);
      menu.remove();
      resolve(chosen);
    });
    menu.showPopover();
    place();
    menu.querySelector('button')?.focus();
  });
}
