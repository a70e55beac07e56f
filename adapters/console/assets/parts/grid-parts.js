// @ts-check
// What a grid draws with, and what is loaded for it after the first paint.

import {lazy} from './load.js';

/** @type {{editing: typeof import('./grid-editing.js') | null}} what changes cells, once it is loaded */
export const parts = {editing: null};

/** Loads what changes the cells of grids. */
export const loadEditing = lazy(async () => (parts.editing = await import('./grid-editing.js')));

/**
 * Does something that changes cells: at once, as a rule.
 * @param {(editing: typeof import('./grid-editing.js')) => any} run
 */
export const withEditing = (run) => (parts.editing ? run(parts.editing) : loadEditing().then(run));
