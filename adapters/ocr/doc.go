// Package ocr recognises the text of pages that have none of their own, such as
// scans and photos. The work is done by Tesseract, a program of its own, which runs
// once for each attempt at a page; this package finds the pages, prepares their
// pictures, judges what comes back, and puts it on the page as glyphs.
package ocr
