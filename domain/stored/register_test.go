package stored_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/stored"
)

const (
	dossierID = "d1"
	fileID    = "f1"
)

var (
	fileStream    = file.StreamOf("demo", fileID)
	dossierStream = dossier.StreamOf("demo", dossierID)
	packageStream = es.StreamOf("download", "demo", "p1")
)

func blobOf(subject es.Subject) es.BlobRef {
	return es.BlobRef{Subject: subject, ID: uuid.New(), Size: 1}
}

// A step is an event, with a blob that it names.
type step struct {
	stream es.StreamID
	event  string
	ref    es.BlobRef
}

func TestBlobsThatMustBeThere(t *testing.T) {
	own := file.SubjectOf("demo", dossierID, fileID)
	first, second, tree, elsewhere := blobOf(own), blobOf(own), blobOf(own), blobOf("demo")
	uploaded := []step{{fileStream, "file.uploaded", first}, {fileStream, "file.processing-changed", tree}}
	replaced := append(slices.Clone(uploaded), step{fileStream, "file.replaced", second})
	for name, x := range map[string]struct {
		steps []step
		want  []es.BlobRef
	}{
		"an upload":                      {uploaded, []es.BlobRef{first, tree}},
		"the former version may be gone": {replaced, []es.BlobRef{tree, second}},
		"a file that was deleted": {append(slices.Clone(replaced),
			step{stream: fileStream, event: "file.permanently-deleted"}), nil},
		"a file in the trash": {append(slices.Clone(uploaded),
			step{stream: fileStream, event: "file.soft-deleted"}), []es.BlobRef{first, tree}},
		"a dossier that was deleted": {append(slices.Clone(replaced),
			step{stream: dossierStream, event: "dossier.permanently-deleted"}), nil},
		"another dossier": {append(slices.Clone(uploaded),
			step{stream: dossier.StreamOf("demo", "d2"), event: "dossier.permanently-deleted"}), []es.BlobRef{first, tree}},
		"a package that was deleted": {[]step{{packageStream, "download.ready", elsewhere},
			{stream: packageStream, event: "download.deleted"}}, nil},
		"what a bulk works on": {[]step{{es.StreamOf("bulk", "demo", "b1"), "bulk.started", elsewhere}}, nil},
		"what two events name, only once": {[]step{{fileStream, "file.analysed", tree}, {fileStream, "file.analysed", tree}},
			[]es.BlobRef{tree}},
	} {
		t.Run(name, func(t *testing.T) {
			var r stored.Register
			for i, s := range x.steps {
				e := es.Envelope{Stream: s.stream, Type: s.event, Position: es.Position(i + 1)}
				r.Note(e)
				if s.ref != (es.BlobRef{}) {
					r.Add(e, s.ref, false)
				}
			}
			var got []es.BlobRef
			for _, l := range r.List() {
				got = append(got, l.Ref)
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

func TestWhatWasRemovedSince(t *testing.T) {
	ref := blobOf(file.SubjectOf("demo", dossierID, fileID))
	for name, x := range map[string]struct {
		later step
		want  bool
	}{
		"nothing happened":           {step{fileStream, "file.assigned", ref}, false},
		"the file was replaced":      {step{fileStream, "file.replaced", ref}, true},
		"the dossier was deleted":    {step{dossierStream, "dossier.permanently-deleted", ref}, true},
		"another file was deleted":   {step{file.StreamOf("demo", "f2"), "file.permanently-deleted", ref}, false},
		"the file was deleted after": {step{fileStream, "file.permanently-deleted", ref}, true},
	} {
		t.Run(name, func(t *testing.T) {
			log := estest.NewStore()
			at := int(appendOne(t, log, fileStream, 0, "file.uploaded"))
			expect := uint64(0)
			if x.later.stream == fileStream {
				expect = 1
			}
			appendOne(t, log, x.later.stream, expect, x.later.event)
			e, err := log.At(t.Context(), es.Position(at))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := stored.WasRemoved(t.Context(), log, e, ref); got != x.want || err != nil {
				t.Errorf("got %t, %v, want %t", got, err, x.want)
			}
		})
	}
}

func appendOne(t *testing.T, log es.Store, stream es.StreamID, expect uint64, event string) es.Position {
	t.Helper()
	r, err := log.Append(t.Context(), stream, expect,
		[]es.Envelope{{ID: uuid.New(), Stream: stream, Type: event, Schema: 1, Body: []byte("{}")}})
	if err != nil {
		t.Fatal(err)
	}
	return r.Position
}
