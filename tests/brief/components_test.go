package brief

import (
	"net/http"
	"reflect"
	"testing"
)

// testComponents overrides a component of a document in which the template's rules find some.
func testComponents(t *testing.T, c *client, templateID, fileName string, document []byte) {
	d := openDossier(t, c, templateID, "components")
	id := d.upload(t, fileName, document)
	d.waitUntilAnalysed(t, id)
	plain := read[fileComponents](t, c, d.in(32, id))
	t.Run("read", func(t *testing.T) { testComponentReads(t, d, id, fileName, plain) })
	var name string
	for component, values := range plain.Components {
		if len(values) > 0 && (name == "" || component < name) {
			name = component
		}
	}
	if name == "" {
		t.Fatalf(`no component has a value in %s: %v, want other than ""`, fileName, plain.Components)
	}
	t.Run("override", func(t *testing.T) { testOverride(t, d, id, name, plain) })
	t.Run("upload of the same file", func(t *testing.T) {
		d.do(t, d.in(34, id).json(componentDetail{Name: name, ComponentValues: []componentValue{{Value: "by hand"}}}))
		read[uploadResult](t, c, d.in(25).set("keepManualChanges", "true").file(fileName, document))
		d.waitUntilAnalysed(t, id)
		if got := read[fileComponents](t, c, d.in(32, id)).Components[name]; !reflect.DeepEqual(got, []string{"by hand"}) {
			t.Errorf("with keepManualChanges: got %v, want the override", got)
		}
	})
	t.Run("refused", func(t *testing.T) {
		c.refuse(t, d.in(34, id).json(map[string]any{"componentValues": []any{}}))
		c.refuse(t, d.in(36, id).json(map[string]any{"components": []string{name, name}}))
		for _, row := range []int{32, 35} {
			c.refuseWith(t, d.in(row, unknownID), http.StatusNotFound, fileNotFound)
		}
		c.refuseWith(t, call(33, templateID, unknownID), http.StatusNotFound, dossierNotFound)
	})
}

func testComponentReads(t *testing.T, d dossierTest, id, fileName string, plain fileComponents) {
	if plain.DossierTemplateID != d.templateID || plain.DossierID != d.id || plain.FileID != id || plain.Filename != fileName {
		t.Errorf("got %+v, want file %s of dossier %s", plain, id, d.id)
	}
	if plain.ComponentDetails != nil {
		t.Errorf("without includeDetails: got details %v, want plain.ComponentDetails = nil", plain.ComponentDetails)
	}
	detailed := read[fileComponents](t, d.client, d.in(32, id).set("includeDetails", "true"))
	values := map[string][]string{}
	for _, detail := range detailed.ComponentDetails {
		values[detail.Name] = []string{}
		for _, value := range detail.ComponentValues {
			values[detail.Name] = append(values[detail.Name], value.Value)
		}
	}
	if !reflect.DeepEqual(values, plain.Components) || !reflect.DeepEqual(detailed.Components, plain.Components) {
		t.Errorf("with includeDetails: got values %v and components %v, want %v", values, detailed.Components, plain.Components)
	}
	for details, want := range map[string]fileComponents{"false": plain, "true": detailed} {
		all := read[dossierComponents](t, d.client, d.in(33).set("includeDetails", details))
		if len(all.Files) != 1 || !reflect.DeepEqual(all.Files[0], want) {
			t.Errorf("of the dossier, includeDetails %s: got %+v, want %+v", details, all.Files, want)
		}
	}
	if all := read[dossierComponents](t, d.client, d.in(33)); len(all.Files) != 1 || all.Files[0].ComponentDetails != nil {
		t.Errorf("of the dossier: got %+v, want one file without details", all.Files)
	}
}

func testOverride(t *testing.T, d dossierTest, id, name string, plain fileComponents) {
	overrides := func() []componentOverride {
		t.Helper()
		list := read[overrideList](t, d.client, d.in(35, id))
		if list.DossierTemplateID != d.templateID || list.DossierID != d.id || list.FileID != id {
			t.Errorf("got %+v, want file %s of dossier %s", list, id, d.id)
		}
		var overridden []componentOverride
		for _, override := range list.ComponentOverrideModels {
			if override.Overridden {
				overridden = append(overridden, override)
			}
		}
		return overridden
	}
	if got := overrides(); len(got) != 0 {
		t.Errorf("before any override: got %+v, want 0", got)
	}
	before := detailOf(t, d, id, name)
	changed := componentDetail{Name: name, ComponentValues: append([]componentValue{}, before.ComponentValues...)}
	changed.ComponentValues[0].Value, changed.ComponentValues[0].ValueDescription = "Overridden", "corrected by hand"
	d.do(t, d.in(34, id).json(changed))
	if got := read[fileComponents](t, d.client, d.in(32, id)).Components[name]; len(got) == 0 || got[0] != "Overridden" {
		t.Errorf("after the override: got values %v, want Overridden", got)
	}
	after := detailOf(t, d, id, name).ComponentValues[0]
	if after.Value != "Overridden" || after.OriginalValue != before.ComponentValues[0].OriginalValue {
		t.Errorf("got %+v, want the value overridden and the original of %+v", after, before.ComponentValues[0])
	}
	if got := overrides(); len(got) != 1 || got[0].Name != name || got[0].ComponentValues[0].Value != "Overridden" {
		t.Errorf("list: got %+v, want the override of %s", got, name)
	}
	if d.status(t, id).LastManualChangeDate == nil {
		t.Error("an override is a manual change: lastManualChangeDate is not set")
	}
	d.do(t, d.in(36, id).json(map[string]any{"components": []string{name}}))
	if got := read[fileComponents](t, d.client, d.in(32, id)); !reflect.DeepEqual(got, plain) {
		t.Errorf("after the revert: got %+v, want %+v", got, plain)
	}
	if got := overrides(); len(got) != 0 {
		t.Errorf("after the revert: got overrides %+v, want 0", got)
	}
}

// detailOf returns the details of one component of a file.
func detailOf(t *testing.T, d dossierTest, id, name string) componentDetail {
	t.Helper()
	for _, detail := range read[fileComponents](t, d.client, d.in(32, id).set("includeDetails", "true")).ComponentDetails {
		if detail.Name == name {
			return detail
		}
	}
	t.Fatalf("no details of component %s", name)
	return componentDetail{}
}
