// @ts-check
// Rows as they are changed: what is shown before the service has answered, and values as it takes them.

/**
 * Shows values in a row before the service has answered.
 * @param {import('./rows.js').Row} row
 * @param {Api.NewValue[]} values
 */
export function putValues(row, values) {
  row.values = values.map(({basedOn, ...v}, i) => {
    const old = basedOn === undefined ? row.values[i] : row.values.find((v) => v.valueId === basedOn);
    return /** @type {ReviewValue} */ ({entities: [], originalValue: '', ...old, ...v});
  });
}

/** @typedef {Pick<ReviewRow, 'name' | 'overridden' | 'values'>} Corrected a row, as far as its values are concerned */

/** Whether the service names the values of a row. @param {Corrected} row */
const isNamed = (row) => row.values.some((v) => v.valueId);

/**
 * The values of a row, as the service takes them: where it names values, with the name of what each stands for.
 * @param {Corrected} row
 * @returns {Api.NewValue[]}
 */
export const valuesOf = (row) =>
  row.values.map((v) => ({
    value: v.value,
    places: v.places,
    ...(isNamed(row) ? {basedOn: v.valueId ?? ''} : {}),
    ...(v.valueId && v.cells ? {cells: v.cells.map(({column, value}) => ({column, value}))} : {})
  }));

/**
 * Values that may be sent again later: what they stand for is what was extracted, which keeps its name.
 * @param {Api.NewValue[]} values as valuesOf and changeValues return them @param {Corrected} row that they were made of
 * @returns {Api.NewValue[]}
 */
export function standOnExtracted(values, row) {
  const extracted = new Map(row.values.map((v) => [v.valueId, v.basedOn ?? (row.overridden ? '' : v.valueId)]));
  return values.map((v) => (v.basedOn ? {...v, basedOn: extracted.get(v.basedOn) ?? ''} : v));
}

/**
 * A row as a correction that would bring it back; null for one that nobody corrected.
 * @param {Corrected} row
 */
export const correctionOf = (row) =>
  row.overridden
    ? {
        name: row.name,
        componentValues: standOnExtracted(valuesOf(row), row),
        ...(row.overridden.note ? {note: row.overridden.note} : {})
      }
    : null;

/**
 * Moves a value up or down in a list, and returns where it is then.
 * @param {Api.NewValue[]} values
 * @param {string} where
 * @param {number} at
 */
export function moveValue(values, at, where) {
  const to = at + (where === 'up' ? -1 : where === 'down' ? 1 : 0);
  if (to === at || to < 0 || to >= values.length) return at;
  [values[at], values[to]] = [values[to], values[at]];
  return to;
}

/**
 * The values of a row after what was done in a field, where its own was, and where it is then.
 * @param {Corrected} row @param {{value: number, insert: boolean}} field
 * @param {{text: string, place?: Api.Position | null, then?: string}} done
 */
export function changeValues(row, field, {text, place, then = 'next'}) {
  const values = valuesOf(row);
  const at = Math.min(field.value, values.length); // others may have removed some
  const old = field.insert ? null : row.values[at];
  const places = place ? [{page: place.page, boxes: place.boxes}] : [];
  const value = {value: text, places, ...(isNamed(row) ? {basedOn: old?.valueId ?? ''} : {})};
  const removed = field.insert || !old ? 0 : 1;
  if (then === 'remove') values.splice(at, removed);
  else if (!old || text !== old.value || place) values.splice(at, removed, value);
  return {values, at, to: moveValue(values, at, then)};
}

/** Reports whether values are those of a row. @param {Api.NewValue[]} values @param {import('./rows.js').Row} row */
export const sameValues = (values, row) =>
  values.length === row.values.length && values.every((v, i) => v.value === row.values[i].value);
