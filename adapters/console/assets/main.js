// @ts-check
// The frame of the console and the way between its screens.

import {html, nothing} from './vendor/lit.js';
import {watch} from './api.js';
import {formatTime, language, loadLanguage, t} from './i18n.js';
import {addKeys, keysInForce, keyWords, singleKeysOff, startKeys} from './keys.js';
import {startLive} from './live.js';
import {Part, icon} from './parts/base.js';
import {base, go, hasRole, loadPeople, readsFiles, session, setGo, setSession} from './parts/context.js';
import {openDialog, say} from './parts/feedback.js';

// The service reads this table too, to tell browsers what a screen loads.
const routes = [
  ['/', './screens/home.js', 'dk-home'],
  ['/signed-in', './screens/signed-in.js', 'dk-signed-in'],
];

const loaders = {
  './screens/home.js': () => import('./screens/home.js'),
  './screens/signed-in.js': () => import('./screens/signed-in.js'),
};

/** Finds the screen of an address. */
function findRoute(path) {
  const got = path.slice(base.length).split('/');
  for (const [pattern, module, tag] of routes) {
    const want = pattern.split('/');
    if (want.length !== got.length || want.some((w, i) => (w.startsWith(':') ? !got[i] : w !== got[i]))) continue;
    return {module, tag, params: Object.fromEntries(want.map((w, i) => [w.slice(1), decodeURIComponent(got[i])]).filter((_, i) => want[i].startsWith(':')))};
  }
  return null;
}

const navigation = () => [
  {to: '/', icon: 'home', words: t('nav.home'), keys: 'g h', shown: true},
].filter((n) => n.shown);

class App extends Part {
  constructor() {
    super();
    /** @type {any} */
    this.screen = null;
    this.path = '';
    this.interrupted = 0;
    this.busyUntil = 0;
    this.offline = !navigator.onLine;
  }

  connectedCallback() {
    super.connectedCallback();
    this.ends.push(addKeys([
      {keys: '?', words: t('keys.help'), run: () => this.showKeys()},
      ...navigation().filter((n) => n.keys).map((n) => ({keys: n.keys, words: n.words, run: () => go(n.to)})),
    ]));
    setGo((to, replace) => this.navigate(base + to, replace));
    addEventListener('popstate', () => this.show());
    addEventListener('online', () => this.set({offline: false}));
    addEventListener('offline', () => this.set({offline: true}));
    document.addEventListener('click', (e) => this.followLink(e));
    watch.busy = (seconds) => this.countDown(seconds);
    startLive((since) => this.set({interrupted: since}), () => watch.signIn());
    loadPeople().then(() => this.screen?.requestUpdate?.());
    this.show();
  }

  countDown(seconds) {
    this.set({busyUntil: Date.now() + seconds * 1000});
    setTimeout(() => this.requestUpdate(), seconds * 1000 + 50);
  }

  /** Follows links to screens without loading the page anew. */
  followLink(e) {
    const link = e.target instanceof Element && e.target.closest('a[href]');
    if (!link || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || !findRoute(link.pathname)) return;
    e.preventDefault();
    this.navigate(link.pathname + link.search);
  }

  navigate(to, replace = false) {
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    this.show();
  }

  async show() {
    const route = findRoute(location.pathname);
    const query = new URLSearchParams(location.search);
    this.set({path: location.pathname});
    if (!route) {
      const {screenMissing} = await import('./screens/missing.js');
      this.set({screen: screenMissing()});
      return;
    }
    if (this.screen?.localName === route.tag && this.screen.moveTo?.(route.params, query)) return;
    await loaders[route.module]();
    if (location.pathname !== this.path) return; // the person has gone on
    const screen = /** @type {any} */ (document.createElement(route.tag));
    Object.assign(screen, {params: route.params, query});
    const first = !this.screen;
    this.set({screen});
    if (first) return;
    scrollTo(0, 0);
    await this.updateComplete;
    /** @type {HTMLElement} */ (this.querySelector('#main')).focus({preventScroll: true});
  }

  showKeys() {
    openDialog(t('keys.help'), () => html`<table class="keys"><tbody>${keysInForce().map((k) => html`<tr><td><kbd>${keyWords(k.keys)}</kbd></td><td>${k.words}</td></tr>`)}</tbody></table>
      <label class="line"><input type="checkbox" ?checked=${!singleKeysOff()}
        @change=${(e) => localStorage.setItem('docket-keys', e.target.checked ? 'on' : 'off')}> ${t('keys.single')}</label>`);
  }

  async signOut() {
    await fetch('/console/sign-out', {method: 'POST'});
    new BroadcastChannel('docket-session').postMessage('signed-out');
    location.assign('/console/sign-in');
  }

