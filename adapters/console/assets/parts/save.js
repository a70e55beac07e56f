// @ts-check
// Files that the page itself makes.

/** A value that spreadsheets would take for a formula begins with an apostrophe; numbers, also negative ones, are none. */
const guard = (v) => (/^[=+\-@\t\r]/.test(v) && !/^[+-]?[\d.,' ]+$/.test(v) ? "'" + v : v);
const quote = (v) => (/[",\r\n;]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v);

/** A table as csv, which spreadsheets take for UTF-8. @param {string[][]} lines */
export const csvOf = (lines) => new Blob(['\ufeff', lines.map((l) => l.map((v) => quote(guard(v ?? ''))).join(',')).join('\r\n')], {type: 'text/csv'});

/** Gives something away as a file. @param {string} name @param {Blob} blob */
export function saveFile(name, blob) {
  const link = Object.assign(document.createElement('a'), {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
