// Package freeport finds addresses of this machine for servers that tests and measuring
// programs start: those that must be told an address, and those that stop and listen again on
// the same one.
//
// A port that the system picks for a listener that closes at once is not enough: the system
// may give it to an outgoing connection before the server listens on it, or while it is away.
// The ports of this package are below those of outgoing connections, and no two processes that
// use it get the same one.
package freeport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

const (
	first     = 12_000 // outgoing connections begin at 32,768 where nothing else is set
	blockSize = 200
	blocks    = 100
)

// A block is a range of ports that belongs to this process until it ends.
type block struct {
	mu   sync.Mutex
	lock *os.File // nil: not taken yet
	at   int      // its first port
	next int
}

var own block

// Address returns an address, 127.0.0.1:port, on which nobody listens. The same port comes again
// after 200 calls at the earliest. Errors: no block of ports is free; all ports of this
// process are in use.
func Address() (string, error) {
	own.mu.Lock()
	defer own.mu.Unlock()
	if err := own.take(); err != nil {
		return "", err
	}
	var failed error
	for range blockSize {
		port := own.at + own.next%blockSize
		own.next++
		l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return l.Addr().String(), l.Close()
		}
		failed = err
	}
	return "", fmt.Errorf("none of the ports %d to %d is free: %w", own.at, own.at+blockSize-1, failed)
}

// A test is what Find needs of a *testing.T.
type test interface {
	Helper()
	Fatal(args ...any)
}

// Find is Address for a test, which fails where no port is free.
func Find(t test) string {
	t.Helper()
	address, err := Address()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// take locks a block that no other process has, if this one has none. The lock ends with the
// process.
func (b *block) take() error {
	if b.lock != nil {
		return nil
	}
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("docket-ports-%d", os.Getuid()))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for n := range blocks {
		n = (n + os.Getpid()) % blocks // so that ports which are just released rest a while
		f, err := os.OpenFile(filepath.Join(folder, fmt.Sprintf("%d.lock", first+n*blockSize)), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			b.lock, b.at = f, first+n*blockSize
			return nil
		}
		_ = f.Close()
	}
	return errors.New("other processes have all blocks of ports")
}
