package pdf

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document/layout"
)

var plainSettings layout.ReadSettings

// with adds an object.
func (p paper) with(number int, text string) paper {
	p.objects = maps.Clone(p.objects)
	p.objects[number] = text
	return p
}

var objectOf = regexp.MustCompile(`(?s)(\d+) 0 obj(.*?)endobj`)

// bodies are the objects of a test document, by number.
func bodies(pdf []byte) map[int]string {
	out := map[int]string{}
	for _, m := range objectOf.FindAllSubmatch(pdf, -1) {
		var number int
		_, _ = fmt.Sscan(string(m[1]), &number)
		out[number] = strings.TrimSpace(string(m[2]))
	}
	return out
}

// packObjects writes the document with all objects that are no streams in an object stream.
func (p paper) packObjects() []byte {
	all := bodies(p.pdf())
	numbers := slices.Sorted(maps.Keys(all))
	last := numbers[len(numbers)-1]
	var table, inside strings.Builder
	var out bytes.Buffer
	out.WriteString("%PDF-1.5\n")
	entries := make([][3]int, last+3) // kind, place or container, index
	entries[0] = [3]int{0, 0, 0}
	count := 0
	for _, number := range numbers {
		if strings.Contains(all[number], "stream\n") {
			entries[number] = [3]int{1, out.Len(), 0}
			fmt.Fprintf(&out, "%d 0 obj%s\nendobj\n", number, all[number])
			continue
		}
		fmt.Fprintf(&table, "%d %d ", number, inside.Len())
		inside.WriteString(all[number] + "\n")
		entries[number] = [3]int{2, last + 1, count}
		count++
	}
	entries[last+1] = [3]int{1, out.Len(), 0}
	body := deflate([]byte(table.String() + inside.String()))
	fmt.Fprintf(&out, "%d 0 obj<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>stream\n%s\nendstream\nendobj\n",
		last+1, count, table.Len(), len(body), body)
	at := out.Len()
	entries[last+2] = [3]int{1, at, 0}
	var rows bytes.Buffer
	for _, e := range entries {
		rows.WriteByte(byte(e[0]))
		_ = binary.Write(&rows, binary.BigEndian, uint32(e[1]))
		_ = binary.Write(&rows, binary.BigEndian, uint16(e[2]))
	}
	packedRows := deflate(rows.Bytes())
	fmt.Fprintf(&out, "%d 0 obj<</Type/XRef/Size %d/W[1 4 2]/Root 1 0 R/Filter/FlateDecode/Length "+
		"%d>>stream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n",
		last+2, last+3, len(packedRows), packedRows, at)
	return out.Bytes()
}

// padding fills passwords (ISO 32000-1, algorithm 2).
var padding = []byte(
	"\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

// crypt enciphers with RC4.
func crypt(key, text []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(text))
	c.XORKeyStream(out, text)
	return out
}

var innerString = regexp.MustCompile(`\((?:\\.|[^\\()])*\)`)

// encryptFile writes the document with strings and streams enciphered (RC4 of 40 bits, with an
// empty user password).
func (p paper) encryptFile() []byte {
	const permissions = "\xFC\xFF\xFF\xFF" // -4
	id := []byte("0123456789abcdef")
	first := md5.Sum(padding)
	owner := crypt(first[:5], padding)
	sum := md5.Sum(slices.Concat(padding, owner, []byte(permissions), id))
	key := sum[:5]
	all := bodies(p.pdf())
	last := 0
	for number, text := range all {
		last = max(last, number)
		own := md5.Sum(append(slices.Clone(key), byte(number), byte(number>>8), byte(number>>16), 0, 0))
		dict, body, isStream := strings.Cut(text, "stream\n")
		dict = innerString.ReplaceAllStringFunc(dict, func(s string) string {
			text, _ := syntax.TextOf(syntax.Plain(s)) // it stands in parentheses
			return fmt.Sprintf("<%x>", crypt(own[:10], text))
		})
		if isStream {
			body = strings.TrimSuffix(body, "\nendstream")
			dict += "stream\n" + string(crypt(own[:10], []byte(body))) + "\nendstream"
		}
		all[number] = dict
	}
	list := make([]string, last)
	for number, text := range all {
		list[number-1] = text
	}
	pdf := assemblePDF(list)
	encrypt := fmt.Sprintf("/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<%x>/U<%x>>>/ID[<%x><%x>]", owner, crypt(key, padding), id, id)
	return bytes.Replace(pdf, []byte("/Root"), []byte(encrypt+"/Root"), 1)
}

// TestFormsOfTestDocuments: the other forms of a test document say what it says.
func TestFormsOfTestDocuments(t *testing.T) {
	pool := testPool(t, "serve", nil)
	p := paper{content: plainDocket}
	for name, pdf := range map[string][]byte{"packed": p.packObjects(), "encrypted": p.encryptFile()} {
		doc, err := pool.Read(t.Context(), pdf, plainSettings)
		if err != nil || words(doc.Pages[0]) != "upper lower" {
			t.Errorf("%s: %v, want words(doc.Pages[0]) = upper lower and no error", name, err)
		}
	}
}
