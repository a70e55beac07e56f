// @ts-check
// Texts that somebody has typed and that are not stored yet: each is kept, by file, component and value, until the
// service has stored it or its author throws it away, also over a reload of the page.

/**
 * @typedef {{component: string, value: string, index: number, insert: boolean, was: string, text: string, note: string,
 *   place?: FoundWords | null, key?: string, at: number}} Draft value names the value: see draftValue; at is when it
 *   was typed, ms
 */

/**
 * The name of a value among the drafts of a component: its identifier, where it has one, or its place.
 * @param {{insert: boolean, index: number, valueId?: string}} field
 */
export const draftValue = (field) => (field.insert ? `+${field.index}` : (field.valueId ?? `#${field.index}`));

export class Drafts {
  /** @type {Map<string, Draft[]>} by file */
  kept = new Map();

  /**
   * @param {{storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, owner: string, now?: () => number}} given
   *   storage may fail: drafts are kept in memory then; owner is whose they are
   */
  constructor({storage, owner, now = Date.now}) {
    this.storage = storage;
    this.owner = owner;
    this.now = now;
  }

  /** @param {string} file */
  nameOf(file) {
    return `docket-drafts ${this.owner} ${file}`;
  }

  /** The drafts of a file, the oldest first. @param {string} file @returns {Draft[]} */
  of(file) {
    let drafts = this.kept.get(file);
    if (!drafts) {
      drafts = [];
      try {
        drafts = JSON.parse(this.storage.getItem(this.nameOf(file)) ?? '[]');
      } catch {
        // storage that cannot be read holds nothing
      }
      this.kept.set(file, drafts ?? []);
    }
    return drafts ?? [];
  }

  /** The draft of a value, undefined for none. @param {string} file @param {string} component @param {string} value */
  find(file, component, value) {
    return this.of(file).find((d) => d.component === component && d.value === value);
  }

  /** The drafts of a component. @param {string} file @param {string} component */
  ofComponent(file, component) {
    return this.of(file).filter((d) => d.component === component);
  }

  /** Keeps a text in place of the one before. @param {string} file @param {Omit<Draft, 'at'>} draft */
  keep(file, draft) {
    const others = this.of(file).filter((d) => d.component !== draft.component || d.value !== draft.value);
    this.write(file, [...others, {...draft, at: this.now()}]);
  }

  /**
   * Forgets a text: it is stored, or its author has thrown it away; with text, only while that is what is kept.
   * @param {string} file
   * @param {string} component
   * @param {string} value
   * @param {string} [text]
   */
  drop(file, component, value, text) {
    const is = (/** @type {Draft} */ d) =>
      d.component === component && d.value === value && (text === undefined || d.text === text);
    if (this.of(file).some(is))
      this.write(
        file,
        this.of(file).filter((d) => !is(d))
      );
  }

  /** @param {string} file @param {Draft[]} drafts */
  write(file, drafts) {
    this.kept.set(file, drafts);
    try {
      if (drafts.length) this.storage.setItem(this.nameOf(file), JSON.stringify(drafts));
      else this.storage.removeItem(this.nameOf(file));
    } catch {
      // memory has them
    }
  }
}
