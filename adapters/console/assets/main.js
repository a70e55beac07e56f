// @ts-check
// The frame of the console and the way between its screens.

import {html, nothing} from './vendor/lit.js';
import {Failure, watch} from './api.js';
import {formatTime, loadLanguage, t} from './i18n.js';
import {addKeys, startKeys} from './keys.js';
import {startLive} from './live.js';
import {Part, icon, problemView} from './parts/base.js';
import {base, go, isInformed, loadPeople, readsFiles, session, setGo, setSession} from './parts/context.js';
import {leaveMessages} from './parts/feedback.js';
import {lazy, lazyScreen} from './parts/load.js';
import {applyLook, preference, readPreferences} from './parts/preferences.js';
import routes from './routes.json';

/** The screens that routes.json names. @type {Record<string, () => Promise<any>>} */
const screens = {
  downloads: lazyScreen('downloads', () => import('./screens/downloads.js')),
  dossier: lazyScreen('dossier', () => import('./screens/dossier.js')),
  'dossier-history': lazyScreen('dossier-history', () => import('./screens/dossier-history.js')),
  dossiers: lazyScreen('dossiers', () => import('./screens/dossiers.js')),
  home: lazyScreen('home', () => import('./screens/home.js')),
  review: lazyScreen('review', () => import('./screens/review.js')),
  'signed-in': lazyScreen('signed-in', () => import('./screens/signed-in.js')),
  table: lazyScreen('table', () => import('./screens/table.js')),
  trash: lazyScreen('trash', () => import('./screens/trash.js'))
};

const loadAccount = lazy(() => import('./parts/account.js'));
const loadPalette = lazy(() => import('./parts/palette.js'));
const loadSignIn = lazy(() => import('./parts/sign-in-again.js'));

/** Finds the screen of an address. @param {string} path */
function findRoute(path) {
  const got = path.slice(base.length).split('/');
  for (const [pattern, name] of routes) {
    const want = pattern.split('/');
    if (want.length !== got.length || want.some((w, i) => (w.startsWith(':') ? !got[i] : w !== got[i]))) continue;
    return {
      name,
      load: screens[name],
      tag: 'dk-' + name,
      params: Object.fromEntries(
        want.map((w, i) => [w.slice(1), decodeURIComponent(got[i])]).filter((_, i) => want[i].startsWith(':'))
      )
    };
  }
  return null;
}

const navigation = () =>
  [
    {to: '/', icon: 'home', words: t('nav.home'), keys: 'g h', shown: true},
    {to: '/dossiers', icon: 'folder', words: t('nav.dossiers'), keys: 'g d', shown: readsFiles()},
    {to: '/downloads', icon: 'download', words: t('nav.downloads'), keys: 'g l', shown: readsFiles()},
    {to: '/trash', icon: 'trash', words: t('nav.trash'), keys: 'g x', shown: readsFiles()}
  ].filter((n) => n.shown);

const focusedLink = () => document.activeElement?.closest('tr')?.querySelector('a[data-row]');

class App extends Part {
  /** @type {any} */
  screen = null;
  path = '';
  interrupted = 0;
  busyUntil = 0;
  offline = !navigator.onLine;

  connectedCallback() {
    super.connectedCallback();
    this.ends.push(
      addKeys([
        {keys: '?', words: t('keys.help'), run: () => this.showKeys()},
        {keys: 'Ctrl+K', words: 'palette.title', run: () => this.showPalette(), field: true},
        {
          keys: 'o',
          words: 'keys.new-tab',
          run: () => open(/** @type {any} */ (focusedLink()).href, '_blank', 'noopener'),
          when: () => !!focusedLink()
        },
        ...navigation()
          .filter((n) => n.keys)
          .map((n) => ({keys: n.keys, words: n.words, run: () => go(n.to)}))
      ])
    );
    setGo((to, replace) => this.navigate(base + to, replace));
    history.scrollRestoration = 'manual'; // lists keep their places themselves
    addEventListener('popstate', () => this.show());
    addEventListener('online', () => this.set({offline: false}));
    addEventListener('offline', () => this.set({offline: true}));
    document.addEventListener('click', (e) => this.followLink(e));
    watch.busy = (seconds) => {
      this.set({busyUntil: Date.now() + seconds * 1000});
      setTimeout(() => this.requestUpdate(), seconds * 1000 + 50);
    };
    if (isInformed())
      startLive(
        (since) => this.set({interrupted: since}),
        () => watch.signIn()
      );
    loadPeople().then(() => this.screen?.requestUpdate?.());
    void this.show();
  }

