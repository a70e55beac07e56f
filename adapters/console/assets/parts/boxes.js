// @ts-check
// Boxes of what rules marked, beside those of components.

/** Boxes of entities: those that count or, with all, also those that were skipped, ignored or removed, dashed. */
export const entityMarks = (entities, all) => entities.filter((e) => all || e.state === 'APPLIED').flatMap((e) => e.positions.flatMap((p) => p.boxes.map((box) =>
  ({page: p.page, box, color: e.color, row: -1, words: e.displayName + ': ' + e.value, dashed: e.state !== 'APPLIED'}))));
