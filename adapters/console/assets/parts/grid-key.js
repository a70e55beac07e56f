// @ts-check
// The keys by which rows and cells of a grid are known.

/** Where a row stands; -1 for none. @param {{key: string}[]} rows @param {string | null} key */
export const indexOfKey = (rows, key) => rows.findIndex((r) => r.key === key);

/** The identifier of a cell among drafts that wait. @param {string} key @param {string} column */
export const cellId = (key, column) => key + '\t' + column;
