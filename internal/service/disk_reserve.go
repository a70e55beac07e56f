package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
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

// A diskSpace is the room of the disk of a folder, in bytes.
type diskSpace struct{ free, size uint64 }

// diskSpaceOf returns the room of the disk of a folder; fs.ErrNotExist when there is no folder.
func diskSpaceOf(folder string) (diskSpace, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return diskSpace{}, fmt.Errorf("look at the disk of %s: %w", folder, err)
	}
	unit := uint64(disk.Bsize)
	return diskSpace{disk.Bavail * unit, disk.Blocks * unit}, nil
}

// dataFolders returns the folders that the service writes to, by the names that metrics have.
func (s Config) dataFolders() map[string]string {
	return map[string]string{"data": s.Data, "blobs": s.Blobs}
}

// spendDiskReserve gives up the reserve when there is no room for a start without it.
func (a *App) spendDiskReserve(context.Context) error {
	disk, err := diskSpaceOf(a.Config.Data)
	if errors.Is(err, fs.ErrNotExist) || err == nil && disk.free >= leastRoom {
		return nil
	}
	if err != nil {
		return err
	}
	switch err := os.Remove(a.Config.DataPath(ReserveFile)); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("give up the reserve of the disk: %w", err)
	}
	a.reserveSpent.Store(true)
	a.logger.Warn("the disk of the data folder is full: the service starts on its reserve, reads are served, and writes fail soon; "+
		"make room on the disk", "folder", a.Config.Data)
	return nil
}

// refillDiskReserve makes the reserve when there is room for it again.
func (a *App) refillDiskReserve(disk diskSpace) error {
	path := a.Config.DataPath(ReserveFile)
	if info, err := os.Stat(path); err == nil && info.Size() == reserveSize || disk.free < reserveRoom {
		return nil
	}
	// Its bytes are written, since a file with a hole takes no room.
	if err := os.WriteFile(path, make([]byte, reserveSize), 0o600); err != nil {
		return errors.Join(fmt.Errorf("make the reserve of the disk: %w", err), os.Remove(path))
	}
	a.reserveSpent.Store(false)
	return nil
}

// diskReady returns an error when there is no room left to write to: on a disk that is full,
// or one that was full when the service started, and has not enough room yet for a reserve.
func (a *App) diskReady() error {
	for _, folder := range a.Config.dataFolders() {
		disk, err := diskSpaceOf(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist): // nothing is kept there
		case err != nil:
			return err
		case disk.free < leastRoom:
			return fmt.Errorf("the disk of %s is full", folder)
		}
	}
	if a.reserveSpent.Load() {
		return errors.New("the reserve of the disk is spent")
	}
	return nil
}
