package stored

import (
	"bytes"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// Backups know bodies only as JSON: they hold for events of every version and of
// newer programs, and need no keys. The golden files hold this to what the codec
// reads.

// BlobRefs are the blobs that a body names in the open.
func BlobRefs(body []byte) (out []es.BlobRef) {
	if !bytes.Contains(body, []byte(`"subject"`)) {
		return nil
	}
	eachObject(body, func(m map[string]json.RawMessage) {
		var ref es.BlobRef
		if json.Unmarshal(m["subject"], &ref.Subject) != nil || json.Unmarshal(m["id"], &ref.ID) != nil ||
			json.Unmarshal(m["size"], &ref.Size) != nil {
			return
		}
		if json.Unmarshal(m["sha256"], &ref.SHA256) != nil || json.Unmarshal(m["sealedSize"], &ref.SealedSize) != nil {
			ref.SHA256, ref.SealedSize = "", 0 // of before they were told
		}
		if ref.Subject != "" && ref.ID != uuid.Nil {
			out = append(out, ref)
		}
	})
	return out
}

// Subjects are the owners of the sealed fields and blobs of a body.
func Subjects(body []byte) (out []es.Subject) {
	eachObject(body, func(m map[string]json.RawMessage) {
		var s es.Subject
		var box, commitment []byte
		fields := 2
		if m["c"] != nil && json.Unmarshal(m["c"], &commitment) == nil {
			fields = 3
		}
		if json.Unmarshal(m["s"], &s) == nil && json.Unmarshal(m["b"], &box) == nil && s != "" && len(m) == fields {
			out = append(out, s)
		}
	})
	for _, ref := range BlobRefs(body) {
		out = append(out, ref.Subject)
	}
	return out
}

// eachObject calls f for every object in a JSON text, the outermost first.
func eachObject(text []byte, f func(map[string]json.RawMessage)) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return
	}
	switch text[0] {
	case '{':
		var m map[string]json.RawMessage
		if json.Unmarshal(text, &m) != nil {
			return
		}
		f(m)
		for _, v := range m {
			eachObject(v, f)
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(text, &list) != nil {
			return
		}
		for _, v := range list {
			eachObject(v, f)
		}
	}
}
