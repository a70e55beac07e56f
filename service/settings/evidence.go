package settings

import (
	"fmt"
	"net/url"
	"os"
	"time"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
)

// EvidenceSettings are about the tree over the log, and the checkpoints that are signed of it.
type EvidenceSettings struct {
	CheckpointEvery time.Duration `default:"10s" env:"DOCKET_CHECKPOINT_EVERY" help:"How often a checkpoint of the log is signed at most."`
	NotarySettings
	HeadsEvery       time.Duration `default:"24h" env:"DOCKET_HEADS_EVERY" help:"How often the log commits to the ends of all of its streams."`
	CheckpointFolder string        `env:"DOCKET_CHECKPOINT_FOLDER" placeholder:"DIR" help:"Folder, on another disk or machine, to which checkpoints are copied."`
	CheckpointURL    string        `name:"checkpoint-url" env:"DOCKET_CHECKPOINT_URL" placeholder:"URL" help:"Address to which each checkpoint is sent (POST), such as a webhook."`
	CheckpointLock
	ShareEvidence  bool          `env:"DOCKET_SHARE_EVIDENCE" help:"Answer requests for checkpoints and tiles (hashes alone) without a token."`
	WitnessPolicy  string        `env:"DOCKET_WITNESS_POLICY" placeholder:"FILE" help:"Witnesses that are asked to sign checkpoints, too."`
	TimestampURL   string        `env:"DOCKET_TIMESTAMP_URL" placeholder:"URL" help:"Time-stamping authority (RFC 3161) that stamps checkpoints."`
	TimestampEvery time.Duration `default:"24h" env:"DOCKET_TIMESTAMP_EVERY" help:"How often a checkpoint is stamped at most."`
	TimestampCA    string        `name:"timestamp-ca" env:"DOCKET_TIMESTAMP_CA" placeholder:"FILE" help:"Root certificates of the authority, in PEM. Default: stamps are not checked against any."`
}

// TimestampsPath returns the folder in which checkpoints that were stamped are kept, as SIZE.txt, each with the response of the
// authority, as SIZE.tsr.
func (s Config) TimestampsPath() string { return s.DataPath("evidence/timestamps") }

// CheckTimestamps checks the settings of the time-stamping authority.
func (s Config) CheckTimestamps() error {
	if s.TimestampURL == "" {
		return nil
	}
	u, err := url.Parse(s.TimestampURL)
	if err == nil && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		err = fmt.Errorf("%q is no address of the form https://tsa.example/tsr", s.TimestampURL)
	}
	if err != nil {
		return s.Blame("--timestamp-url", err)
	}
	if s.TimestampCA == "" {
		return nil
	}
	_, err = timestamp.ReadRoots(s.TimestampCA)
	return s.Blame("--timestamp-ca", err)
}

// WitnessedPath returns the file to which checkpoints are appended that a quorum of witnesses has signed.
func (s Config) WitnessedPath() string { return s.DataPath("evidence/witnessed.txt") }

// ReadWitnessPolicy returns the policy that says which witnesses are asked, nil where none is set.
func (s Config) ReadWitnessPolicy() (*evidence.Policy, error) {
	if s.WitnessPolicy == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.WitnessPolicy)
	if err != nil {
		return nil, s.Blame("--witness-policy", err)
	}
	p, err := evidence.ParsePolicy(string(text))
	if err == nil && len(p.Witnesses()) == 0 {
		err = fmt.Errorf("%w with the address of a witness", evidence.ErrPolicy)
	}
	if err != nil {
		return nil, s.Blame("--witness-policy", fmt.Errorf("%s: %w", s.WitnessPolicy, err))
	}
	return p, nil
}
