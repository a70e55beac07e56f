// @ts-check
// An address that no screen has.

import {html} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {base} from '../parts/context.js';

export const screenMissing = () => html`<section class="problem-page"><h1>${t('state.no-page')}</h1><p><a class="button" href=${base + '/'}>${t('nav.home')}</a></p></section>`;
