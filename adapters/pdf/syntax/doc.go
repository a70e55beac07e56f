// Package syntax reads and rewrites the objects of PDF files (ISO 32000-1, 7), without PDFium: what stands in a file
// where PDFium's interface does not tell, files that have to be mended before PDFium opens them, and copies without
// active content, metadata of images and bombs.
package syntax
