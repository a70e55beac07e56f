// @ts-check
// What all reviews of a tab share: drafts, and what is on its way.

import {Failure} from '../api.js';
import {session} from '../parts/context.js';
import {Drafts} from './drafts.js';
import {Outbox} from './outbox.js';

const again = 3000; // ms after which what waits for the network is sent again

/** @type {{drafts: Drafts, outbox: Outbox} | null} */
let store = null;

/** Drafts and outbox of this tab. Texts of documents are kept in it alone, and end with it. */
export function reviewStore() {
  if (store) return store;
  const isAway = (/** @type {unknown} */ error) => error instanceof Failure && error.status === 0;
  const outbox = new Outbox({makeKey: () => crypto.randomUUID(), isAway});
  store = {drafts: new Drafts({storage: sessionStorage, owner: session.id}), outbox};
  let timer = 0;
  outbox.listen((change) => {
    if (change.state !== 'waiting') return;
    clearTimeout(timer);
    timer = setTimeout(() => outbox.resume(), again);
  });
  addEventListener('online', () => outbox.resume());
  addEventListener('beforeunload', (e) => {
    if (outbox.changes.some((c) => c.touches.length)) e.preventDefault();
  });
  return store;
}
