// Package pdf reads, draws and marks PDF documents. The work is done by PDFium,
// compiled to WebAssembly, in worker processes of this program: a document can neither
// reach the host's files nor crash the program.
package pdf
