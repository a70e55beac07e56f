// @ts-check
// The components of a file as rows: what the service answered, put in order.

import {madeName} from './names.js';

/**
 * A value as a review shows it: one that is on its way has no identifier yet.
 * @typedef {Partial<Api.Value> & Pick<Api.Value, 'value'> & {entities?: Api.Entity[]}} Value
 */

/**
 * A component as a review shows it; saving tells that it is on its way.
 * @typedef {{name: string, version: string, display: string, technicalName: string, description: string,
 *   values: Value[], overridden: Api.Override | null, checked: Api.Check | null, attention: Api.Attention[],
 *   candidates?: Api.Candidate[], format?: string, columns?: Api.Column[], single?: boolean, required?: boolean,
 *   saving?: 'sending' | 'waiting'}} Row
 * @typedef {{file: Api.File, components: Api.Components, definitions: Api.Definition[], entities: Api.Entities}} Data
 *   what is read of a file
 * @typedef {{versions: string[], words: string}} Seen what is seen of components: their versions and values
 */

/** A row without values. @param {string} name @param {string} version @param {Partial<Row>} more */
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

/** A row for a component that nothing knows yet. @param {string} name @param {string} version @returns {Row} */
export const newRow = (name, version) => emptyRow(name, version, {});

/** Components in the order of their definitions, those without a value too. @returns {any[]} */
export function makeRows(/** @type {Data} */ {components, definitions, entities}) {
  const byId = new Map(entities.entities.map((e) => [e.id, e]));
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const d of definitions.filter((d) => !d.softDeleteTime))
    rows.set(
      d.technicalName,
      emptyRow('', components.version ?? '', {
        display: d.displayName,
        description: d.description,
        technicalName: d.technicalName,
        format: d.format,
        columns: d.columns,
        single: !d.multiple
      })
    );
  /** @param {Api.Component} c */
  const rowOf = (c) => rows.get(c.technicalName) ?? emptyRow(c.name, c.version, {technicalName: c.technicalName});
  for (const c of components.componentDetails ?? []) {
    const values = c.componentValues.map((v) => ({
      ...v,
      places: v.places ?? [],
      entities: v.entityReferences.flatMap((r) => byId.get(r.id) ?? [])
    }));
    const {name, version, overridden, checked, attention, candidates} = c;
    rows.set(c.technicalName, {...rowOf(c), name, version, values, overridden, checked, attention, candidates});
  }
  const {missingComponents: missing = [], offeredComponents: offered = []} = components;
  for (const c of [...missing, ...offered])
    rows.set(c.technicalName, {
      ...rowOf(c),
      name: '',
      version: c.version,
      checked: c.checked,
      attention: c.attention,
      candidates: c.candidates,
      required: missing.includes(c)
    });
  for (const row of rows.values()) row.name ||= madeName(row.technicalName);
  return [...rows.values()];
}

/**
 * The row of a component, whatever the case of its name.
 * @template {{name: string}} T
 * @param {T[]} rows
 * @param {string} name
 */
export const findNamed = (rows, name) => rows.find((r) => r.name.toLowerCase() === name.toLowerCase());

/** Reports whether somebody should look at a row and nobody has. @param {Row} row */
export const needsLook = (row) => row.attention.length > 0 && !row.checked;

/** Reports whether somebody has said that the page has nothing for a component. @param {Row} row */
export const isSaidMissing = (row) => !row.values.length && !!row.checked;

/**
 * Reports whether a row counts among those that are to be checked: it has values, or something to look at.
 * @param {Row} row
 */
export const isChecklist = (row) => row.values.length > 0 || row.attention.length > 0 || !!row.checked;

/**
 * Where a value stands, one box after the other.
 * @param {Pick<Value, 'places' | 'entities'>} v
 * @returns {{page: number, box: any, color: string}[]}
 */
export function placesOfValue(v) {
  const told = v.places?.length ? [{positions: v.places, color: '#f5b041'}] : (v.entities ?? []);
  return told.flatMap((e) => e.positions.flatMap((p) => p.boxes.map((box) => ({page: p.page, box, color: e.color}))));
}

/** Where the values of a row stand, with the index of each. @param {Row} row */
export const placesOf = (row) =>
  row.values.flatMap((/** @type {Pick<Value, 'places' | 'entities'>} */ v, value) =>
    placesOfValue(v).map((place) => ({...place, value}))
  );

/** The texts of values, to be compared. @param {{value: string}[]} values */
export const valueWords = (values) => JSON.stringify(values.map((v) => v.value));

/** What is seen of rows: their versions and values. */
export const seenOf = (/** @type {{version: string, values: {value: string}[]}[]} */ ...rows) => ({
  versions: rows.map((r) => r.version),
  words: rows.map((r) => valueWords(r.values)).join('\n')
});
