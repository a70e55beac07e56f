// @ts-check
// What can be taken back of what was done in the reviews of a tab.

import {UndoLog} from './undo-log.js';

export const log = new UndoLog();
