package main

import (
	"bytes"
	"context"
	"encoding/pem"
	"io/fs"
	"time"

	v1 "github.com/opencontainers/image-spec/specs-go/v1"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// imageUser is the number of the user in images, as in deployments/Dockerfile.
const imageUser = 65532

// makeImages makes an image of each program for Linux.
func (r *release) makeImages(context.Context) error {
	r.tell("images")
	for _, b := range r.binaries {
		if b.os != "linux" {
			continue
		}
		i, err := r.docketImage(b)
		if err != nil {
			return err
		}
		if err := r.save("docket_"+r.version+"_image_"+b.arch+".tar", i.writeTo); err != nil {
			return err
		}
	}
	return nil
}

// docketImage returns an image with what the target docket of deployments/Dockerfile has, on
// no other image: accounts, certificates and an empty data folder in one layer, the program,
// the invoice template and the licences in another.
func (r *release) docketImage(b binary) (image, error) {
	templates, err := r.readTree("templates/invoice", "usr/share/docket/templates/invoice")
	if err != nil {
		return image{}, err
	}
	program := append(templates,
		entry{name: "usr/local/bin/docket", mode: 0o755, content: b.content},
		entry{name: "usr/share/doc/docket/THIRD_PARTY_LICENSES.txt", mode: 0o644, content: r.texts})
	for _, file := range []string{"LICENSE", "NOTICE"} {
		e, err := r.read(file, "usr/share/doc/docket/"+file)
		if err != nil {
			return image{}, err
		}
		program = append(program, e)
	}
	i := image{arch: b.arch, tag: "docket:" + r.version, created: r.time, layers: [][]entry{baseLayer(), program}, config: docketConfig()}
	i.config.Labels = map[string]string{
		v1.AnnotationTitle: "Docket",
		v1.AnnotationDescription: "Dossiers of documents, analysed by rules. Without LibreOffice and Tesseract: " +
			"workers of this image read PDF files that have text.",
		v1.AnnotationVersion:       r.version,
		v1.AnnotationRevision:      r.commit,
		v1.AnnotationCreated:       r.time.Format(time.RFC3339),
		v1.AnnotationLicenses:      "Apache-2.0",
		v1.AnnotationSource:        "https://github.com/seed-62a36931/docket",
		v1.AnnotationDocumentation: "https://github.com/seed-62a36931/docket/blob/main/docs/install.md",
	}
	return i, nil
}

// docketConfig is how deployments/Dockerfile has containers start.
func docketConfig() imageConfig {
	return imageConfig{
		ImageConfig: v1.ImageConfig{
			User:       "65532:65532",
			Entrypoint: []string{"/usr/local/bin/docket"},
			Cmd:        []string{"serve"},
			Env: []string{
				"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
				"SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
				"DOCKET_DATA=/var/lib/docket",
				"DOCKET_MASTER_KEY_FILE=/run/secrets/docket-master-key",
				"DOCKET_LISTEN=0.0.0.0:8080",
				"DOCKET_ADMIN_LISTEN=0.0.0.0:8081",
				"DOCKET_LOG_FORMAT=json",
			},
			ExposedPorts: map[string]struct{}{"8080/tcp": {}, "8081/tcp": {}},
			Volumes:      map[string]struct{}{"/var/lib/docket": {}},
			StopSignal:   "SIGTERM",
		},
		Healthcheck: &healthcheck{
			Test:     []string{"CMD", "/usr/local/bin/docket", "health"},
			Interval: 10 * time.Second, Timeout: 6 * time.Second, StartPeriod: time.Minute, Retries: 3,
		},
	}
}

// baseLayer returns what a program needs around it. The certificates are those that Mozilla
// trusts, of a version that go.mod of the tools fixes.
func baseLayer() []entry {
	var certificates bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil { // what a file of certificates could not express
			_ = pem.Encode(&certificates, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer does not fail
		}
	}
	const users = "root:x:0:0:root:/root:/sbin/nologin\ndocket:x:65532:65532:docket:/var/lib/docket:/sbin/nologin\n"
	return []entry{
		{name: "etc/passwd", mode: 0o644, content: []byte(users)},
		{name: "etc/group", mode: 0o644, content: []byte("root:x:0:\ndocket:x:65532:\n")},
		{name: "etc/nsswitch.conf", mode: 0o644, content: []byte("hosts: files dns\n")},
		{name: "etc/ssl/certs/ca-certificates.crt", mode: 0o644, content: certificates.Bytes()},
		{name: "tmp", mode: fs.ModeDir | fs.ModeSticky | 0o777},
		{name: "var/lib/docket", mode: fs.ModeDir | 0o700, owner: imageUser},
		{name: "var/lib/docket/evidence", mode: fs.ModeDir | 0o700, owner: imageUser}, // which a volume mounted there takes over
	}
}
