package upkeep

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/projections"
)

// compareRows says in what a served row differs from what the events say: it names columns and fields, and
// tells no values. "" when they are alike.
func (k *viewCheck) compareRows(ctx context.Context, t projections.Table, served, fresh projections.Row) string {
	var parts []string
	for i, c := range t.Columns {
		if served.Values[i] != fresh.Values[i] {
			parts = append(parts, "column "+c.Name)
		}
	}
	if !bytes.Equal(served.Doc, fresh.Doc) {
		if fault := compareContents(k.readContent(ctx, served.Doc), k.readContent(ctx, fresh.Doc)); fault != "" {
			parts = append(parts, fault)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "is not what the events say: " + strings.Join(parts, ", ")
}

// A content is the document of a row, decrypted.
type content struct {
	subject string // that it is sealed for, as JSON; "": it is not
	opened  bool
	doc     []byte
}

func (k *viewCheck) readContent(ctx context.Context, doc []byte) content {
	var box map[string]json.RawMessage
	if json.Unmarshal(doc, &box) != nil || len(box) != 2 || box["s"] == nil || box["b"] == nil {
		return content{opened: true, doc: doc}
	}
	plain, err := k.Open(ctx, doc)
	return content{subject: string(box["s"]), opened: err == nil, doc: plain}
}

// compareContents names what differs in two documents; "" when nothing does.
func compareContents(served, fresh content) string {
	switch {
	case served.subject != fresh.subject:
		return "the document is sealed for another subject, or not at all"
	case !served.opened && fresh.opened:
		return "the document does not open"
	case !fresh.opened || bytes.Equal(served.doc, fresh.doc):
		return ""
	}
	var a, b any
	if decodeNumbers(served.doc, &a) != nil || decodeNumbers(fresh.doc, &b) != nil {
		return "the document is no JSON"
	}
	if reflect.DeepEqual(a, b) {
		return ""
	}
	was, isObject := a.(map[string]any)
	is, areObjects := b.(map[string]any)
	if !isObject || !areObjects {
		return "the document"
	}
	return fmt.Sprintf("the document's %s", strings.Join(differingFields(was, is), ", "))
}

// decodeNumbers decodes JSON with numbers as they stand.
func decodeNumbers(doc []byte, into *any) error {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	return d.Decode(into)
}

// differingFields are the names of the fields in which two objects differ, in their order.
func differingFields(a, b map[string]any) []string {
	names := map[string]bool{}
	for _, m := range []map[string]any{a, b} {
		for name := range m {
			if !reflect.DeepEqual(a[name], b[name]) {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
