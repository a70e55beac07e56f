// @ts-check
// The model of a review, as its screen needs it.

import {t} from '../i18n.js';
import {reviewCalls} from '../review/calls.js';
import {ReviewModel} from '../review/review-model.js';
import {reviewStore} from '../review/store.js';
import {session} from './context.js';

/** A review of the file of a screen, of which nothing is known yet. @param {Review} screen */
export function makeModel(screen) {
  /** @type {ReviewModel} */
  const model = new ReviewModel({
    ...reviewStore(),
    api: reviewCalls,
    me: () => session.id,
    now: () => new Date().toISOString(),
    words: t,
    tell: (what, detail) => screen.hear(model, what, detail),
    changed: () => model === screen.model && screen.redraw(),
    refresh: () => (model === screen.model && screen.isConnected ? screen.load(true) : Promise.resolve())
  });
  return model;
}
