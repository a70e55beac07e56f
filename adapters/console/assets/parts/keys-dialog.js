// @ts-check
// The keys in force, in a dialog.

import {html} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {keysInForce, singleKeysOff} from '../keys.js';
import {failureWords} from './base.js';
import {openDialog} from './dialogs.js';
import {toast} from './feedback.js';
import {keyWords} from './key-words.js';
import {setPreference} from './preferences.js';

/** Shows the keys of the screen, and lets single keys be switched off. */
export function showKeys() {
  openDialog(t('keys.help'), () => html`<table class="keys"><tbody>${keysInForce().map((k) => html`<tr><td><kbd>${keyWords(k.keys)}</kbd></td><td>${k.words}</td></tr>`)}</tbody></table>
    <label class="line"><input type="checkbox" ?checked=${!singleKeysOff()}
      @change=${(e) => setPreference('keys', e.target.checked ? 'on' : 'off').catch((error) => toast(failureWords(error), {bad: true}))}> ${t('keys.single')}</label>`);
}
