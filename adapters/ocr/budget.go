package ocr

import (
	"errors"
	"os"
	"sync"
	"time"
)

// errSlow means that a page took more processor time than it may.
var errSlow = errors.New("the page takes too much processor time to recognise")

// A budget is the processor time that the processes for one page may still use. Wall-clock time
// would give another text on a busy machine than on a quiet one.
type budget struct {
	mu   sync.Mutex
	left time.Duration
}

// remaining returns the time that is left; of no budget, any.
func (b *budget) remaining() time.Duration {
	if b == nil {
		return time.Hour
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.left
}

// spend takes off what a process has used, which may be more than what was left.
func (b *budget) spend(s *os.ProcessState) {
	if b == nil || s == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left -= s.UserTime() + s.SystemTime()
}
