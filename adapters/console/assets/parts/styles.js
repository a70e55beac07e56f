// @ts-check
// Style sheets that come with the modules which need them.

/** Adds rules to the page, behind those that it has. @param {string} rules the text of a style sheet */
export function addStyles(rules) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
}
