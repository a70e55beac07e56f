// @ts-check
// What is read of the pages of documents: their images and their words.

import {call, createImageCache, get} from '../api.js';

const mostImages = 60; // kept in memory

const keepImage = createImageCache(mostImages);

/**
 * The address of the image of a page, read once while it is kept.
 * @param {string} path
 * @param {number} dpi
 * @param {number} page
 */
export const loadImage = (path, page, dpi, o = {}) =>
  keepImage(`${path}/pages/${page}.png?dpi=${dpi}`, () =>
    call('GET', `${path}/pages/${page}.png`, {query: {dpi}, as: 'blob', ...o})
  );

/** The words of a page, in lines, with their boxes in points. @param {string} path @param {number} page */
export const loadWords = (path, page, o = {}) =>
  get(`${path}/pages/${page}/text`, {}, o).then((text) =>
    text.lines.map((/** @type {{words: [string, number, number, number, number][]}} */ line) =>
      line.words.map(([word, x, y, width, height]) => ({word, box: {x, y, width, height}}))
    )
  );
