// @ts-check
// What people do in a review less often than correct and check.

import {html} from '../vendor/lit.js';
import {t} from '../i18n.js';
import {findNamed, needsLook} from '../review/rows.js';
import {go, personName} from './context.js';
import {chooseDialog, confirmDialog, openDialog} from './dialogs.js';
import {copyText, say, toast} from './feedback.js';
import {formatDuration} from './lists.js';
import {chooseMenu} from './menu.js';

export {takeCandidate} from './candidates.js';

/** What is open before a step, as sentences. @param {Review} review */
const questionWords = (review, /** @type {Questions} */ {attention, drafts, unread, holder}) =>
  [
    attention.map((r) => r.display).join(', '),
    ...drafts.map((d) =>
      t('review.open-draft', {name: findNamed(review.rows, d.component)?.display ?? d.component, text: d.text})
    ),
    unread ? t('review.open-unread') : '',
    holder ? t('review.others', {name: personName(holder)}) : ''
  ].filter(Boolean);

/**
 * Asks once about all that is open, and takes the step then.
 * @param {Review} review
 * @param {Step} step
 * @param {Questions} questions
 * @param {Take} take
 */
function askAndTake(review, step, questions, take) {
  const words = questionWords(review, questions);
  const {length: n} = questions.attention;
  const title = n ? t('review.open', {n}) : t('review.open-step', {step: t(step.key)});
  return confirmDialog(title, html`${words.map((w) => html`<p>${w}</p>`)}`, t(step.key), () => take(), 'a');
}

/**
 * Lets one of several approvers be chosen, and asks about what is open.
 * @param {Review} review
 * @param {Step} step
 * @param {Questions | null} questions
 * @param {Take} take
 */
async function chooseAndTake(review, step, questions, take) {
  const choices = review.dossier.approverIds.map((/** @type {string} */ id) => ({
    value: id,
    words: personName(id),
    icon: 'user'
  }));
  const to = await chooseDialog(t('step.who'), choices, async (id) => {
    if (!questions) await take(id);
    return id;
  });
  return to && (!questions || askAndTake(review, step, questions, () => take(to)));
}

/**
 * Takes a step of the file: on to approval, approved, or back. What is open then is asked about first, once.
 * @param {Review} review
 * @param {Step | undefined} step
 */
export async function takeStep(review, step) {
  if (!step) return say(t('step.none'));
  const {model, path} = review;
  const words = model.data.file.filename + ': ' + t('workflow.' + step.to);
  const several = step.to === 'UNDER_APPROVAL' && review.dossier.approverIds.length > 1;
  await review.equip();
  const taken = await model.takeStep(step, words, async (questions, take) => {
    if (several) return chooseAndTake(review, step, questions, take);
    if (questions) return askAndTake(review, step, questions, take);
    try {
      return await take();
    } catch (error) {
      await review.hear(model, 'refused', {path, error});
      return false;
    }
  });
  if (!taken) return;
  if (step.onward) review.walk.tally.files++;
  if (path !== review.path) return;
  if (step.leaves) void review.goTo(1);
  else void review.updateComplete.then(() => review.focusRow());
}

/** Opens the field of a draft. @param {Review} review @param {ReviewDraft} draft */
export async function continueDraft(review, draft) {
  if (review.locked) return toast(review.locked);
  await review.loadEdit();
  (await review.equip()).editor.openDraft(draft);
}

/**
 * Lets one choose the component that a word of the page is for, and stores it there; it can be taken back.
 * @param {Review} review
 */
export async function placeWord(review, /** @type {PickedWord} */ {word, place}) {
  const {model} = review;
  const row = await chooseDialog(
    t('review.place-word', {word}),
    review.rows.map((r) => ({
      value: r,
      words: r.display + (r.values.length ? ': ' + r.values.map((v) => v.value).join(', ') : '')
    }))
  );
  if (!row || model !== review.model) return;
  const at = review.rows.findIndex((r) => r.name === row.name);
  review.choose(at, review.row === row ? model.place.value : 0);
  const typed = {text: word, place: {text: word, page: place.page, boxes: [place.box]}};
  await review.edit(at, model.place.value, false, typed);
  await review.save('stay');
}

