// @ts-check
// What may be the value of the current component of a review: the two best candidates, each one key away.

import {html, nothing} from '../vendor/lit.js';
import {has, t} from '../i18n.js';
import {ReviewPart, icon} from './base.js';
import {toast} from './feedback.js';
import './review-styles.js';

const shown = 2; // candidates
const reasonsShown = 3;

/** The candidates of the current component, the best first. @param {Review} review */
const candidatesOf = (review) => review.row?.candidates?.slice(0, shown) ?? [];

/** How sure the service is of a candidate, in a word or two. @param {number} confidence */
function sureWords(confidence) {
  if (confidence >= 0.9) return t('candidate.sure');
  if (confidence >= 0.6) return t('candidate.likely');
  return t(confidence >= 0.3 ? 'candidate.open' : 'candidate.unlikely');
}

/** A reason in words, also that it speaks against the candidate. @param {Api.Reason} r */
function reasonWords(r) {
  const {code = '', concept = '', label = '', files = 0} = r;
  const names = 'concept.' + concept;
  const known = has('reason.' + code) && (!concept || has(names));
  const words = known ? t('reason.' + code, {concept: concept && t(names), label, n: files}) : r.text;
  return r.weight < 0 ? t('reason.against', {words}) : words;
}

/** Why the service offers a candidate, what counts most first. @param {Api.Candidate} c */
const reasonsOf = (c) => c.reasons.slice(0, reasonsShown).map(reasonWords);

/**
 * Stores a candidate as the value of the current component, with its place and why it was offered, and goes on: what
 * Enter does in the field with the same text. What the template does not expect is asked about there.
 * @param {Review} review
 * @param {number} at
 */
export async function takeCandidate(review, at) {
  const {model, row} = review;
  const c = candidatesOf(review)[at];
  if (!c || review.field) return;
  if (review.locked) return void toast(review.locked);
  const [place] = c.places;
  const typed = {
    text: c.value,
    note: t('candidate.note', {reasons: reasonsOf(c).join('; ')}),
    place: place ? {text: c.value, page: place.page, boxes: place.boxes} : null
  };
  await review.edit(review.current, model.place.value, false, typed);
  if (model === review.model && model.editor?.field?.component === row.name) await review.save('next');
}

/** The candidates of the current component. Where it has no value, the best one is shown on its page. */
class Candidates extends ReviewPart {
  for = ''; // the component that they were drawn for last

  updated() {
    const {review} = this;
    const [best] = candidatesOf(review);
    const isFor = best && !review.row.values.length ? review.path + review.row.name : '';
    if (isFor === this.for) return;
    this.for = isFor;
    if (!review.field) review.lookAt(isFor ? (best.places[0] ?? null) : null);
  }

  /** @param {Api.Candidate} c @param {number} at */
  renderCandidate(c, at) {
    const {review} = this;
    const [place] = c.places;
    const look = () => place && review.lookAt(place);
    return html`<li>
      <button
        class="small"
        aria-describedby=${'candidate-' + at}
        @click=${() => takeCandidate(review, at)}
        @focus=${look}
      >
        ${icon('tick')}<span class="hidden">${t('candidate.take')} </span>${c.value} <kbd>${at + 1}</kbd>
      </button>
      ${
        place
          ? html`<button class="quiet small" @click=${look}>${t('review.on-page', {n: place.page})}</button>`
          : nothing
      }
      <p class="soft" id=${'candidate-' + at}>${[sureWords(c.confidence), ...reasonsOf(c)].join(' · ')}</p>
    </li>`;
  }

  render() {
    const {review} = this;
    const found = candidatesOf(review);
    if (!found.length || review.field || review.locked) return nothing;
    return html`<p>${t(review.row.values.length ? 'candidate.other' : 'candidate.offered')}</p>
      <ol class="plain">
        ${found.map((c, at) => this.renderCandidate(c, at))}
      </ol>`;
  }
}
customElements.define('dk-candidates', Candidates);