  renderBanner() {
    const wait = Math.ceil((this.busyUntil - Date.now()) / 1000);
    if (this.offline) return html`<p class="banner" role="status">${t('state.offline')}</p>`;
    if (wait > 0) return html`<p class="banner" role="status">${t('state.busy', {n: wait})}</p>`;
    if (this.interrupted) return html`<p class="banner" role="status">${t('state.interrupted', {time: formatTime(new Date(this.interrupted).toISOString())})}</p>`;
    return nothing;
  }

  renderAccount() {
    const theme = localStorage.getItem('docket-theme') ?? 'system';
    return html`<button class="quiet account" popovertarget="account">${icon('user')}<span class="wide">${session.username}</span><span class="hidden">${t('account.menu')}</span></button>
      <div id="account" popover>
        <p><strong>${session.username}</strong><br><span class="soft">${session.roles.map((r) => t('role.' + r)).join(', ')}</span></p>
        <label>${t('account.language')}<select @change=${(e) => { localStorage.setItem('docket-language', e.target.value); location.reload(); }}>
          <option value="en" ?selected=${language === 'en'}>English</option><option value="de" ?selected=${language === 'de'}>Deutsch</option></select></label>
        <label>${t('account.theme')}<select @change=${(e) => applyTheme(e.target.value)}>
          ${['system', 'light', 'dark'].map((name) => html`<option value=${name} ?selected=${theme === name}>${t('theme.' + name)}</option>`)}</select></label>
        <button @click=${() => this.showKeys()}>${t('keys.help')} <kbd>?</kbd></button>
        <a class="button" href="/console/about">${t('account.about')}</a>
        <button @click=${() => this.signOut()}>${t('account.sign-out')}</button>
      </div>`;
  }

  render() {
    return html`<a class="skip" href="#main" @click=${(e) => { e.preventDefault(); /** @type {any} */ (this.querySelector('#main')).focus(); }}>${t('nav.skip')}</a>
      <header class="top"><a class="brand" href=${base + '/'}>${icon('docket')}Docket</a><span class="workspace"><span class="hidden">${t('nav.workspace')} </span>${session.workspace}</span>
        <span class="space"></span>${this.renderAccount()}</header>
      <nav class="side" aria-label=${t('nav.main')}>${navigation().map((n) => html`<a href=${base + n.to} aria-current=${this.isCurrent(n.to) ? 'page' : nothing}
        title=${n.words + (n.keys ? ' (' + n.keys + ')' : '')}>${icon(n.icon)}<span>${n.words}</span></a>`)}</nav>
      <main id="main" tabindex="-1">${this.renderBanner()}${this.screen}</main>
      <div id="toasts"></div><div id="status" class="hidden" role="status" aria-live="polite"></div>`;
  }

  isCurrent(to) {
    const at = this.path.slice(base.length);
    return to === '/' ? at === '/' : at === to || at.startsWith(to + '/') || (to === '/dossiers' && at.startsWith('/review/'));
  }
}
customElements.define('dk-app', App);

function applyTheme(name) {
  localStorage.setItem('docket-theme', name);
  if (name === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

/** Asks to sign in again, once for all requests that wait for it. The page stays as it is. */
let askedToSignIn;
function signInAgain() {
  askedToSignIn ??= new Promise((resolve) => {
    const at = formatTime(new Date().toISOString());
    const channel = new BroadcastChannel('docket-session');
    const shown = openDialog(t('session.ended'), (close) => {
      channel.onmessage = (m) => { if (m.data === 'signed-in') close(true); };
      return html`<p>${t('session.ended-more', {time: at})}</p><footer><a class="button main" target="_blank"
        href=${'/console/sign-in?workspace=' + session.workspace + '&to=' + encodeURIComponent(base + '/signed-in')}>${t('session.sign-in')}</a></footer>`;
    });
    shown.then(async (done) => {
      channel.close();
      askedToSignIn = undefined;
      if (!done) return resolve(signInAgain()); // nothing goes on without it
      const now = await readSession();
      if (now.id !== session.id) return location.assign(base + '/'); // somebody else's page now
      say(t('session.back'));
      resolve(undefined);
    });
  });
  return askedToSignIn;
}

async function readSession() {
  const answer = await fetch('/console/session');
  if (answer.status === 401) {
    location.assign('/console/sign-in?to=' + encodeURIComponent(location.pathname + location.search));
    return new Promise(() => {});
  }
  if (!answer.ok) throw new Error('session: ' + answer.status);
  return answer.json();
}

async function start() {
  applyTheme(localStorage.getItem('docket-theme') ?? 'system');
  const preferred = navigator.languages.find((l) => /^(en|de)\b/.test(l)) ?? 'en';
  await loadLanguage(localStorage.getItem('docket-language') ?? preferred.slice(0, 2));
  setSession(await readSession());
  watch.signIn = signInAgain;
  startKeys();
  new BroadcastChannel('docket-session').onmessage = (m) => { if (m.data === 'signed-out') location.assign('/console/sign-in'); };
  document.getElementById('app')?.append(document.createElement('dk-app'));
}

start();
