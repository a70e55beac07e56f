// @ts-check
// What changes a file that is reviewed: it is loaded after the first paint.

import {findDoubt} from './expect.js';
import {log} from './log.js';

export {Editor} from './editor.js';
export {Sender} from './sender.js';
export {log};

/** What it needs besides what a model was given. */
export const given = {log, doubt: findDoubt};
