package reports

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
)

const (
	word  = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	kinds = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	ties  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	head  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`
)

// Sheet is the document: what was found in one file, value by value.
func Sheet() ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/>` +
			contentType("document", "document.main") + contentType("styles", "styles") + contentType("footer1", "footer") + `</Types>`},
		{"_rels/.rels", relationshipList("officeDocument", "word/document.xml")},
		{"word/_rels/document.xml.rels", relationshipList("styles", "styles.xml", "footer", "footer1.xml")},
		{"word/styles.xml", head + styles},
		{"word/footer1.xml", head + `<w:ftr xmlns:w="` + word + `">` +
			paragraphXML("Footer", "{{dossier.template}} · {{date.yyyy-MM-dd}} {{time}} UTC · {{user.name}}") + `</w:ftr>`},
		{"word/document.xml", head + documentXML()},
	} {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, part[1])
		}
		if err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func contentType(part, kind string) string {
	return fmt.Sprintf(`<Override PartName="/word/%s.xml" ContentType="%s%s+xml"/>`, part, kinds, kind)
}

// relationshipList is a list of relationships, given as kinds and targets.
func relationshipList(kindsAndTargets ...string) string {
	var b strings.Builder
	for i := 0; i < len(kindsAndTargets); i += 2 {
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s%s" Target="%s"/>`, i/2+1, ties, kindsAndTargets[i], kindsAndTargets[i+1])
	}
	return head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + b.String() + `</Relationships>`
}

const styles = `<w:styles xmlns:w="` + word + `">` +
	`<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>` +
	`<w:sz w:val="20"/></w:rPr></w:rPrDefault>` +
	`<w:pPrDefault><w:pPr><w:spacing w:after="60"/></w:pPr></w:pPrDefault></w:docDefaults>` +
	`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:pPr><w:spacing w:after="120"/></w:pPr>` +
	`<w:rPr><w:b/><w:color w:val="1F3A5F"/><w:sz w:val="36"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>` +
	`<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="0"/></w:pPr>` +
	`<w:rPr><w:b/><w:color w:val="1F3A5F"/><w:sz w:val="26"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Label"><w:name w:val="Label"/><w:rPr><w:color w:val="6B7280"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Column"><w:name w:val="Column"/><w:rPr><w:b/><w:color w:val="FFFFFF"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/>` +
	`<w:rPr><w:color w:val="6B7280"/><w:sz w:val="16"/></w:rPr></w:style>` +
	`</w:styles>`

func documentXML() string {
	facts := tableXML([]int{2400, 7200}, "",
		[]string{"Supplier", "{{component.Supplier_Name}}"}, []string{"Invoice number", "{{component.Invoice_Number}}"},
		[]string{"Invoice date", "{{component.Invoice_Date}}"}, []string{"Total", "{{component.Invoice_Total}} {{component.Currency}}"},
		[]string{"File", "{{file.name}}, {{file.pages}} page(s), {{file.status}}"},
		[]string{"Dossier", "{{dossier.name}}, {{dossier.owner}}"})
	values := tableXML([]int{2200, 3000, 1600, 2000, 800}, "Component|Value|As printed|Rule|Page",
		[]string{"{{component.displayName}}", "{{component.value}}", "{{component.originalValue}}", "{{component.rule}}",
			"{{component.pages}}"})
	return `<w:document xmlns:w="` + word + `" xmlns:r="` + strings.TrimSuffix(ties, "/") + `"><w:body>` +
		paragraphXML("Title", "Invoice {{component.Invoice_Number}}") + facts + paragraphXML("Heading1", "Everything that was found") +
		values + paragraphXML("", "") +
		`<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/>` +
		`<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/>` +
		`</w:sectPr></w:body></w:document>`
}

func paragraphXML(style, text string) string {
	form := ""
	if style != "" {
		form = `<w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>`
	}
	if text == "" {
		return "<w:p>" + form + "</w:p>"
	}
	return "<w:p>" + form + `<w:r><w:t xml:space="preserve">` + text + "</w:t></w:r></w:p>"
}

// tableXML draws rows under a heading, whose columns are set apart by bars; without a
// heading the first column holds labels. Widths are in twentieths of a point.
func tableXML(widths []int, heading string, rows ...[]string) string {
	var b strings.Builder
	b.WriteString(`<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders><w:bottom w:val="single" w:sz="4" w:color="D1D5DB"/>` +
		`<w:insideH w:val="single" w:sz="4" w:color="D1D5DB"/></w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>`)
	for _, w := range widths {
		fmt.Fprintf(&b, `<w:gridCol w:w="%d"/>`, w)
	}
	b.WriteString(`</w:tblGrid>`)
	write := func(properties string, cells []string, style func(column int) string, shade string) {
		b.WriteString("<w:tr>" + properties)
		for i, c := range cells {
			fmt.Fprintf(&b, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>%s</w:tcPr>%s</w:tc>`, widths[i], shade, paragraphXML(style(i), c))
		}
		b.WriteString("</w:tr>")
	}
	if heading != "" {
		write(`<w:trPr><w:tblHeader/></w:trPr>`, strings.Split(heading, "|"), func(int) string { return "Column" },
			`<w:shd w:val="clear" w:color="auto" w:fill="1F3A5F"/>`)
	}
	for _, row := range rows {
		write("", row, func(column int) string {
			if heading == "" && column == 0 {
				return "Label"
			}
			return ""
		}, "")
	}
	return b.String() + "</w:tbl>"
}
