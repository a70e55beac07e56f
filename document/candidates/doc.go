// Package candidates finds what may be a value of an invoice or a receipt, and describes where it
// stands, so that a model can tell how likely it is which value.
//
// [Find] reads the words of a [document.Tree] with their boxes and returns every date, amount, number,
// VAT id, IBAN, currency and name that may be a value: some hundred a page. Each has a vector of
// features, named by [FeatureNames]: which labels stand in ten places around it (before it in its
// segment, left, above, at the head of its column, at the head of its section and so on), where it
// stands on the page, how its neighbours look, and of what form it is. Labels are those of labels.txt,
// by concept: "Rechnung Nr." and "Invoice no." are one. No feature holds a word of a value, so a model
// made from features holds none either.
//
// Work is bounded: of a document with many pages the first and the last ones are read, and of a page,
// and of a document, as many words and candidates as a page of people's making has.
//
// Package document/candidates/trees scores candidates with a trained model.
package candidates
