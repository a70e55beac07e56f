// @ts-check
// Rows as they are changed: what is shown before the service has answered, and values as it takes them.

/** Shows values in a row before the service has answered. */
export function putValues(row, values) {
  row.values = values.map(({basedOn, ...v}, /** @type {number} */ i) => {
    const old =
      basedOn === undefined
        ? row.values[i]
        : row.values.find((/** @type {{valueId: string}} */ v) => v.valueId === basedOn);
    return {entities: [], originalValue: '', ...old, ...v};
  });
}

/** Whether the service names the values of a row. */
const isNamed = (row) => row.values.some((v) => v.valueId);

/**
 * The values of a row, as the service takes them: where it names values, with the name of what each stands for.
 * @returns {any[]}
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
 * @param {any[]} values as valuesOf and changeValues return them @param {any} row that they were made of
 */
export function standOnExtracted(values, row) {
  const extracted = new Map(row.values.map((v) => [v.valueId, v.basedOn ?? (row.overridden ? '' : v.valueId)]));
  return values.map((v) => (v.basedOn ? {...v, basedOn: extracted.get(v.basedOn) ?? ''} : v));
}

/** A row as a correction that would bring it back; null for one that nobody corrected. */
export const correctionOf = (row) =>
  row.overridden
    ? {
        name: row.name,
        componentValues: standOnExtracted(valuesOf(row), row),
        ...(row.overridden.note ? {note: row.overridden.note} : {})
      }
    : null;

/** Moves a value up or down in a list, and returns where it is then. @param {number} at */
export function moveValue(values, at, where) {
  const to = at + ({up: -1, down: 1}[where] ?? 0);
  if (to === at || to < 0 || to >= values.length) return at;
  [values[at], values[to]] = [values[to], values[at]];
  return to;
}

/**
 * The values of a row after what was done in a field, where its own was, and where it is then.
 * @param {any} row @param {{value: number, insert: boolean}} field
 * @param {{text: string, place?: any, then?: string}} done
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

/** Reports whether values are those of a row. */
export const sameValues = (values, row) =>
  values.length === row.values.length && values.every((v, /** @type {number} */ i) => v.value === row.values[i].value);
