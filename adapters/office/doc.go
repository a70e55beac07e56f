// Package office makes PDFs of docx, xlsx and pptx files with LibreOffice, which is
// an optional tool: it is looked for whenever it is needed.
//
// A file is first looked through as a package (check.go, rewrite.go): what could
// exhaust memory, run or reach out is refused or taken away, and tracked changes of a
// document are accepted (revisions.go). What is left goes to a
// process of LibreOffice that converts all files that wait at that moment
// (converter.go, batch.go), without network, macros or links, in a folder of its
// own that goes with it, under limits of time and memory (process.go).
//
// The PDFs are tagged: headings, lists and tables of the file arrive as the
// structure tree of the PDF, headings also as bookmarks. That is how the structure
// of an office file comes into the document tree.
package office
