// @ts-check
// The menu of the account: language, colours, keys, signing out.

import {html, render} from '../vendor/lit.js';
import {language, t} from '../i18n.js';
import {session} from './context.js';
import {keepChoice, showKeys} from './keys-dialog.js';
import {preference} from './preferences.js';

/** What is chosen here; the first of each is meant unless another one is. */
const choices = {theme: ['system', 'light', 'dark'], side: ['left', 'right']};

async function signOut() {
  await fetch('/console/sign-out', {method: 'POST'});
  new BroadcastChannel('docket-session').postMessage('signed-out');
  location.assign('/console/sign-in');
}

/** Opens or closes the menu beside its button. @param {HTMLButtonElement} button */
export function showAccount(button) {
  const before = document.getElementById('account');
  const menu = before ?? document.createElement('div');
  render(html`<p><strong>${session.username}</strong><br><span class="soft">${session.roles.map((r) => t('role.' + r)).join(', ')}</span></p>
    <label>${t('account.language')}<select @change=${async (e) => { await keepChoice('language', e.target.value); location.reload(); }}>
      <option value="en" ?selected=${language === 'en'}>English</option><option value="de" ?selected=${language === 'de'}>Deutsch</option></select></label>
    ${Object.entries(choices).map(([name, values]) => html`<label>${t('account.' + name)}
      <select @change=${(e) => keepChoice(name, e.target.value)}>${values.map((v) => html`<option value=${v}
        ?selected=${v === (preference(name) ?? values[0])}>${t(name + '.' + v)}</option>`)}</select></label>`)}
    <button @click=${() => { menu.hidePopover(); showKeys(); }}>${t('keys.help')} <kbd>?</kbd></button>
    <a class="button" href="/console/about">${t('account.about')}</a>
    <button @click=${signOut}>${t('account.sign-out')}</button>`, menu);
  if (before) return; // the browser opens and closes it
  menu.id = 'account';
  menu.popover = 'auto';
  button.after(menu);
  button.popoverTargetElement = menu;
  menu.showPopover();
}
