// @ts-check
// A picture that is the value of an attribute.

import {html, nothing} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {Part} from './base.js';

/** A picture as the value of an attribute, which the service keeps as the address of its data. Set name and value. */
class Picture extends Part {
  name = '';
  value = '';

  /** @param {FileList | null} files */
  async take(files) {
    const file = files?.[0];
    if (file)
      this.set({
        value: await new Promise((resolve) =>
          Object.assign(new FileReader(), {
            onload: (/** @type {ProgressEvent<FileReader>} */ e) => resolve(e.target?.result)
          }).readAsDataURL(file)
        )
      });
  }

  /** @type {string | undefined} */
  drawn;

  willUpdate() {
    if (this.drawn === this.value) return;
    this.drawn = this.value;
    const bytes = Uint8Array.from(atob((this.value ?? '').split(',')[1] ?? ''), (c) => c.charCodeAt(0));
    URL.revokeObjectURL(this.address ?? '');
    this.address = URL.createObjectURL(new Blob([bytes])); // addresses of data are not shown
  }

  render() {
    return html`<input
        type="file"
        accept="image/png,image/jpeg"
        aria-label=${this.title}
        @change=${(e) => this.take(e.target.files)}
      /><input type="hidden" name=${this.name} .value=${this.value} /> ${
        this.value
          ? html`<img class="crop" src=${this.address} alt="" /><button
                type="button"
                @click=${() => this.set({value: ''})}
              >
                ${t('attribute.remove', {name: this.title})}
              </button>`
          : nothing
      }`;
  }
}
customElements.define('dk-picture', Picture);
