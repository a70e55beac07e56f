package control

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
)

// socketName is the file of the socket in the data folder.
const socketName = "control.sock"

// maxAddress is the largest length of the address of a socket in bytes.
const maxAddress = 100

// Listen creates the socket of a data folder, readable by its owner only. It removes
// one that a killed service left; the caller must hold the lock of the folder.
func Listen(ctx context.Context, dir string) (net.Listener, error) {
	path := filepath.Join(dir, socketName)
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("remove the control socket that was left: %w", err)
	}
	address, done, err := socketAddress(dir)
	if err != nil {
		return nil, err
	}
	defer done()
	l, err := new(net.ListenConfig).Listen(ctx, "unix", address)
	if err != nil {
		return nil, fmt.Errorf("listen on the control socket: %w", err)
	}
	if u, ok := l.(*net.UnixListener); ok {
		u.SetUnlinkOnClose(false) // by an address that may not lead there then
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return &socket{Listener: l, path: path}, nil
}

// A socket removes its file when it is closed.
type socket struct {
	net.Listener
	path string
	once sync.Once
}

// Close stops listening.
func (s *socket) Close() error {
	s.once.Do(func() { _ = os.Remove(s.path) }) // what stays is removed at the next start
	return s.Listener.Close()
}

// socketAddress returns a path to the socket of a folder, valid until done is called: a path
// that is too long for a socket goes through the open folder, where the system supports
// that.
func socketAddress(dir string) (path string, done func(), err error) {
	path = filepath.Join(dir, socketName)
	if len(path) <= maxAddress || runtime.GOOS != "linux" {
		return path, func() {}, nil
	}
	fd, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return "", nil, fmt.Errorf("open %s: %w", dir, err)
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", fd, socketName), func() { _ = syscall.Close(fd) }, nil
}
