package powercut

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"syscall"
	"time"

	"github.com/hanwen/go-fuse/v2/fuse"
)

// Serve is the process that a Disk starts: it mounts the disk in a folder and does what the lines that it reads tell
// it, each of which it answers by one. It ends with them.
func Serve(folder string, journal bool, orders io.Reader, answers io.Writer) error {
	d := newDisk(journal)
	mounted, err := mountDisk(d, folder)
	if err = answerOrder(answers, "mounted", err); err != nil {
		return err
	}
	lines := bufio.NewScanner(orders)
	for err == nil && lines.Scan() {
		var kind Kind
		var seed uint64
		var done string
		switch _, noNumbers := fmt.Sscanf(lines.Text(), "on %s %d", &kind, &seed); {
		case lines.Text() == "off":
			done = "off"
			d.switchOff()
		case lines.Text() == "sync":
			done = "synced"
			d.syncAll()
		case noNumbers == nil:
			if err = unmountDisk(mounted); err == nil {
				done = d.loseUnsynced(kind, rand.New(rand.NewPCG(seed, 3)))
				mounted, err = mountDisk(d, folder)
			}
		default:
			err = fmt.Errorf("no such order: %q", lines.Text())
		}
		err = answerOrder(answers, done, err)
	}
	return errors.Join(err, lines.Err(), unmountDisk(mounted))
}

func answerOrder(answers io.Writer, done string, err error) error {
	if err != nil {
		done = fmt.Sprintf("error: %.300q", err.Error())
	}
	_, failed := fmt.Fprintln(answers, done)
	return errors.Join(err, failed)
}

func mountDisk(d *disk, folder string) (*fuse.Server, error) {
	s, err := fuse.NewServer(&fileSystem{disk: d, RawFileSystem: fuse.NewDefaultRawFileSystem()}, folder, &fuse.MountOptions{
		DirectMountStrict: true, AllowOther: true, Options: []string{"default_permissions"}, FsName: "powercut", Name: "powercut",
		DisableXAttrs: true, DisableReadDirPlus: true, MaxWrite: 1 << 20,
	})
	if err != nil {
		return nil, fmt.Errorf("mount by FUSE: %w", err)
	}
	go s.Serve()
	return s, s.WaitMount()
}

// unmountedWithin is how long processes that were killed may keep the file system busy.
const unmountedWithin = 30 * time.Second

func unmountDisk(s *fuse.Server) error {
	for end := time.Now().Add(unmountedWithin); ; time.Sleep(20 * time.Millisecond) {
		err := s.Unmount()
		if err == nil || !errors.Is(err, syscall.EBUSY) || time.Now().After(end) {
			return err
		}
	}
}

// CanMount says why this process cannot mount by FUSE; nil where it can, unless the kernel forbids it all the same.
func CanMount() error {
	f, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err == nil {
		err = f.Close()
	}
	if err == nil && os.Geteuid() != 0 {
		err = errors.New("mounting needs root")
	}
	return err
}
