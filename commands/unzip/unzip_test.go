package unzip_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
)

// pack makes a zip of names and contents; change may alter the header of an entry before it is written.
func pack(t *testing.T, change func(*zip.FileHeader), parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		h := &zip.FileHeader{Name: parts[i], Method: zip.Deflate}
		if change != nil {
			change(h)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, parts[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(content []byte, l unzip.Limits) (*unzip.Archive, error) {
	return unzip.Open(bytes.NewReader(content), int64(len(content)), l)
}

func wantRefusal(t *testing.T, what string, err error, want string) {
	t.Helper()
	fault := (*domain.Fault)(nil)
	if !errors.As(err, &fault) || fault.Kind != domain.Invalid || fault.Message != want {
		t.Errorf("%s: got %v, want the refusal %q", what, err, want)
	}
}

const (
	unsafePath = "The archive contains an unsafe path"
	unreadable = "The archive cannot be read"
	tooLarge   = "The archive is too large when unpacked"
)

func TestDefaultLimits(t *testing.T) {
	want := unzip.Limits{Entries: 10_000, Unpacked: 2_147_483_648, Entry: 536_870_912, Ratio: 100,
		FreeRatio: 10_485_760}
	if got := unzip.DefaultLimits(); got != want {
		t.Errorf("got %+v, want %+v: documentation tells these", got, want)
	}
}

func TestArchivesThatNoHonestToolMakes(t *testing.T) {
	limits := unzip.DefaultLimits()
	for _, name := range []string{"/a.pdf", "../a.pdf", "x/../a.pdf", `x\a.pdf`, "C:a.pdf", "a\x00.pdf"} {
		_, err := open(pack(t, nil, "good.pdf", "1", name, "2"), limits)
		wantRefusal(t, name, err, unsafePath)
	}
	_, err := open(pack(t, func(h *zip.FileHeader) { h.SetMode(fs.ModeSymlink | 0o777) }, "a.pdf", "/etc/passwd"), limits)
	wantRefusal(t, "a link", err, unsafePath)
	_, err = open([]byte("no zip at all"), limits)
	wantRefusal(t, "no zip", err, unreadable)
	whole := pack(t, nil, "a.pdf", "content")
	_, err = open(whole[:len(whole)-10], limits)
	wantRefusal(t, "a zip that was cut", err, unreadable)
	if _, err := open(whole, limits); err != nil {
		t.Errorf("a good zip: got %v, want no failure", err)
	}
}

// A failure of the disk is no fault of the archive.
func TestFailuresOfTheDiskAreToldAsThemselves(t *testing.T) {
	gone := errors.New("the disk is gone")
	if _, err := unzip.Open(brokenDisk{gone}, 100, unzip.DefaultLimits()); !errors.Is(err, gone) || domain.KindOf(err) == domain.Invalid {
		t.Errorf("got %v, want the failure itself", err)
	}
}

type brokenDisk struct{ err error }

func (b brokenDisk) ReadAt([]byte, int64) (int, error) { return 0, b.err }

// TestLimitsOfWhatIsUnpacked unpacks what fills each limit, and one byte more.
func TestLimitsOfWhatIsUnpacked(t *testing.T) {
	content := pack(t, nil, "a", strings.Repeat("x", 1000), "b", strings.Repeat("y", 1000))
	wide := unzip.Limits{Entries: 2, Unpacked: 2000, Entry: 1000, Ratio: 0, FreeRatio: 2000}
	ratio := (2000 + int64(len(content)) - 1) / int64(len(content))
	for _, row := range []struct {
		name string
		set  func(*unzip.Limits)
		fits bool
	}{
		{"all that is allowed", func(*unzip.Limits) {}, true},
		{"an entry too many", func(l *unzip.Limits) { l.Entries = 1 }, false},
		{"a byte too much in all", func(l *unzip.Limits) { l.Unpacked-- }, false},
		{"a byte too much of one", func(l *unzip.Limits) { l.Entry-- }, false},
		{"a byte too much for no ratio", func(l *unzip.Limits) { l.FreeRatio-- }, false},
		{"within the ratio", func(l *unzip.Limits) { l.FreeRatio, l.Ratio = 0, ratio }, true},
		{"beyond the ratio", func(l *unzip.Limits) { l.FreeRatio, l.Ratio = 0, ratio-1 }, false},
	} {
		limits := wide
		row.set(&limits)
		err := unpackAll(open(content, limits))
		if row.fits && err != nil {
			t.Errorf("%s: got %v, want no refusal", row.name, err)
		} else if !row.fits {
			wantRefusal(t, row.name, err, tooLarge)
		}
	}
}

func unpackAll(a *unzip.Archive, err error) error {
	if err != nil {
		return err
	}
	for i := range a.Files {
		in, err := a.OpenEntry(i)
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, in); err != nil {
			return err
		}
		if err := in.Close(); err != nil {
			return err
		}
	}
	return nil
}

// An archive that was checked as a whole is unpacked a second time: what comes out counts once.
func TestEntriesThatWereCountedBefore(t *testing.T) {
	a, err := open(pack(t, nil, "a", strings.Repeat("x", 1000)),
		unzip.Limits{Entries: 1, Unpacked: 1000, Entry: 1000, FreeRatio: 1000})
	if err = unpackAll(a, err); err != nil {
		t.Fatal(err)
	}
	in, err := a.ReopenEntry(0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(in); err != nil || len(got) != 1000 {
		t.Errorf("the second time: got %d bytes, %v, want 1000", len(got), err)
	}
	wantRefusal(t, "the third time, counted", unpackAll(a, nil), tooLarge)
	for _, index := range []int{-1, 1} {
		_, err := a.OpenEntry(index)
		wantRefusal(t, "an entry that is not there", err, unreadable)
		_, err = a.ReopenEntry(index)
		wantRefusal(t, "an entry that is not there, again", err, unreadable)
	}
}

// Bytes that are not what the archive says are its fault, whichever of its parts is wrong.
func TestDamagedEntries(t *testing.T) {
	whole := pack(t, nil, "a", strings.Repeat("some text ", 20))
	data := 30 + len("a") // behind the header of the entry
	for what, damage := range map[string]func([]byte){
		"a checksum": func(b []byte) { b[bytes.Index(b, []byte("PK\x01\x02"))+16]++ },
		"a method": func(b []byte) {
			binary.LittleEndian.PutUint16(b[bytes.Index(b, []byte("PK\x01\x02"))+10:], 77)
		},
		"packed bytes": func(b []byte) { b[data] = 0xff },
	} {
		b := bytes.Clone(whole)
		damage(b)
		wantRefusal(t, what, unpackAll(open(b, unzip.DefaultLimits())), unreadable)
	}
}

// Entries that share bytes let a small archive unpack to any size.
func TestEntriesThatShareBytes(t *testing.T) {
	whole := pack(t, func(h *zip.FileHeader) { h.Method = zip.Store }, "a", "0123456789", "b", "0123456789")
	a, err := open(whole, unzip.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{0, 1}, {1, 0}, {1}, {}} {
		if err := a.CheckOverlap(order); err != nil {
			t.Errorf("entries %v beside each other: got %v, want no failure", order, err)
		}
	}
	shared := bytes.Clone(whole)
	second := bytes.LastIndex(shared, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(shared[second+42:], 0) // where the entry begins: with the first one
	if a, err = open(shared, unzip.DefaultLimits()); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, "two entries in one place", a.CheckOverlap([]int{0, 1}), unreadable)
	if err := a.CheckOverlap([]int{1}); err != nil {
		t.Errorf("one of them alone: got %v, want no failure", err)
	}
	long := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(long[second+20:], uint32(len(long)+1)) // packed size
	if a, err = open(long, unzip.DefaultLimits()); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, "an entry longer than the archive", a.CheckOverlap([]int{0, 1}), unreadable)
}
