package bytestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync/atomic"
	"syscall"

	"github.com/seed-62a36931/docket/service/settings"
)

// A start has to write a little: leases, sessions, the folder of the broker. On a full disk there
// would be no room for that, and what is stored could not even be read. So the data folder keeps a
// file that holds nothing but room, and a start that finds the disk full gives it up.
const (
	// ReserveFile is the name of that file.
	ReserveFile = "reserve"
	reserveSize = 8 << 20
	// leastRoom is the room below which writes may fail at any moment: the service is not ready.
	leastRoom = reserveSize
	// reserveRoom is the room that must be free before a reserve is made.
	reserveRoom = 8 * reserveSize
)

// A DiskSpace is the room of the disk of a folder, in bytes.
type DiskSpace struct{ Free, Size uint64 }

// DiskSpaceOf returns the room of the disk of a folder; fs.ErrNotExist when there is no folder.
func DiskSpaceOf(folder string) (DiskSpace, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return DiskSpace{}, fmt.Errorf("look at the disk of %s: %w", folder, err)
	}
	unit := uint64(disk.Bsize)
	return DiskSpace{disk.Bavail * unit, disk.Blocks * unit}, nil
}

// A DiskReserve keeps the reserve of the disk of the data folder.
type DiskReserve struct {
	config settings.Config
	logger *slog.Logger
	spent  atomic.Bool // it was given up, and is not there again
}

// NewDiskReserve returns the reserve of the data folder.
func NewDiskReserve(config settings.Config, logger *slog.Logger) *DiskReserve {
	return &DiskReserve{config: config, logger: logger}
}

// SpendDiskReserve gives up the reserve when there is no room for a start without it.
func (r *DiskReserve) SpendDiskReserve(context.Context) error {
	disk, err := DiskSpaceOf(r.config.Data)
	if errors.Is(err, fs.ErrNotExist) || err == nil && disk.Free >= leastRoom {
		return nil
	}
	if err != nil {
		return err
	}
	switch err := os.Remove(r.config.DataPath(ReserveFile)); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("give up the reserve of the disk: %w", err)
	}
	r.spent.Store(true)
	r.logger.Warn("the disk of the data folder is full: the service starts on its reserve, reads are served, and writes fail soon; "+
		"make room on the disk", "folder", r.config.Data)
	return nil
}

// RefillDiskReserve makes the reserve when there is room for it again.
func (r *DiskReserve) RefillDiskReserve(disk DiskSpace) error {
	path := r.config.DataPath(ReserveFile)
	if info, err := os.Stat(path); err == nil && info.Size() == reserveSize || disk.Free < reserveRoom {
		return nil
	}
	// Its bytes are written, since a file with a hole takes no room.
	if err := os.WriteFile(path, make([]byte, reserveSize), 0o600); err != nil {
		return errors.Join(fmt.Errorf("make the reserve of the disk: %w", err), os.Remove(path))
	}
	r.spent.Store(false)
	return nil
}

// DiskReady returns an error when there is no room left to write to: on a disk that is full,
// or one that was full when the service started, and has not enough room yet for a reserve.
func (r *DiskReserve) DiskReady() error {
	for _, folder := range r.config.DataFolders() {
		disk, err := DiskSpaceOf(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist): // nothing is kept there
		case err != nil:
			return err
		case disk.Free < leastRoom:
			return fmt.Errorf("the disk of %s is full", folder)
		}
	}
	if r.spent.Load() {
		return errors.New("the reserve of the disk is spent")
	}
	return nil
}
