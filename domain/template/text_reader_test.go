package template

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

// TestTextIsReadLikeAWhole wants of a reader, in pieces of any size, what decoding
// all at once gives.
func TestTextIsReadLikeAWhole(t *testing.T) {
	for _, content := range []string{"", "a", "\uFEFFa\nb", "ä€😀\nx", "a\xFFb", "\n\n\xC3", "\xFF\xFEa\x00\n\x00", "\xFE\xFF\x00a",
		"\x00a\x00\n\xD8\x3D\xDE\x00",
		"\x00a\xD8\x00", "\x00a\xD8\x00\x00b", "\x00a\xDC\x00", "\x00a\x00", "\xEF\xBB\xBF"} {
		for _, encoding := range []string{UTF8, UTF16, UTF16BE, UTF16LE, Latin1, ASCII} {
			want, wantErr := DecodeText([]byte(content), encoding)
			for name, in := range map[string]io.Reader{"whole": bytes.NewReader([]byte(content)),
				"bytes": iotest.OneByteReader(bytes.NewReader([]byte(content)))} {
				text, err := NewTextReader(in, encoding)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(iotest.OneByteReader(text))
				a, b := (*TextError)(nil), (*TextError)(nil)
				errors.As(err, &a)
				errors.As(wantErr, &b)
				switch {
				case (err == nil) != (wantErr == nil), err != nil && (a == nil || b == nil || a.Line != b.Line || a.Message != b.Message):
					t.Errorf("%s, %q by %s: %v, want %v", encoding, content, name, err, wantErr)
				case err == nil && !bytes.Equal(got, want):
					t.Errorf("%s, %q by %s: %q, want %q", encoding, content, name, got, want)
				}
			}
		}
	}
	if _, err := NewTextReader(bytes.NewReader(nil), "EBCDIC"); err == nil {
		t.Error("an unknown encoding")
	}
}

func FuzzTextReader(f *testing.F) {
	f.Add([]byte("\uFEFFä\n"), 0)
	f.Add([]byte("\xFF\xFEa\x00\xD8"), 1)
	f.Fuzz(func(t *testing.T, content []byte, encoding int) {
		known := []string{UTF8, UTF16, UTF16BE, UTF16LE, Latin1, ASCII}
		name := known[uint(encoding)%uint(len(known))]
		want, wantErr := DecodeText(content, name)
		text, err := NewTextReader(bytes.NewReader(content), name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(text)
		if (err == nil) != (wantErr == nil) || err == nil && !bytes.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q, %v", name, got, err, want, wantErr)
		}
	})
}

// Whatever a csv holds, reading it ends with rows whose values fit, or with a word.
func FuzzReadAttributes(f *testing.F) {
	s := State{Content: Content{FileAttrs: []Definition{{ID: "n", Type: TypeNumber, CSVColumn: "No"},
		{ID: "t", Type: TypeText, CSVColumn: "text"}}}}
	f.Add([]byte("filename,no,text\na.pdf,1,\"x\ny\"\n"))
	f.Add([]byte("\uFEFFNO,filename\n-1.5,b\n\"\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
		d, err := s.FindTableDialect(open)
		if err != nil && !errors.Is(err, ErrNoTable) {
			t.Fatal(err)
		}
		if err != nil {
			d = s.TableDialect()
		}
		found := err == nil
		err = s.ReadAttributes(bytes.NewReader(content), d, func(r TableRow) {
			for id, v := range r.Values {
				if d, ok := s.FileAttribute(id); !ok || v == "" || d.CheckValue(v) != nil {
					t.Errorf("%s is %q, want a value of a defined attribute", id, v)
				}
			}
		})
		if err != nil && !errors.Is(err, ErrNoTable) || found && err != nil {
			t.Error(found, err)
		}
	})
}
