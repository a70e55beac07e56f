// @ts-check
// Names of components.

/** The name under which a component is corrected that no rule made. @param {string} technicalName */
export const madeName = (technicalName) =>
  technicalName
    .split('_')
    .map((w) => w.charAt(0).toUpperCase() + w.slice(1))
    .join('_');
