// @ts-check
// Where a sign-in in a tab of its own ends: it tells the tab that waits for it, and closes.

import {html} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Part} from '../parts/base.js';
import '../parts/more-styles.js';

class SignedIn extends Part {
  connectedCallback() {
    super.connectedCallback();
    new BroadcastChannel('docket-session').postMessage('signed-in');
    window.close();
  }

  render() {
    return html`<h1>${t('session.back')}</h1>
      <p>${t('session.close-tab')}</p>`;
  }
}
customElements.define('dk-signed-in', SignedIn);
