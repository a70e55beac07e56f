// @ts-check
// What an address says of the place in a list.

const step = 100; // rows that are read at once

/** The end of an identifier, which is enough to know a row of one list. @param {string} id */
export const endOf = (id) => id.slice(-12);

/** What leads to a row of a list. @param {string} id @param {number} index of the row, as far as it is known */
export const placeOf = (id, index) => ({
  at: endOf(id),
  ...(index < step ? {} : {rows: String(step * Math.ceil((index + 1) / step))})
});
