package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"time"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	v1 "github.com/opencontainers/image-spec/specs-go/v1"
)

// An image is a container image for one architecture of Linux.
type image struct {
	arch    string
	tag     string // such as docket:0.2.0
	config  imageConfig
	layers  [][]entry
	created time.Time
}

// imageConfig is how containers of an image start. Health checks are an addition of Docker's
// to the specification.
type imageConfig struct {
	v1.ImageConfig
	Healthcheck *healthcheck `json:",omitempty"`
}

// A healthcheck is a command that a container runs to see whether it is well.
type healthcheck struct {
	Test                           []string
	Interval, Timeout, StartPeriod time.Duration
	Retries                        int
}

// writeTo writes a tar of the image: an OCI image layout, and beside it the manifest.json
// that docker load wants, over the same blobs.
func (i image) writeTo(w io.Writer) error {
	l := layout{}
	config, layers, err := i.addLayers(&l)
	if err != nil {
		return err
	}
	manifest, err := l.addJSON(v1.MediaTypeImageManifest, v1.Manifest{
		Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: v1.MediaTypeImageManifest, Config: config, Layers: layers,
	})
	if err != nil {
		return err
	}
	manifest.Platform = &v1.Platform{OS: "linux", Architecture: i.arch}
	manifest.Annotations = map[string]string{v1.AnnotationRefName: i.tag, "io.containerd.image.name": i.tag}
	paths := []string{}
	for _, layer := range layers {
		paths = append(paths, blobPath(layer.Digest))
	}
	for _, f := range []struct {
		name  string
		value any
	}{
		{v1.ImageLayoutFile, v1.ImageLayout{Version: v1.ImageLayoutVersion}},
		{v1.ImageIndexFile, v1.Index{
			Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: v1.MediaTypeImageIndex, Manifests: []v1.Descriptor{manifest},
		}},
		{"manifest.json", []map[string]any{{"Config": blobPath(config.Digest), "RepoTags": []string{i.tag}, "Layers": paths}}},
	} {
		content, err := json.Marshal(f.value)
		if err != nil {
			return err
		}
		l = append(l, entry{name: f.name, mode: 0o644, content: content})
	}
	return writeTar(w, "", withFolders(l), i.created)
}

// addLayers adds the blobs of the layers and of the configuration.
func (i image) addLayers(l *layout) (config v1.Descriptor, layers []v1.Descriptor, err error) {
	described := struct {
		v1.Image
		Config imageConfig `json:"config"`
	}{Config: i.config}
	described.Platform = v1.Platform{OS: "linux", Architecture: i.arch}
	described.Created = &i.created
	described.RootFS.Type = "layers"
	for _, entries := range i.layers {
		var plain bytes.Buffer
		if err := writeTar(&plain, "", withFolders(entries), i.created); err != nil {
			return config, nil, err
		}
		packed, err := compress(plain.Bytes())
		if err != nil {
			return config, nil, err
		}
		described.RootFS.DiffIDs = append(described.RootFS.DiffIDs, digest.FromBytes(plain.Bytes()))
		described.History = append(described.History, v1.History{Created: &i.created, CreatedBy: "make release"})
		layers = append(layers, l.add(v1.MediaTypeImageLayerGzip, packed))
	}
	config, err = l.addJSON(v1.MediaTypeImageConfig, described)
	return config, layers, err
}

// A layout is the files of an OCI image layout.
type layout []entry

// add adds a blob, once.
func (l *layout) add(kind string, content []byte) v1.Descriptor {
	d := v1.Descriptor{MediaType: kind, Digest: digest.FromBytes(content), Size: int64(len(content))}
	*l = append(*l, entry{name: blobPath(d.Digest), mode: fs.FileMode(0o644), content: content})
	return d
}

// addJSON adds a blob of JSON.
func (l *layout) addJSON(kind string, value any) (v1.Descriptor, error) {
	content, err := json.Marshal(value)
	return l.add(kind, content), err
}

func blobPath(d digest.Digest) string { return "blobs/" + d.Algorithm().String() + "/" + d.Encoded() }
