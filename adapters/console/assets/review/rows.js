// @ts-check
// The components of a file as rows: what the service answered, put in order.

import {madeName} from './names.js';

/** A row without values. @param {string} name */
const emptyRow = (name, version, more) => ({
  name,
  version,
  display: name.replaceAll('_', ' '),
  technicalName: name.toLowerCase(),
  description: '',
  values: [],
  overridden: null,
  checked: null,
  attention: [],
  ...more
});

/** A row for a component that nothing knows yet. @param {string} name @param {string} version @returns {any} */
export const newRow = (name, version) => emptyRow(name, version, {});

/** Components in the order of their definitions, those without a value too. @returns {any[]} */
export function makeRows({components, definitions, entities}) {
  const byId = new Map(entities.entities.map((e) => [e.id, e]));
  const rows = new Map();
  for (const d of definitions.filter((d) => !d.softDeleteTime))
    rows.set(
      d.technicalName,
      emptyRow('', components.version, {
        display: d.displayName,
        description: d.description,
        technicalName: d.technicalName,
        format: d.format,
        columns: d.columns,
        single: !d.multiple
      })
    );
  const rowOf = (c) => rows.get(c.technicalName) ?? emptyRow(c.name, c.version, {technicalName: c.technicalName});
  for (const c of components.componentDetails ?? []) {
    const values = c.componentValues.map((v) => ({
      ...v,
      places: v.places ?? [],
      entities: v.entityReferences.map((r) => byId.get(r.id)).filter(Boolean)
    }));
    const {name, version, overridden, checked, attention} = c;
    rows.set(c.technicalName, {...rowOf(c), name, version, values, overridden, checked, attention});
  }
  for (const c of components.missingComponents ?? [])
    rows.set(c.technicalName, {
      ...rowOf(c),
      name: '',
      version: c.version,
      checked: c.checked,
      attention: c.attention,
      required: true
    });
  for (const row of rows.values()) row.name ||= madeName(row.technicalName);
  return [...rows.values()];
}

/** The row of a component, whatever the case of its name. @param {any[]} rows @param {string} name @returns {any} */
export const findNamed = (rows, name) => rows.find((r) => r.name.toLowerCase() === name.toLowerCase());

/** Reports whether somebody should look at a row and nobody has. */
export const needsLook = (row) => row.attention.length > 0 && !row.checked;

/** Reports whether somebody has said that the page has nothing for a component. */
export const isSaidMissing = (row) => !row.values.length && !!row.checked;

/** Reports whether a row counts among those that are to be checked: it has values, or something to look at. */
export const isChecklist = (row) => row.values.length > 0 || row.attention.length > 0 || !!row.checked;

/** Where a value stands, one box after the other. @returns {{page: number, box: any, color: string}[]} */
export function placesOfValue(v) {
  const told = v.places?.length ? [{positions: v.places, color: '#f5b041'}] : (v.entities ?? []);
  return told.flatMap((e) => e.positions.flatMap((p) => p.boxes.map((box) => ({page: p.page, box, color: e.color}))));
}

/** Where the values of a row stand, with the index of each. */
export const placesOf = (row) => row.values.flatMap((v, value) => placesOfValue(v).map((place) => ({...place, value})));

/** The texts of values, to be compared. */
export const valueWords = (values) => JSON.stringify(values.map((v) => v.value));

/** What is seen of rows: their versions and values. */
export const seenOf = (...rows) => ({
  versions: rows.map((r) => r.version),
  words: rows.map((r) => valueWords(r.values)).join('\n')
});
