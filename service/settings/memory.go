package settings

import "log/slog"

// What is planned for the service itself with its caches, and for each process that reads PDFs of usual size.
const (
	serviceMemory    = 128 << 20
	pdfProcessMemory = 128 << 20
)

// compileMemory is what the first PDF process takes once, while it compiles PDFium for the folder of compiled code, beside the
// service.
const compileMemory = 512 << 20

// leanBelow is the memory below which time is spent to save it.
const leanBelow = 1 << 30

// A MemoryPlan says what the processes of a service may take, and what follows from it.
type MemoryPlan struct {
	Limit        int64 // bytes; 0 when it is not known
	PDFProcesses int   // how many processes read PDFs at once
	ShareDrawing bool  // they draw page images too, since no further process fits
	Lean         bool  // time is spent to save memory
}

// PlanMemory returns the plan for so many bytes, where want processes would read PDFs if there were enough. One reads them in
// any case.
func PlanMemory(limit int64, want int) MemoryPlan {
	if limit <= 0 {
		return MemoryPlan{PDFProcesses: want}
	}
	room := max(1, int((limit-serviceMemory)/pdfProcessMemory))
	return MemoryPlan{Limit: limit, PDFProcesses: min(want, room), ShareDrawing: room == 1, Lean: limit < leanBelow}
}

// Report tells what a service with little memory does less of, and nothing when there is enough. compiled is whether the reader
// of PDFs is compiled already.
func (p MemoryPlan) Report(log *slog.Logger, want int, compiled bool) {
	mib := p.Limit >> 20
	if p.PDFProcesses < want {
		log.Warn("memory is small: fewer processes read PDFs at once", "MiB", mib, "processes", p.PDFProcesses, "else", want)
	}
	if p.Limit > 0 && p.Limit < compileMemory && !compiled {
		log.Warn("memory is too small to compile the reader of PDFs: give 512 MiB until the first PDF is processed, or name a folder "+
			"by --pdf-cache in which `docket worker pdf --compile DIR` compiled it on a machine with the same processor", "MiB", mib)
	}
}
