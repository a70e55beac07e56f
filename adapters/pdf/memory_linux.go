package pdf

import (
	"context"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// withGuestMemory gives guests memory of the system's own, outside of the garbage
// collector's: it grows in place, costs nothing until it is written to, and is freed at
// once when the guest ends.
func withGuestMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(mapMemory))
}

// mappedMemory is reserved address space, the beginning of which a guest uses.
type mappedMemory struct{ all []byte }

// mapMemory reserves max bytes; none when the system refuses, so that the guest fails
// to start.
func mapMemory(_, most uint64) experimental.LinearMemory {
	all, err := syscall.Mmap(-1, 0, int(most), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		return &mappedMemory{}
	}
	_ = syscall.Madvise(all, syscall.MADV_HUGEPAGE) // a matter of speed only
	return &mappedMemory{all}
}

// Reallocate returns the first size bytes, which do not move.
func (m *mappedMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	return m.all[:size:size]
}

// Free frees the memory; nobody may use it any more.
func (m *mappedMemory) Free() {
	if m.all != nil {
		_ = syscall.Munmap(m.all)
		m.all = nil
	}
}
