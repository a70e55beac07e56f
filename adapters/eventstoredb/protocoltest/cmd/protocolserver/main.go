// Command protocolserver serves the protocol of EventStoreDB from memory until it
// is interrupted, for test suites in other processes:
//
//	go run ./adapters/eventstoredb/protocoltest/cmd/protocolserver -plain 127.0.0.1:2114 -tls 127.0.0.1:2115 \
//	    -certs certs -cluster 127.0.0.1:2111,127.0.0.1:2112,127.0.0.1:2113
//
// Each of plain, tls and cluster has a database of its own; an empty address leaves
// it out. The nodes of the cluster have TLS too. What clients need of certificates
// is written to a folder: ca/ca.crt, of the authority; node/node.crt, of all nodes;
// untrusted-ca/ca.crt, of an authority that signed none.
package main

import (
	"crypto/tls"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	plain := flag.String("plain", "127.0.0.1:2114", "`address` of a node without TLS")
	secure := flag.String("tls", "", "`address` of a node with TLS")
	cluster := flag.String("cluster", "", "`addresses` of a cluster with TLS, with commas between; the first leads")
	user := flag.String("user", "admin:changeit", "`name:password` that is asked for over TLS; empty for none")
	certs := flag.String("certs", "certs", "`folder` to write certificates to, for clients")
	flag.Parse()
	var stops []interface{ Stop() error }
	if *plain != "" {
		n, err := protocoltest.Start(protocoltest.NewDatabase(), protocoltest.Config{Address: *plain})
		if err != nil {
			return err
		}
		stops = append(stops, n)
	}
	if *secure != "" || *cluster != "" {
		settings, err := certificates(*certs)
		if err != nil {
			return err
		}
		config := protocoltest.Config{TLS: settings}
		if name, password, ok := strings.Cut(*user, ":"); ok {
			config.Users = map[string]string{name: password}
		}
		for _, addresses := range []string{*secure, *cluster} {
			c, err := protocoltest.StartCluster(protocoltest.NewDatabase(), each(config, addresses)...)
			if err != nil {
				return err
			}
			stops = append(stops, c)
		}
	}
	fmt.Println("serving until interrupted")
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	<-interrupted
	var err error
	for _, s := range stops {
		err = errors.Join(err, s.Stop())
	}
	return err
}

// certificates makes two authorities, and the settings of a node of the first; what
// clients need to know is written to a folder.
func certificates(folder string) (*tls.Config, error) {
	trusted, err := protocoltest.NewAuthority()
	if err != nil {
		return nil, err
	}
	other, err := protocoltest.NewAuthority()
	if err != nil {
		return nil, err
	}
	settings, err := trusted.Node("localhost", "127.0.0.1", "::1")
	if err != nil {
		return nil, err
	}
	node := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: settings.Certificates[0].Certificate[0]})
	for name, content := range map[string][]byte{"ca/ca.crt": trusted.PEM, "untrusted-ca/ca.crt": other.PEM, "node/node.crt": node} {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, content, 0o600)); err != nil {
			return nil, err
		}
	}
	return settings, nil
}

// each repeats a configuration for every address.
func each(c protocoltest.Config, addresses string) (out []protocoltest.Config) {
	for _, a := range strings.FieldsFunc(addresses, func(r rune) bool { return r == ',' }) {
		c.Address = a
		out = append(out, c)
	}
	return out
}
