package bundle

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/seed-62a36931/docket/domain/template"
)

// TestABundleIsWrittenAsItIsRead writes the bundle of a folder and reads it back: nothing is lost.
func TestABundleIsWrittenAsItIsRead(t *testing.T) {
	b, problems, err := ReadDir(folder(t, tree()))
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	var z bytes.Buffer
	if err := WriteBundle(&z, b); err != nil {
		t.Fatal(err)
	}
	back, problems, err := readZip(bytes.NewReader(z.Bytes()), int64(z.Len()))
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	if Manifest(back) != Manifest(b) {
		t.Errorf("got\n%s\nwant\n%s", Manifest(back), Manifest(b))
	}
	for name, parts := range map[string][2]any{
		"entity rules":    {back.EntityRules, b.EntityRules},
		"component rules": {back.ComponentRules, b.ComponentRules},
		"date formats":    {back.DateFormats, b.DateFormats},
		"dictionaries":    {back.Dictionaries, b.Dictionaries},
		"settings":        {back.Settings, b.Settings},
	} {
		if !reflect.DeepEqual(parts[0], parts[1]) {
			t.Errorf("%s: got %v, want %v", name, parts[0], parts[1])
		}
	}
	if len(back.Mappings) != len(b.Mappings) || len(back.Reports) != len(b.Reports) {
		t.Errorf("%d mappings and %d reports are back, want len(back.Mappings) = %d and len(back.Reports) = %d",
			len(back.Mappings), len(back.Reports), len(b.Mappings), len(b.Reports))
	}
}

func TestAnIncompleteBundleIsWritten(t *testing.T) {
	var z bytes.Buffer
	if err := WriteBundle(&z, template.Bundle{Text: template.Text{Name: "N"}, Settings: template.DefaultSettings()}); err != nil {
		t.Fatal(err)
	}
	back, problems, err := readZip(bytes.NewReader(z.Bytes()), int64(z.Len()))
	if err != nil || len(problems) > 0 || back.EntityRules != nil || back.DateFormats != nil {
		t.Errorf("got %+v, %v, %v, want no problems, back.EntityRules = nil, back.DateFormats = nil and no error", back, problems, err)
	}
}
