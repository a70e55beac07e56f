package settings

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/evidence/notary"
)

// notaryTime is how long a notary that is a process of its own may take to answer.
const notaryTime = 30 * time.Second

// NotarySettings say who signs checkpoints: a key in a file, or a notary that is a process of its own.
type NotarySettings struct {
	NotaryKeyFile   string `env:"DOCKET_NOTARY_KEY_FILE" placeholder:"FILE" help:"Key that signs checkpoints. Default: in --data."`
	Notary          string `env:"DOCKET_NOTARY" placeholder:"URL" help:"Notary (docket notary) that signs checkpoints in place of a key here."`
	NotaryTokenFile string `env:"DOCKET_NOTARY_TOKEN_FILE" placeholder:"FILE" help:"File with the token of --notary."`
	NotaryCA        string `name:"notary-ca" env:"DOCKET_NOTARY_CA" placeholder:"FILE" help:"Root certificates for --notary, in PEM. Default: those of the system."`
}

// NotaryKeyPath returns the file of the key that signs checkpoints; beside it stands the key that verifies.
func (s Config) NotaryKeyPath() string {
	if s.NotaryKeyFile != "" {
		return s.NotaryKeyFile
	}
	return s.DataPath("evidence/notary.key")
}

// CheckpointsPath returns the file to which all that the notary signs is appended.
func (s Config) CheckpointsPath() string { return s.DataPath("evidence/checkpoints.txt") }

// checkNotary checks the settings of a notary that is a process of its own.
func (s Config) checkNotary() error {
	if s.Notary == "" {
		return nil
	}
	if err := checkNotaryAddress(s.Notary); err != nil {
		return s.Blame("--notary", err)
	}
	if _, err := os.Stat(s.NotaryKeyPath()); !errors.Is(err, fs.ErrNotExist) {
		return s.Blame("--notary", errors.Join(err, fmt.Errorf("the key in %s would let this service sign by itself: "+
			"with the service stopped, docket notary --adopt moves it to the notary", s.NotaryKeyPath())))
	}
	_, err := s.NewNotaryClient()
	return err
}

// checkNotaryAddress refuses an address to which the token would go in the open.
func checkNotaryAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("%q is no address of the form https://notary.example", address)
	}
	if u.Scheme == "http" && !IsLoopback(u.Hostname()) {
		return fmt.Errorf("%q: the token would leave this machine in the open; use https", address)
	}
	return nil
}

// IsLoopback reports whether a host is this machine, by its loopback interface.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// NewNotaryClient returns what asks the notary of the settings.
func (s Config) NewNotaryClient() (*notary.Client, error) {
	if s.NotaryTokenFile == "" {
		return nil, s.Blame("--notary-token-file", errors.New("--notary needs the token that docket notary has made"))
	}
	token, err := os.ReadFile(s.NotaryTokenFile)
	if err == nil && strings.TrimSpace(string(token)) == "" {
		err = fmt.Errorf("%s is empty", s.NotaryTokenFile)
	}
	if err != nil {
		return nil, s.Blame("--notary-token-file", err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if s.NotaryCA != "" {
		pem, err := os.ReadFile(s.NotaryCA)
		roots := x509.NewCertPool()
		if err == nil && !roots.AppendCertsFromPEM(pem) {
			err = fmt.Errorf("%s has no certificate in PEM", s.NotaryCA)
		}
		if err != nil {
			return nil, s.Blame("--notary-ca", err)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	return &notary.Client{Address: s.Notary, Token: strings.TrimSpace(string(token)),
		HTTP: &http.Client{Timeout: notaryTime, Transport: transport}}, nil
}
