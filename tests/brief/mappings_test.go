package brief

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"
)

const mappingText = "search_value,mapped_value\nEins,One\nZwei,Two\n"

// encodings are all that a component mapping may have, each with a text written in it.
var encodings = map[string][]byte{
	"UTF-8":      []byte(mappingText),
	"UTF-16":     append([]byte{0xfe, 0xff}, encodeUTF16(mappingText, binary.BigEndian)...),
	"UTF_16BE":   encodeUTF16(mappingText, binary.BigEndian),
	"UTF_16LE":   encodeUTF16(mappingText, binary.LittleEndian),
	"ISO-8859-1": []byte(strings.ReplaceAll(mappingText, "One", "\xdcber")),
	"US-ASCII":   []byte(mappingText),
}

func encodeUTF16(text string, order binary.AppendByteOrder) []byte {
	var encoded []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = order.AppendUint16(encoded, unit)
	}
	return encoded
}

func testMappings(t *testing.T, c *client, templateID string) {
	mappings := func() map[string]componentMapping {
		t.Helper()
		list := read[mappingList](t, c, call(12, templateID))
		if list.DossierTemplateID != templateID {
			t.Errorf("list: got template %q, want %q", list.DossierTemplateID, templateID)
		}
		byID := map[string]componentMapping{}
		for _, mapping := range list.ComponentMappingList {
			byID[string(mapping.ID)] = mapping
		}
		return byID
	}
	t.Run("defaults", func(t *testing.T) {
		created := read[componentMapping](t, c, call(13, templateID).file("numbers.csv", []byte(mappingText)))
		if created.Name != "numbers.csv" || created.FileName != "numbers.csv" || created.Encoding != "UTF-8" || created.Delimiter != "," {
			t.Errorf("got %+v, want the file name as name, UTF-8 and a comma", created)
		}
		if !reflect.DeepEqual(created.ColumnLabels, []string{"search_value", "mapped_value"}) {
			t.Errorf("got columns %v, want those of the header", created.ColumnLabels)
		}
		if created.NumberOfLines < 2 || created.NumberOfLines > 3 {
			t.Errorf("got %d lines of a header and two lines, want created.NumberOfLines at least 2 and created.NumberOfLines at most 3",
				created.NumberOfLines)
		}
		id := string(created.ID)
		if got := mappings()[id]; !reflect.DeepEqual(got, created) {
			t.Errorf("list: got %+v, want %+v", got, created)
		}
		if got := c.do(t, call(14, templateID, id)).body; string(got) != mappingText {
			t.Errorf("download: got %q, want %q", got, mappingText)
		}
		testMappingUpdate(t, c, templateID, id)
		if got := mappings()[id].Name; got != "figures" {
			t.Errorf("list after the update: got name %q, want figures", got)
		}
		c.do(t, call(16, templateID, id))
		if _, listed := mappings()[id]; listed {
			t.Error("a deleted mapping is listed")
		}
		for _, row := range []int{14, 16} {
			if status, _ := c.refuse(t, call(row, templateID, id)); status != http.StatusNotFound {
				t.Errorf("%s of a deleted mapping: got status %d, want 404", operations[row].name, status)
			}
		}
	})
	for encoding, content := range encodings {
		t.Run(encoding, func(t *testing.T) {
			request := call(13, templateID).set("name", "in "+encoding).set("encoding", encoding)
			created := read[componentMapping](t, c, request.file("encoded.csv", content))
			if created.Encoding != encoding || created.Name != "in "+encoding || len(created.ColumnLabels) != 2 {
				t.Errorf("got %+v, want the encoding %s and two columns", created, encoding)
			}
			if got := c.do(t, call(14, templateID, string(created.ID))).body; !bytes.Equal(got, content) {
				t.Errorf("download: got %q, want %q", got, content)
			}
			c.do(t, call(16, templateID, string(created.ID)))
		})
	}
	t.Run("limits", func(t *testing.T) {
		before := len(mappings())
		upload := call(13, templateID).file("limits.csv", []byte(mappingText))
		c.refuse(t, upload.set("encoding", "UTF-7"))
		c.refuse(t, upload.set("encoding", "UTF_8"))
		c.refuse(t, upload.set("delimiter", ";;"))
		c.refuse(t, upload.set("delimiter", ""))
		c.refuse(t, call(13, templateID).form("other", "limits.csv", []byte(mappingText)))
		if got := len(mappings()); got != before {
			t.Errorf("refused uploads: got %d mappings, want %d", got, before)
		}
	})
}

func testMappingUpdate(t *testing.T, c *client, templateID, id string) {
	t.Helper()
	text := strings.ReplaceAll(mappingText, ",", ";") + "Drei;Three\n"
	update := call(15, templateID, id).set("name", "figures").set("delimiter", ";").file("figures.csv", []byte(text))
	updated := read[componentMapping](t, c, update)
	if string(updated.ID) != id || updated.Name != "figures" || updated.FileName != "figures.csv" || updated.Delimiter != ";" {
		t.Errorf("update: got %+v, want the same id and what was given", updated)
	}
	if got := c.do(t, call(14, templateID, id)).body; string(got) != text {
		t.Errorf("download after the update: got %q, want %q", got, text)
	}
	c.refuse(t, update.set("delimiter", ";;"))
	c.refuse(t, update.set("encoding", "EBCDIC"))
	c.refuse(t, call(15, templateID, unknownID).file("figures.csv", []byte(text)))
}
