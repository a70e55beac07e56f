package paper

import (
	"bytes"
	"fmt"
)

// Attach returns a sheet's PDF with a file attached, in the way in which e-invoices are: an
// update behind the document, with another catalog that names the file.
func Attach(pdf []byte, name string, content []byte) []byte {
	const catalog, spec, file = 1, 7, 8 // a sheet has six objects, of which the first is the catalog
	at := bytes.LastIndex(pdf, []byte("startxref\n"))
	var before int
	if _, err := fmt.Sscan(string(pdf[at+len("startxref\n"):]), &before); err != nil {
		panic(err)
	}
	out := bytes.NewBuffer(bytes.Clone(pdf))
	offsets := map[int]int{}
	write := func(number int, text string) {
		offsets[number] = out.Len()
		fmt.Fprintf(out, "%d 0 obj\n%s\nendobj\n", number, text)
	}
	write(catalog, fmt.Sprintf("<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(%s) %d 0 R]>>>>/AF[%d 0 R]>>", name, spec, spec))
	write(spec, fmt.Sprintf("<</Type/Filespec/F(%s)/UF(%s)/AFRelationship/Alternative/EF<</F %d 0 R/UF %d 0 R>>>>", name, name, file, file))
	write(file, fmt.Sprintf("<</Type/EmbeddedFile/Subtype/text#2Fxml/Params<</Size %d>>/Length %d>>stream\n%s\nendstream",
		len(content), len(content), content))
	xref := out.Len()
	fmt.Fprintf(out, "xref\n1 1\n%010d 00000 n \n7 2\n%010d 00000 n \n%010d 00000 n \n", offsets[catalog], offsets[spec], offsets[file])
	fmt.Fprintf(out, "trailer\n<</Size 9/Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n", before, xref)
	return out.Bytes()
}
