package unzip_test

import (
	"archive/zip"
	"encoding/binary"
	"hash/crc32"
	"io"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/seed-62a36931/docket/commands/unzip"
)

// packNamed makes a zip whose entries have names of these bytes, and no word on how they are written.
func packNamed(t *testing.T, names ...string) []byte {
	t.Helper()
	var parts []string
	for _, n := range names {
		parts = append(parts, n, "content")
	}
	return pack(t, func(h *zip.FileHeader) { h.NonUTF8 = true }, parts...)
}

// Names of which the archive does not tell the charset are read by the one that suits all of them.
func TestNamesOfAllCharsets(t *testing.T) {
	for _, c := range []struct {
		name    string
		of      encoding.Encoding
		guessed string
		names   []string
	}{
		{"UTF-8", encoding.Nop, "", []string{"Größe.pdf", "请求书.pdf", "счёт.pdf"}},
		{"ASCII", encoding.Nop, "", []string{"a/b.pdf"}},
		{"German by DOS", charmap.CodePage437, "code page 437", []string{"Größe.pdf"}},
		{"German by Windows", charmap.Windows1252, "Windows-1252",
			[]string{"Angebot für Köln.pdf", "Preise/Übersicht 2024 – €.pdf"}},
		{"French by Windows", charmap.Windows1252, "Windows-1252",
			[]string{"Relevé de février.pdf", "Reçu.pdf", "État.pdf"}},
		{"French by DOS", charmap.CodePage850, "code page 437", []string{"Relevé de février.pdf", "Reçu.pdf"}},
		{"Portuguese by DOS", charmap.CodePage850, "code page 850",
			[]string{"Declaração.pdf", "Relatório de março.pdf"}},
		{"Danish by DOS", charmap.CodePage850, "code page 850", []string{"Købsaftale.pdf", "Årsrapport.pdf"}},
		{"Spanish by Windows", charmap.Windows1252, "Windows-1252", []string{"Año 2023.pdf", "Facturación.pdf"}},
		{"Russian by DOS", charmap.CodePage866, "code page 866", []string{"Договор поставки.pdf", "Счёт.pdf"}},
		{"Russian by Windows", charmap.Windows1251, "Windows-1251", []string{"Договор поставки.pdf", "Акт.pdf"}},
		{"Chinese", simplifiedchinese.GBK, "GBK", []string{"合同.pdf", "采购订单_2023.pdf"}},
		{"one Chinese name", simplifiedchinese.GBK, "GBK", []string{"付款通知书.pdf"}},
		{"Japanese", japanese.ShiftJIS, "Shift-JIS", []string{"請求書.pdf", "見積り_2023年.pdf"}},
		{"Japanese with a backslash in it", japanese.ShiftJIS, "Shift-JIS", []string{"一覧表.pdf", "ソフト.pdf"}},
		{"Korean", korean.EUCKR, "EUC-KR", []string{"계약서.pdf", "거래명세서.pdf"}},
		{"Chinese of Taiwan", traditionalchinese.Big5, "Big5", []string{"發票.pdf", "採購合約書.pdf"}},
	} {
		var raw []string
		for _, n := range c.names {
			text, err := c.of.NewEncoder().String(n)
			if err != nil {
				t.Fatal(err)
			}
			raw = append(raw, text)
		}
		a, err := open(packNamed(t, raw...), unzip.DefaultLimits())
		if err != nil {
			t.Errorf("%s: got %v, want no failure", c.name, err)
			continue
		}
		for i, want := range c.names {
			if a.Names[i] != want {
				t.Errorf("%s: name %q by %s, want %q", c.name, a.Names[i], a.Guessed, want)
			}
		}
		if a.Guessed != c.guessed {
			t.Errorf("%s: read as %q, want %q", c.name, a.Guessed, c.guessed)
		}
	}
}

