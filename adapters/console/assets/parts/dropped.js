// @ts-check
// Files that are dropped on a page, or pasted into it.

/**
 * Returns the files that were dropped, and those in folders that were.
 * @param {DataTransfer} data
 * @returns {Promise<File[]>}
 */
async function droppedFiles(data) {
  const entries = [...data.items].map((i) => i.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...data.files];
  /** @type {File[]} */
  const out = [];
  const walk = async (/** @type {any} */ entry) => {
    if (entry.isFile) return out.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (!some.length) return undefined;
      for (const inside of some) await walk(inside);
    }
  };
  for (const entry of entries) await walk(entry);
  return out;
}

/**
 * Listens for files that are dropped on the page or pasted into it, until the returned function is called.
 * @param {{may: () => boolean, over: (isOver: boolean) => void, bring: (files: File[]) => void}} to may says whether
 *   files can be taken in; over hears whether some are held over the page; bring gets them
 */
export function listenForFiles({may, over, bring}) {
  const ends = new AbortController();
  const {signal} = ends;
  const hasFiles = (/** @type {DragEvent} */ e) => !!e.dataTransfer?.types.includes('Files') && may();
  document.addEventListener(
    'dragover',
    (e) => {
      if (!hasFiles(e)) return;
      e.preventDefault();
      over(true);
    },
    {signal}
  );
  document.addEventListener('dragleave', (e) => !e.relatedTarget && over(false), {signal});
  document.addEventListener(
    'drop',
    async (e) => {
      if (!hasFiles(e) || !e.dataTransfer) return;
      e.preventDefault();
      over(false);
      bring(await droppedFiles(e.dataTransfer));
    },
    {signal}
  );
  document.addEventListener(
    'paste',
    (e) => {
      if (e.clipboardData?.files.length && may()) bring([...e.clipboardData.files]);
    },
    {signal}
  );
  return () => ends.abort();
}