  /** Follows links to screens without loading the page anew. @param {MouseEvent} e */
  followLink(e) {
    const link =
      e.target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (e.target.closest('a[href]')) : null;
    if (
      !link ||
      e.defaultPrevented ||
      e.button ||
      e.ctrlKey ||
      e.metaKey ||
      e.shiftKey ||
      link.target ||
      link.hasAttribute('download')
    )
      return;
    if (link.origin !== location.origin || !findRoute(link.pathname)) return;
    e.preventDefault();
    this.navigate(link.pathname + link.search);
  }

  /** @param {string} to */
  navigate(to, replace = false) {
    if (!replace) this.screen?.place?.note();
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    void this.show();
  }

  async show() {
    const route = findRoute(location.pathname);
    const query = new URLSearchParams(location.search);
    this.set({path: location.pathname});
    leaveMessages(location.pathname);
    if (!route) return this.set({screen: problemView(new Failure(404, ''))});
    if (this.screen?.localName === route.tag && this.screen.moveTo?.(route.params, query)) return;
    await route.load();
    if (location.pathname !== this.path) return; // the person has gone on
    const screen = /** @type {any} */ (document.createElement(route.tag));
    Object.assign(screen, {params: route.params, query});
    const first = !this.screen;
    this.set({screen});
    if (first) return;
    await this.updateComplete;
    const main = /** @type {HTMLElement} */ (this.querySelector('#main'));
    for (const scroller of [window, main]) scroller.scrollTo(0, 0); // narrow windows scroll the content alone
    main.focus({preventScroll: true});
  }

  async showKeys() {
    void (await loadAccount()).showKeys();
  }

  async showPalette() {
    void (await loadPalette()).openPalette(navigation());
  }

  /** @param {HTMLElement} button */
  async showAccount(button) {
    (await loadAccount()).showAccount(/** @type {HTMLButtonElement} */ (button));
  }

  renderBanner() {
    const wait = Math.ceil((this.busyUntil - Date.now()) / 1000);
    if (this.offline) return html`<p class="banner" role="status">${t('state.offline')}</p>`;
    if (wait > 0) return html`<p class="banner" role="status">${t('state.busy', {n: wait})}</p>`;
    if (this.interrupted)
      return html`<p class="banner" role="status">
        ${t('state.interrupted', {time: formatTime(new Date(this.interrupted).toISOString())})}
      </p>`;
    return nothing;
  }

  render() {
    return html`<a
        class="skip"
        href="#main"
        @click=${(e) => {
          e.preventDefault();
          /** @type {any} */ (this.querySelector('#main')).focus();
        }}
        >${t('nav.skip')}</a
      >
      <header class="top">
        <a class="brand" href=${base + '/'}>${icon('docket')}Docket</a
        ><span class="workspace"><span class="hidden">${t('nav.workspace')} </span>${session.workspace}</span>
        <span class="space"></span
        ><button class="quiet account" aria-haspopup="dialog" @click=${(e) => this.showAccount(e.currentTarget)}>
          ${icon('user')}<span class="wide">${session.username}</span> <span class="hidden">${t('account.menu')}</span>
        </button>
      </header>
      <nav class="side" aria-label=${t('nav.main')}>
        ${navigation().map(
          (n) =>
            html`<a
              href=${base + n.to}
              aria-current=${this.isCurrent(n.to) ? 'page' : nothing}
              title=${n.words + (n.keys ? ' (' + n.keys + ')' : '')}
              >${icon(n.icon)}<span>${n.words}</span></a
            >`
        )}
      </nav>
      <main id="main" tabindex="-1">${this.renderBanner()}${this.screen}</main>
      <dk-uploads></dk-uploads>
      <section id="toasts" aria-label=${t('nav.messages')}></section>
      <div id="status" class="hidden" role="status" aria-live="polite"></div>`;
  }

  /** @param {string} to */
  isCurrent(to) {
    const at = this.path.slice(base.length);
    return to === '/'
      ? at === '/'
      : at === to || at.startsWith(to + '/') || (to === '/dossiers' && at.startsWith('/review/'));
  }
}
customElements.define('dk-app', App);

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
  applyLook();
  const preferred = navigator.languages.find((l) => /^(en|de)\b/.test(l)) ?? 'en';
  const language = loadLanguage(preference('language') ?? preferred.slice(0, 2), findRoute(location.pathname)?.name);
  setSession(await readSession());
  await language;
  watch.signIn = async () => (await loadSignIn()).signInAgain(readSession);
  startKeys();
  readPreferences().catch(() => {}); // the browser's own hold until they can be read
  new BroadcastChannel('docket-session').onmessage = (m) => {
    if (m.data === 'signed-out') location.assign('/console/sign-in');
  };
  document.getElementById('app')?.append(document.createElement('dk-app'));
}

void start();
