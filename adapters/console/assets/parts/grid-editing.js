// @ts-check
// All that changes the cells of a grid.

export * from './grid-draft.js';
export * from './grid-field.js';
export * from './grid-keys.js';
export * from './grid-rows.js';
export * from './grid-typing.js';
