package template

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// The types of attributes.
const (
	TypeDate   = "DATE"
	TypeImage  = "IMAGE" // of dossiers only
	TypeNumber = "NUMBER"
	TypeText   = "TEXT"
)

// The longest values of attributes, in characters.
const (
	maxAttributeText   = 4000
	maxAttributeNumber = 40
)

var number = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// CheckValue refuses a value that does not fit the type of an attribute: the fault is
// of kind Invalid and names the attribute. An empty value, which takes the
// attribute away, always fits.
func (d Definition) CheckValue(value string) error {
	if value == "" || d.fitsType(value) {
		return nil
	}
	return domain.Faultf(domain.Invalid, "Value of attribute %s is not a %s", d.Name, d.Type).At("attributeIdToValue")
}

func (d Definition) fitsType(value string) bool {
	switch d.Type {
	case TypeText:
		return utf8.RuneCountInString(value) <= maxAttributeText
	case TypeNumber:
		return len(value) <= maxAttributeNumber && number.MatchString(value)
	case TypeDate:
		for _, layout := range []string{time.DateOnly, time.RFC3339} {
			if _, err := time.Parse(layout, value); err == nil {
				return true
			}
		}
	case TypeImage:
		return fitsPicture(value)
	}
	return false
}

// maxPicture is the largest size of a picture in bytes.
const maxPicture = 512 << 10

// fitsPicture reports whether a value is a data URL of a PNG or JPEG.
func fitsPicture(value string) bool {
	content, isPNG := strings.CutPrefix(value, "data:image/png;base64,")
	if !isPNG {
		var isJPEG bool
		if content, isJPEG = strings.CutPrefix(value, "data:image/jpeg;base64,"); !isJPEG {
			return false
		}
	}
	b, err := base64.StdEncoding.DecodeString(content)
	begins := []byte("\xff\xd8\xff")
	if isPNG {
		begins = []byte("\x89PNG\r\n\x1a\n")
	}
	return err == nil && len(b) <= maxPicture && bytes.HasPrefix(b, begins)
}

// DossierAttribute finds the definition of a dossier attribute by its id, without
// regard to case.
func (s State) DossierAttribute(id string) (Definition, bool) {
	return findAttribute(s.DossierAttrs, id)
}

// FileAttribute finds the definition of a file attribute by its id, without regard
// to case.
func (s State) FileAttribute(id string) (Definition, bool) { return findAttribute(s.FileAttrs, id) }

func findAttribute(list []Definition, id string) (Definition, bool) {
	i := slices.IndexFunc(list, func(d Definition) bool { return strings.EqualFold(d.ID, id) })
	if i < 0 {
		return Definition{}, false
	}
	return list[i], true
}
