// Package corrections follows corrected values of a component of several through everything that shows them:
// components, exports, reports, previews, evidence bundles and histories.
package corrections