// TestNamesThatTheArchiveTells wants the field for a name in UTF-8 to count, unless the entry was renamed since.
func TestNamesThatTheArchiveTells(t *testing.T) {
	field := func(of, name string) []byte {
		b := binary.LittleEndian.AppendUint16(nil, 0x7075)
		b = binary.LittleEndian.AppendUint16(b, uint16(5+len(name)))
		b = binary.LittleEndian.AppendUint32(append(b, 1), crc32.ChecksumIEEE([]byte(of)))
		return append(b, name...)
	}
	for _, c := range []struct {
		name, raw, want string
		extra           []byte
	}{
		{"a field", "Rechnung_?.pdf", "Rechnung_ß.pdf", field("Rechnung_?.pdf", "Rechnung_ß.pdf")},
		{"a field after another", "Rechnung_?.pdf", "Rechnung_ß.pdf",
			append([]byte("ux\x02\x00ab"), field("Rechnung_?.pdf", "Rechnung_ß.pdf")...)},
		{"a field of another name", "neu.pdf", "neu.pdf", field("Rechnung_?.pdf", "Rechnung_ß.pdf")},
		{"a field that is no UTF-8", "a.pdf", "a.pdf", field("a.pdf", "\xff.pdf")},
		{"a field that is cut", "a.pdf", "a.pdf", field("a.pdf", "ß.pdf")[:8]},
	} {
		a, err := open(pack(t, func(h *zip.FileHeader) { h.Extra = c.extra }, c.raw, "content"), unzip.DefaultLimits())
		if err != nil {
			t.Errorf("%s: got %v, want no failure", c.name, err)
		} else if a.Names[0] != c.want || a.Guessed != "" {
			t.Errorf("%s: name %q, guessed %q; want %q, not guessed", c.name, a.Names[0], a.Guessed, c.want)
		}
	}
	if _, err := open(pack(t, func(h *zip.FileHeader) { h.Extra = field("a.pdf", "../a.pdf") }, "a.pdf", "1"),
		unzip.DefaultLimits()); err == nil {
		t.Error("a field with an unsafe path is taken")
	}
}

// TestEntriesThatCannotBeUnpackedSayWhy wants the reason of each.
func TestEntriesThatCannotBeUnpackedSayWhy(t *testing.T) {
	for _, c := range []struct {
		flags, method uint16
		want          string
	}{
		{0, zip.Store, ""}, {0, zip.Deflate, ""}, {1, zip.Deflate, "has a password"}, {1, 99, "has a password"},
		{0, 12, "is compressed with bzip2, which is not supported"}, {0, 14,
			"is compressed with LZMA, which is not supported"},
		{0, 93, "is compressed with Zstandard, which is not supported"}, {0, 77,
			"is compressed with method 77, which is not supported"},
	} {
		if got := unzip.FindProblem(&zip.File{FileHeader: zip.FileHeader{Flags: c.flags, Method: c.method}}); got != c.want {
			t.Errorf("flags %d, method %d: %q, want %q", c.flags, c.method, got, c.want)
		}
	}
}

// FuzzNames holds that names of any bytes become valid text, and none leads outside.
func FuzzNames(f *testing.F) {
	f.Add("M\xfcller_\x80.pdf", []byte("up\x06\x00\x01abcdx"))
	f.Add("\xb7\xa2\xc6\xb1/..\\a", []byte{})
	f.Fuzz(func(t *testing.T, name string, extra []byte) {
		if len(name) > 1000 || len(extra) > 1000 {
			return
		}
		out, err := zipOf(name, extra)
		if err != nil {
			return
		}
		a, err := open(out, unzip.DefaultLimits())
		if err != nil {
			return
		}
		for _, n := range a.Names {
			if !utf8.ValidString(n) {
				t.Errorf("%q is read as %q, which is no text, want utf8.ValidString(n)", name, n)
			}
		}
	})
}

// zipOf makes a zip of one entry of any name.
func zipOf(name string, extra []byte) ([]byte, error) {
	var b writer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Extra: extra, NonUTF8: true})
	if err == nil {
		_, err = io.WriteString(w, "content")
	}
	if err == nil {
		err = z.Close()
	}
	return b, err
}

type writer []byte

func (w *writer) Write(p []byte) (int, error) {
	*w = append(*w, p...)
	return len(p), nil
}