/** Asks for the name of a component that neither rules nor definitions have, and opens it. @param {Review} review */
export async function addComponent(review) {
  const name = await openDialog(
    t('review.add'),
    (close) =>
      html`<form
        @submit=${(e) => {
          e.preventDefault();
          close(
            String(new FormData(/** @type {HTMLFormElement} */ (e.currentTarget)).get('name'))
              .trim()
              .replace(/\s+/g, '_')
          );
        }}
      >
        <label>${t('dossiers.name')}<input name="name" required maxlength="255" autocomplete="off" autofocus /></label>
        <footer><button class="main">${t('review.add')}</button></footer>
      </form>`
  );
  if (!name) return;
  if (!findNamed(review.rows, name)) {
    review.model.add(name);
  }
  const at = review.rows.findIndex((r) => r.name.toLowerCase() === name.toLowerCase());
  review.set({filter: ''});
  await review.edit(at);
}

/**
 * Boxes of entities: those that count or, with all, also those that were skipped, ignored or removed, dashed.
 * @param {Api.Entity[]} entities
 * @param {boolean} all
 */
const entityMarks = (entities, all) =>
  entities
    .filter((e) => all || e.state === 'APPLIED')
    .flatMap((e) =>
      e.positions.flatMap((p) =>
        p.boxes.map((box) => ({
          page: p.page,
          box,
          color: e.color,
          row: -1,
          words: e.displayName + ': ' + e.value,
          dashed: e.state !== 'APPLIED'
        }))
      )
    );

/** Shows the boxes of components, of all that counts, or of all that was marked, in turn. @param {Review} review */
export function showBoxes(review) {
  review.drawn.entityMarks = entityMarks;
  review.look.boxes = (review.look.boxes + 1) % 3;
  review.mark();
  say(t('review.boxes-' + review.look.boxes));
}

/** Copies the values of the current component. @param {Review} review */
export function copyValue(review) {
  const value = review.row?.values.map((v) => v.value).join(', ');
  if (value) void copyText(value);
}

/**
 * Leads back to the list behind the last file of a queue, with what was done; before the first there is nothing.
 * @param {number} by
 * @param {Review} review
 */
export function endQueue(review, by) {
  if (by < 0) return say(t('review.first'));
  const {files, values, from} = review.walk.tally;
  const done = [
    t('queue.files', {n: files}),
    t('queue.values', {n: values}),
    formatDuration((Date.now() - from) / 1000)
  ].join(', ');
  toast(t('review.last') + (files + values ? '. ' + done : ''));
  go(review.walk.queue?.listPath(review.params.file) ?? '/dossiers/' + review.params.dossier);
}

/** Goes to the next or a former row that needs attention. @param {number} by @param {Review} review */
export function toAttention(review, by) {
  const n = review.rows.length;
  for (let i = 1; i <= n; i++) {
    const at = (review.current + by * i + n * i) % n;
    if (!needsLook(review.rows[at])) continue;
    review.choose(at);
    void review.updateComplete.then(() => review.focusRow());
    return;
  }
  say(t('review.no-attention'));
}

/** Moves the focus from the list to the pages, and back. @param {Review} review */
export function crossOver(review) {
  if (review.pagesElement?.contains(document.activeElement)) return review.focusRow();
  review.choose(review.current, review.model.place.value, review.model.place.box);
  return review.pagesElement?.focus();
}

/** Asks what to do with the current row of a review, and does it. @param {Review} review */
export async function showRowMenu(review) {
  const {row} = review;
  if (!row) return;
  const found = row.values.length > 0;
  const open = !review.locked;
  const choices = [
    {shown: open, run: () => review.edit(), words: t('review.key-edit'), icon: 'pencil'},
    {
      shown: open && found,
      run: () => review.checkRow(false),
      words: t(row.checked ? 'review.uncheck' : 'review.confirm'),
      icon: 'tick'
    },
    {shown: open && !!row.overridden, run: () => review.takeBack(), words: t('review.key-revert'), icon: 'undo'},
    {shown: found, run: () => copyValue(review), words: t('review.key-copy')},
    ...['explanation', 'differences', 'entities', 'attributes', 'history'].map((name) => ({
      shown: true,
      run: () => review.showPanel(name),
      words: t('panel.' + name)
    }))
  ];
  const run = await chooseMenu(
    row.display,
    choices.filter((c) => c.shown).map((c) => ({...c, value: c.run}))
  );
  void run?.();
}
