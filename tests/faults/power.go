package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"

	"github.com/seed-62a36931/docket/tests/faults/powercut"
)

// serveDisk is the disk of a cluster, in a process that nobody kills.
func serveDisk(args []string) int {
	if err := powercut.Serve(args[0], args[1] == "true", os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// mountDisk mounts what all data are on, where its power is to be cut. PostgreSQL relies on file systems that keep
// the name of a file that is synced; Docket does not.
func mountDisk(c *cluster) error {
	if !c.made.power {
		return nil
	}
	self, err := os.Executable()
	if err == nil {
		err = os.MkdirAll(c.pathOf("disk"), 0o700)
	}
	if err == nil {
		err = os.Chmod(c.folder, 0o711) //nolint:gosec // the account of PostgreSQL goes through it
	}
	if err == nil {
		c.disk, err = powercut.Mount(self, "disk", c.pathOf("disk"), fmt.Sprint(c.made.alone == "postgres"))
	}
	return err
}

// syncServer has the disk keep what the server of the database consists of before Docket uses it: it is made without syncs.
func syncServer(c *cluster) error {
	if c.disk == nil {
		return nil
	}
	return c.disk.SyncAll()
}

// dataOf returns the path of what is on the disk whose power is cut, where there is one.
func dataOf(c *cluster, name string) string {
	if c.disk != nil {
		return c.pathOf("disk", name)
	}
	return c.pathOf(name)
}

// closeDisk unmounts the disk, and copies what is on it where that is to be kept.
func closeDisk(c *cluster, keep bool) (err error) {
	if c.disk == nil {
		return nil
	}
	if keep {
		err = exec.CommandContext(context.Background(), "cp", "-a", c.pathOf("disk"), c.pathOf("disk.kept")).Run() // sockets, too
	}
	return errors.Join(err, c.disk.Close())
}

// cutPower cuts the power of everything: what was not synced is lost, or a part of it, and all processes are gone.
func cutPower(c *cluster, w *witness) func(context.Context, *rand.Rand) (string, func(context.Context) error, error) {
	return func(_ context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
		service, kind := c.nodes[0], pickRandom(r, powercut.Kinds)
		service.giveUp()
		err := errors.Join(w.Close(), c.disk.CutPower(), signalAll(service.pid(), syscall.SIGKILL), service.kill())
		if c.postgres != nil {
			err = errors.Join(err, signalAll(c.postgres.Pid(), syscall.SIGKILL), c.postgres.Crash())
		}
		lost, failed := c.disk.RestorePower(kind, r.Uint64())
		return fmt.Sprintf("power cut, %s of %s", kind, lost), func(ctx context.Context) error {
			if c.postgres != nil {
				if err := c.postgres.Restart(ctx); err != nil {
					return err
				}
			}
			err := service.start()
			if err == nil {
				err = c.awaitReady(ctx, startedWithin)
			}
			if err == nil {
				err = w.reopen(ctx, c)
			}
			return err
		}, errors.Join(err, failed)
	}
}

// reopen opens the stores again. What was read before is forgotten: it may not have been synced.
func (w *witness) reopen(ctx context.Context, c *cluster) error {
	again, err := c.openWitness(ctx)
	if err == nil {
		*w = *again
	}
	return err
}

// verifyLog compares the log with the tree over it, as an operator does.
func verifyLog(ctx context.Context, c *cluster) error {
	at := c.settings()
	args := []string{"audit", "verify", "--data", at.Data, "--master-key-file", at.MasterKeyFile, "--blobs", dataOf(c, "blobs"), "--bytes"}
	if at.Postgres != "" {
		args = append(args, "--postgres", at.Postgres)
	}
	if out, err := exec.CommandContext(ctx, c.docket, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("audit verify: %w: %s", err, out)
	}
	return nil
}
