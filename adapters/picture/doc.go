// Package picture makes PDFs of photos and scans: JPEG, PNG, and TIFF with one or more pages. A
// page shows one picture, upright, in the size that it says it has, or else that of paper.
package picture
