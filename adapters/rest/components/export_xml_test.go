package components

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/normalize"
	"github.com/seed-62a36931/docket/queries"
)

func TestComponentsAreExportedAsXML(t *testing.T) {
	sure := 0.875
	f := queries.FileComponents{FileID: "f1", Filename: `a"<&>.pdf`, Components: []component.Detail{
		{Name: "Invoice_Number", DisplayName: "Invoice number", Overridden: true, Values: []component.Value{
			{Value: "X\x01<1>\n2", OriginalValue: "X&1", RuleID: "I.0.0", Description: "First",
				References: []component.Reference{{ID: "r", RuleID: "E.1.0", Type: "number", Page: 2}},
				Places:     []file.Place{{Page: 3, Boxes: []document.Rect{{X: 1.5, Y: 2, Width: 3, Height: 4}}}}}}},
		{Name: "Total", DisplayName: "Total", Values: []component.Value{
			{Value: "1.234,50 €", Confidence: &sure, Normalized: &component.Normalized{
				Type: normalize.Amount, Value: normalize.Value{Text: "1234.50", Currency: "EUR"}}}}},
		{Name: "Lines", DisplayName: "Lines", Values: []component.Value{{Value: "pump | 2", OriginalValue: "pump | 2",
			Cells: []component.Cell{{Column: "line_text", Value: "pump"}, {Column: "line_count", Value: "2"}}}}},
		{Name: "Empty", DisplayName: "Empty"}}}
	const head = `<?xml version="1.0" encoding="UTF-8"?><files dossierTemplateId="t" dossierId="d">`
	for _, c := range []struct {
		details bool
		files   []queries.FileComponents
		want    string
	}{
		{false, nil, head + `</files>`},
		{false, []queries.FileComponents{{FileID: "f", Filename: "n"}},
			head + `<file id="f" name="n"><components></components></file></files>`},
		{false, []queries.FileComponents{{FileID: "f", Filename: "n", FailedRules: 2}},
			head + `<file id="f" name="n" failedRules="2"><components></components></file></files>`},
		{false, []queries.FileComponents{f}, head +
			`<file id="f1" name="a&#34;&lt;&amp;&gt;.pdf"><components><component name="Invoice_Number" displayName="Invoice ` +
			`number" overridden="true">` +
			"<value rule=\"I.0.0\" description=\"First\">X\uFFFD&lt;1&gt;&#xA;2</value></component>" +
			`<component name="Total" displayName="Total" overridden="false"><value rule="" description="">1.234,50 €</value></component>` +
			`<component name="Lines" displayName="Lines" overridden="false"><value rule="" description="">pump | 2</value></component>` +
			`<component name="Empty" displayName="Empty" overridden="false"></component></components></file></files>`},
		{true, []queries.FileComponents{f}, head +
			`<file id="f1" name="a&#34;&lt;&amp;&gt;.pdf"><components><component name="Invoice_Number" displayName="Invoice ` +
			`number" overridden="true">` +
			"<value rule=\"I.0.0\" description=\"First\" originalValue=\"X&amp;1\">X\uFFFD&lt;1&gt;&#xA;2<reference id=\"r\" " +
			"rule=\"E.1.0\" type=\"number\" page=\"2\"></reference><place page=\"3\"><box x=\"1.5\" y=\"2\" width=\"3\" " +
			"height=\"4\"></box></place></value></component>" +
			`<component name="Total" displayName="Total" overridden="false"><value rule="" description="" originalValue="" ` +
			`normalized="1234.50" currency="EUR" confidence="0.875">1.234,50 €</value></component>` +
			`<component name="Lines" displayName="Lines" overridden="false"><value rule="" description="" originalValue="pump | ` +
			`2">pump | 2<cell column="line_text">pump</cell><cell column="line_count">2</cell></value></component>` +
			`<component name="Empty" displayName="Empty" overridden="false"></component></components></file></files>`},
	} {
		if got, err := exportComponents("t", "d", c.details, c.files...); err != nil || string(got) != c.want {
			t.Errorf("%v %s\nwant %s", err, got, c.want)
		}
	}
}
