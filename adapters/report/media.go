package report

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// Names of the Open Packaging Conventions.
const (
	relationships        = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packageRelationships = "http://schemas.openxmlformats.org/package/2006/relationships"
)

// media holds the pictures that are added to a document, each once.
type media struct {
	files map[string][]byte // by part name
}

// keepPicture stores a picture and returns the id by which the story refers to it.
func (st *story) keepPicture(content []byte, format string) string {
	digest := sha256.Sum256(content)
	name := fmt.Sprintf("word/media/attribute-%x.%s", digest[:8], format)
	if st.files == nil {
		st.files = map[string][]byte{}
	}
	st.files[name] = content
	at := slices.Index(st.pictures, name)
	if at < 0 {
		at = len(st.pictures)
		st.pictures = append(st.pictures, name)
	}
	return fmt.Sprintf("rIdAttribute%d", at+1)
}

// addRelationships adds the story's pictures to its relationships.
func (st *story) addRelationships(all parts, written map[string][]byte) error {
	if len(st.pictures) == 0 {
		return nil
	}
	name := relsOf(st.part)
	doc := etree.NewDocument()
	if p := all.findPart(name); p != nil {
		if err := doc.ReadFromBytes(p.content); err != nil {
			return err
		}
	}
	root := doc.Root()
	if root == nil {
		doc.CreateProcInst("xml", `version="1.0" encoding="UTF-8" standalone="yes"`)
		root = doc.CreateElement("Relationships")
		root.CreateAttr("xmlns", packageRelationships)
	}
	for i, target := range st.pictures {
		addChild(root, "Relationship", "Id", fmt.Sprintf("rIdAttribute%d", i+1), "Type", relationships+"/image",
			"Target", strings.TrimPrefix(target, "word/"))
	}
	b, err := doc.WriteToBytes()
	written[name] = b
	return err
}

// declareTypes adds the pictures to the package, and their types to its list of types.
func (m *media) declareTypes(all parts, written map[string][]byte) error {
	if len(m.files) == 0 {
		return nil
	}
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(all.findPart(contentTypes).content); err != nil {
		return err
	}
	known := map[string]bool{}
	for _, e := range doc.Root().SelectElements("Default") {
		known[strings.ToLower(e.SelectAttrValue("Extension", ""))] = true
	}
	for _, name := range sortedKeys(m.files) {
		written[name] = m.files[name]
		extension := strings.TrimPrefix(path.Ext(name), ".")
		if !known[extension] {
			known[extension] = true
			addChild(doc.Root(), "Default", "Extension", extension, "ContentType", "image/"+extension)
		}
	}
	b, err := doc.WriteToBytes()
	written[contentTypes] = b
	return err
}

func sortedKeys(m map[string][]byte) []string { return slices.Sorted(maps.Keys(m)) }
