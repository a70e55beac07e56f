// @ts-check
// Keys of the screen that is shown. Single keys work where no field has the focus.

/**
 * @typedef {{keys: string, words: string, run: (e: KeyboardEvent) => void, field?: boolean, hidden?: boolean, when?:
 * (e: KeyboardEvent) => boolean}} Key
 */
/** @type {Key[][]} later layers come first */
const layers = [];
let first = ''; // of a sequence such as g h
let firstAt = 0;

/** Adds the keys of a screen or a dialog until the returned function is called. @param {Key[]} keys */
export function addKeys(keys) {
  layers.push(keys);
  return () => layers.splice(layers.indexOf(keys), 1);
}

/**
 * The keys in force, those of the screen first; their words are words or the key of a message, which may be loaded
 * later.
 */
export const keysInForce = () =>
  layers
    .slice()
    .reverse()
    .flat()
    .filter((k) => !k.hidden);

/** Reports whether single keys are switched off. */
export const singleKeysOff = () => localStorage.getItem('docket-keys') === 'off';

/** @param {EventTarget | null} el */
const isField = (el) =>
  el instanceof HTMLElement &&
  (el.matches('input:not([type=checkbox],[type=radio],[type=file]),textarea,select') || el.isContentEditable);

/** The name of a pressed key: Ctrl+K, Shift+ArrowDown, ?, j. @param {KeyboardEvent} e */
function nameOf(e) {
  const letter = e.key.length === 1;
  const control = e.ctrlKey || e.metaKey ? 'Ctrl+' : '';
  const shift = e.shiftKey && (!letter || /[A-Za-z ]/.test(e.key)) ? 'Shift+' : '';
  const name = e.key === ' ' ? 'Space' : letter && (control || shift) ? e.key.toUpperCase() : e.key;
  return control + (e.altKey ? 'Alt+' : '') + shift + name;
}

/** @param {KeyboardEvent} e */
function onKey(e) {
  if (e.defaultPrevented || e.isComposing || ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(e.key)) return;
  const inField = isField(e.target);
  const name = nameOf(e);
  const sequence = first && performance.now() - firstAt < 1500 ? first + ' ' + name : '';
  first = '';
  const plain = e.key.length === 1 && !e.ctrlKey && !e.metaKey && !e.altKey;
  if (plain && singleKeysOff()) return;
  const onControl = e.target instanceof HTMLElement && e.target.closest('button,a,summary,[role=menuitem]');
  if ((name === 'Enter' || name === 'Space') && onControl) return;
  if (document.querySelector('dialog[open], .menu:popover-open')) return; // they take keys themselves
  const keys = layers.slice().reverse().flat();
  for (const wanted of [sequence, name].filter(Boolean)) {
    // g d is not d
    const key = keys.find(
      (k) => k.keys.split(', ').includes(wanted) && (!inField || k.field) && (!k.when || k.when(e))
    );
    if (!key) continue;
    e.preventDefault();
    key.run(e);
    return;
  }
  if (plain && !inField && name === 'g') {
    first = name;
    firstAt = performance.now();
  }
}

/** Begins to listen. */
export function startKeys() {
  document.addEventListener('keydown', onKey);
}
