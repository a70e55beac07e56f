// @ts-check
// The history of a dossier.

import {html} from '../vendor/lit.js';
import {dossierPath} from '../api.js';
import {Screen} from '../parts/base.js';
import '../parts/history.js';
import '../parts/list-screen.js';
import {readDossier, tabKeys, viewHead} from '../parts/dossiers.js';

class DossierHistory extends Screen {
  keys() { return tabKeys(this.params.id); }

  read(o) { return readDossier(this, o); }

  view() {
    return html`${viewHead(this.dossier, 'history')}<section class="card"><dk-history .path=${dossierPath(this.dossier)} .about=${(e) => e.dossierId === this.params.id}></dk-history></section>`;
  }
}
customElements.define('dk-dossier-history', DossierHistory);
