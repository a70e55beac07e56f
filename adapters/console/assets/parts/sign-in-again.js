// @ts-check
// A session that has ended while the page is open.

import {html} from '../vendor/lit.js';
import {formatTime, t} from '../i18n.js';
import {base, session} from './context.js';
import {openDialog} from './dialogs.js';
import {say} from './feedback.js';

let asked;

/**
 * Asks to sign in again, once for all requests that wait for it. The page stays as it is.
 * @param {() => Promise<any>} readSession
 */
export function signInAgain(readSession) {
  asked ??= new Promise((resolve) => {
    const at = formatTime(new Date().toISOString());
    const channel = new BroadcastChannel('docket-session');
    const shown = openDialog(t('session.ended'), (close) => {
      channel.onmessage = (m) => {
        if (m.data === 'signed-in') close(true);
      };
      return html`<p>${t('session.ended-more', {time: at})}</p>
        <footer>
          <a
            class="button main"
            target="_blank"
            href=${'/console/sign-in?workspace=' + session.workspace + '&to=' + encodeURIComponent(base + '/signed-in')}
            >${t('session.sign-in')}</a
          >
        </footer>`;
    });
    void shown.then(async (done) => {
      channel.close();
      asked = undefined;
      if (!done) return resolve(signInAgain(readSession)); // nothing goes on without it
      const now = await readSession();
      if (now.id !== session.id) return location.assign(base + '/'); // somebody else's page now
      say(t('session.back'));
      resolve(undefined);
    });
  });
  return asked;
}
