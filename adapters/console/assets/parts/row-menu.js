// @ts-check
// What can be done with a component, as a menu.

import {t} from '../i18n.js';
import {copyValue} from './acts.js';
import {chooseDialog} from './dialogs.js';

/** Asks what to do with the current row of a review, and does it. @param {any} review */
export async function showRowMenu(review) {
  const row = review.rows[review.current];
  if (!row) return;
  const found = row.values.length > 0;
  const open = !review.locked;
  const choices = [
    {shown: open, run: () => review.edit(), words: t('review.key-edit'), icon: 'pencil'},
    {shown: open && found, run: () => review.checkRows([row.name], false), words: t(row.checked ? 'review.uncheck' : 'review.is-checked'), icon: 'tick'},
    {shown: open && !!row.overridden, run: () => review.takeBack(), words: t('review.key-revert'), icon: 'undo'},
    {shown: found, run: () => copyValue(review), words: t('review.key-copy')},
    ...['explanation', 'differences', 'entities', 'attributes', 'history'].map((name) => ({shown: true, run: () => review.showPanel(name), words: t('panel.' + name)})),
  ];
  const run = await chooseDialog(row.display, choices.filter((c) => c.shown).map((c) => ({...c, value: c.run})));
  run?.();
}
