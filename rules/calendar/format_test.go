package calendar

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// formatsOf does what a row says: it writes a time by a pattern, and reads a text.
func formatsOf(t *testing.T, row []string) (written, read string) {
	t.Helper()
	n := numbersOf(t, row[3:5])
	c := New(ZoneNamed(row[2]), 1, 1)
	if row[1] != "en" {
		c = New(ZoneNamed(row[2]), 2, 4)
	}
	c.SetLenient(n[0] == 1)
	f, err := NewFormat(row[0], strings.TrimPrefix(row[1], "en"), c)
	if err != nil {
		return "!" + err.Error(), ""
	}
	written = f.FormatMillis(int64(n[1]))
	millis, at, ok := f.Parse(row[6])
	at = len(utf16.Encode([]rune(row[6][:at])))
	if !ok {
		return written, fmt.Sprint("!", at)
	}
	return written, fmt.Sprint(millis, " ", at)
}

// TestFormatsAreThoseOfJava writes random times by random patterns, in several languages and zones,
// and reads the texts again, many of them changed; java.text.SimpleDateFormat has recorded what
// comes of it. A row is pattern, language, zone, 1 for lenient, milliseconds, the text, the
// changed text, and the milliseconds that it is with its end, or where it does not fit.
func TestFormatsAreThoseOfJava(t *testing.T) {
	rows := readRecord(t, "testdata/java-formats.txt.gz")
	if len(rows) < 10000 {
		t.Fatalf("only %d rows, want at least 10000", len(rows))
	}
	for _, row := range rows {
		columns := strings.Split(row, "\t")
		written, read := formatsOf(t, columns)
		if written != columns[5] || read != columns[7] {
			t.Errorf("%q\ngot  %s\t%s\nwant %s\t%s", columns, written, read, columns[5], columns[7])
		}
	}
}

// FuzzFormats reads texts and writes times by patterns: nothing panics, and no text is read beyond its
// end. A time between 1970 and the year 9999 is read again as it was written.
func FuzzFormats(f *testing.F) {
	f.Add("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2020-03-15T10:30:00.000Z", int64(1584268200000))
	f.Add("EEE MMM dd HH:mm:ss zzzz yyyy", "Sun Mar 15 10:30:00 GMT+02:00 2020", int64(-1))
	f.Add("YYYY-'W'ww-u G k K h a F D", "2020-W11-7 AD 24 0 12 pm 3 075", int64(1e17))
	f.Fuzz(func(t *testing.T, pattern, text string, millis int64) {
		for _, zone := range []string{"UTC", "Europe/Berlin"} {
			exact, err := NewFormat("yyyy-MM-dd'T'HH:mm:ss.SSSX", "", New(ZoneNamed(zone), 1, 1))
			if err != nil {
				t.Fatal(err)
			}
			written := exact.FormatMillis(millis)
			if back, _, ok := exact.Parse(written); millis >= 0 && millis < 253402300800000 && (!ok || back != millis) {
				t.Errorf("%d is written %q, which is read %d", millis, written, back)
			}
			format, err := NewFormat(pattern, "", New(ZoneNamed(zone), 1, 1))
			if err != nil {
				continue
			}
			if _, at, _ := format.Parse(text); at < 0 || at > len(text) {
				t.Errorf("%q reads %q to %d, want at at least 0 and at at most %d", pattern, text, at, len(text))
			}
			_ = format.FormatMillis(millis)
		}
	})
}
