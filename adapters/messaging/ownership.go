package messaging

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrForeignStream reports that a stream, or the subjects of one, belong to another
// installation or to another program. Such a stream is neither read nor changed.
var ErrForeignStream = errors.New("the stream is not this installation's")

// streamNames are the names of the two streams of an installation, and what their subjects
// begin with.
type streamNames struct {
	work, dead             string
	workPrefix, deadPrefix string
}

// sharedNames are those of brokers in a process of their own, and of servers elsewhere whose
// streams were made before streams carried the name of an installation.
var sharedNames = streamNames{work: "WORK", dead: "DEAD", workPrefix: "work.", deadPrefix: "dead."}

// newStreamNames returns the names that no other installation has.
func newStreamNames(installation string) streamNames {
	return streamNames{
		work: "DOCKET-" + installation + "-WORK", workPrefix: "docket." + installation + ".work.",
		dead: "DOCKET-" + installation + "-DEAD", deadPrefix: "docket." + installation + ".dead.",
	}
}

// ownerMark is the key of the metadata of a stream that says whose it is.
const ownerMark = "docket-installation"

// resolveNames returns the names of the streams of this installation on servers elsewhere:
// those of the version before, where these streams are its own, else its own names. Streams
// without an owner, as the version before made them, go to the first installation that has
// used a broker before and asks for them.
func (b *Broker) resolveNames(ctx context.Context) (streamNames, error) {
	c := b.config
	if c.URL == "" {
		return sharedNames, nil
	}
	own := newStreamNames(c.Installation)
	info, err := findStream(ctx, b.js, sharedNames.work)
	switch {
	case err != nil:
		return own, err
	case info == nil || info.Config.Metadata[schemaMark] == "":
		return own, nil
	case info.Config.Metadata[ownerMark] == c.Installation:
		return sharedNames, nil
	case info.Config.Metadata[ownerMark] != "" || !c.Upgraded:
		return own, nil
	case c.Guest:
		return sharedNames, nil
	}
	taken, err := b.claimStreams(ctx)
	if err != nil || !taken {
		return own, err
	}
	return sharedNames, nil
}

// claimSubject holds the claim on streams without an owner, until their metadata name one.
// Nobody consumes it.
const claimSubject = "work.docket-installation"

// claimStreams claims the streams of the version before for this installation, and reports
// whether they are its own now. Of several that ask at once one gets them: the claim is the
// first message of its subject.
func (b *Broker) claimStreams(ctx context.Context) (bool, error) {
	_, err := b.js.Publish(ctx, claimSubject, []byte(b.config.Installation), jetstream.WithExpectLastSequencePerSubject(0))
	if err == nil {
		return true, nil
	}
	if refused := (*jetstream.APIError)(nil); !errors.As(err, &refused) || refused.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequence {
		return false, fmt.Errorf("claim the stream %s: %w", sharedNames.work, err)
	}
	stream, err := b.js.Stream(ctx, sharedNames.work)
	if err != nil {
		return false, fmt.Errorf("claim the stream %s: %w", sharedNames.work, err)
	}
	claim, err := stream.GetLastMsgForSubject(ctx, claimSubject)
	if err != nil {
		return false, fmt.Errorf("claim the stream %s: %w", sharedNames.work, err)
	}
	return string(claim.Data) == b.config.Installation, nil
}

// findStream returns what a stream is like, nil when there is none.
func findStream(ctx context.Context, js jetstream.JetStream, name string) (*jetstream.StreamInfo, error) {
	s, err := js.Stream(ctx, name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look at the stream %s: %w", name, err)
	}
	return s.CachedInfo(), nil
}

// checkOwner refuses a stream that another installation or program has made.
func checkOwner(info *jetstream.StreamInfo, c Config, adopted bool) error {
	owner, ours := info.Config.Metadata[ownerMark], info.Config.Metadata[schemaMark] != ""
	switch {
	case ours && (owner == c.Installation || owner == "" && adopted):
		return nil
	case ours && owner != "":
		return fmt.Errorf("stream %s belongs to the installation %s, this one is %s: %w", info.Config.Name, owner,
			c.Installation, ErrForeignStream)
	}
	return fmt.Errorf("stream %s has no mark of Docket, and subjects %q: another program made it: %w. %s",
		info.Config.Name, info.Config.Subjects, ErrForeignStream, giveWay)
}

// giveWay is what operators can do about a stream that is in the way.
const giveWay = "Remove or rename it, or give this installation an account of its own"

// Codes of JetStream for streams that cannot be made or changed because of what is there.
const (
	codeOverlap   = 10065 // subjects overlap with another stream
	codeNoUpdate  = 10052 // the settings that are there cannot become those that are wanted
	codeNameInUse = 10058 // a stream of that name has other settings
)

// explainRefusal adds ErrForeignStream to the refusal of a server that no retry cures.
func explainRefusal(err error) error {
	refused := (*jetstream.APIError)(nil)
	if !errors.As(err, &refused) || !slices.Contains([]jetstream.ErrorCode{codeOverlap, codeNoUpdate, codeNameInUse}, refused.ErrorCode) {
		return err
	}
	return fmt.Errorf("%w: %w. %s", ErrForeignStream, err, giveWay)
}

// headerOwner is the header of a message that names the installation whose work it is.
const headerOwner = "Docket-Installation"

// isOwn reports whether a message is work of this installation. One without an owner comes
// from the version before, or was delivered again by hand.
func (c Config) isOwn(owner string) bool {
	return owner == "" || c.Installation == "" || owner == c.Installation
}

// isRefusal reports whether an error says that no retry helps.
func isRefusal(err error) bool {
	return errors.Is(err, ErrNewerSchema) || errors.Is(err, ErrForeignStream)
}

// streams returns the names of the streams as they were found last.
func (b *Broker) streams() streamNames { return *b.names.Load() }
