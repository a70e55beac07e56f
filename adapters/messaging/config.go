package messaging

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime"
	"time"
)

// Topics of the service.
const (
	FileProcessing    = "file-processing"    // a file waits to be analysed
	DownloadPackaging = "download-packaging" // a download waits to be packed
)

// promisedErasure is the time within which deleted data must be gone everywhere; it must
// be gone from the broker before.
const promisedErasure = 96 * time.Hour

// A Config says where the broker stores its messages and how it treats them. Dir or URL is
// required; a zero value means the default next to it.
type Config struct {
	Dir    string       // folder of the JetStream in this process, made when missing
	Logger *slog.Logger // slog.Default()

	// Instead of Dir: servers of NATS with JetStream that run elsewhere, as
	// nats://host:port or tls://host:port, separated by commas.
	URL         string
	Credentials string // file with the credentials for URL, none
	CA          string // file with the authorities that the servers' certificates are checked by, those of the system
	Replicas    int    // servers that keep each message, 1
	Guest       bool   // streams and consumers are taken as services have made them, for tools

	// Installation is whose the messages are, in letters and digits: streams on servers elsewhere
	// carry it in their names and metadata, and messages of another one become dead letters.
	// Required with URL.
	Installation string
	Upgraded     bool // streams without an owner may be this installation's: it has used a broker before

	Topics map[string]int // topics and how many handlers work at once on each; both topics, one for each core

	AckWait  time.Duration // a message whose process died comes again after it; 30 s
	Attempts int           // deliveries before a message is a dead letter; 5
	// OwnTries names topics whose handlers count the tries at a piece of work themselves, where they
	// begin it, and give up by themselves. A message of these topics is delivered again however often
	// its process ended, since it may have waited in there for others; an error of the last attempt
	// makes it a dead letter as ever.
	OwnTries []string
	Pause    time.Duration // before the second attempt, doubled before each further one; 1 s
	MaxPause time.Duration // longest of these pauses; 1 min
	// Outage reports whether the error of a handler means that something it needs is away. Its
	// message waits in the handler then, as long as it takes, and that is no attempt; so the
	// consumer takes no further messages. Default: none does.
	Outage func(error) bool
	// Unknown reports whether the error of a handler means that its message names work that is
	// not in the log: it is a dead letter at once. Default: none does.
	Unknown func(error) bool
	// Rest waits between tries during an outage, or until the context ends. Default: by the
	// clock of the machine.
	Rest        func(ctx context.Context, d time.Duration)
	StopTimeout time.Duration // a stop waits so long for handlers, then cancels them; 20 s
	Deduplicate time.Duration // a message id published again within it is dropped; 2 min

	MaxAge          time.Duration // of messages and dead letters, below 96 h; 72 h
	MaxBytes        int64         // of waiting messages: then publishing fails; 256 MiB
	MaxDeadBytes    int64         // of dead letters: then the oldest give way; 64 MiB
	MaxMessageBytes int           // of one message; 64 KiB
}

func (c Config) withDefaults() Config {
	orDefault(&c.Logger, slog.Default())
	if c.Topics == nil {
		c.Topics = map[string]int{FileProcessing: runtime.NumCPU(), DownloadPackaging: runtime.NumCPU()}
	}
	orDefault(&c.Replicas, 1)
	orDefault(&c.AckWait, 30*time.Second)
	orDefault(&c.Attempts, 5)
	orDefault(&c.Pause, time.Second)
	orDefault(&c.MaxPause, time.Minute)
	if c.Outage == nil {
		c.Outage = func(error) bool { return false }
	}
	if c.Unknown == nil {
		c.Unknown = func(error) bool { return false }
	}
	if c.Rest == nil {
		c.Rest = restFor
	}
	orDefault(&c.StopTimeout, 20*time.Second)
	orDefault(&c.Deduplicate, 2*time.Minute)
	orDefault(&c.MaxAge, 72*time.Hour)
	orDefault(&c.MaxBytes, 256<<20)
	orDefault(&c.MaxDeadBytes, 64<<20)
	orDefault(&c.MaxMessageBytes, 64<<10)
	return c
}

// restFor waits for a time, or until the context ends.
func restFor(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

func orDefault[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

// installationName is one token of a NATS subject.
var installationName = regexp.MustCompile(`^[A-Za-z0-9]{1,64}$`)

// topicName is one token of a NATS subject, and the name of a consumer.
var topicName = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

func (c Config) validate() error {
	var wrong []error
	need := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	need((c.Dir != "") != (c.URL != ""), "either a folder or a URL is needed")
	need(c.Replicas > 0 && (c.URL != "" || c.Replicas == 1), "%d replicas", c.Replicas)
	need(c.URL == "" || c.Installation != "", "servers elsewhere need the name of an installation")
	need(c.Installation == "" || installationName.MatchString(c.Installation),
		"installation %q: a name has 1 to 64 letters and digits", c.Installation)
	for name, workers := range c.Topics {
		need(topicName.MatchString(name), "topic %q: a name has 1 to 64 of a-z, 0-9 and -", name)
		need(workers > 0, "topic %q: %d handlers at once", name, workers)
	}
	need(c.AckWait >= 100*time.Millisecond, "AckWait %s is below 100 ms", c.AckWait)
	need(c.Attempts > 0, "%d attempts", c.Attempts)
	need(c.Pause > 0 && c.MaxPause >= c.Pause, "pauses from %s to %s", c.Pause, c.MaxPause)
	need(c.StopTimeout > 0, "StopTimeout %s", c.StopTimeout)
	need(c.MaxAge > 0 && c.MaxAge < promisedErasure, "MaxAge %s is not between 0 and %s", c.MaxAge, promisedErasure)
	need(c.Deduplicate > 0 && c.Deduplicate <= c.MaxAge, "Deduplicate %s is not between 0 and MaxAge", c.Deduplicate)
	need(c.MaxMessageBytes > 0, "MaxMessageBytes %d", c.MaxMessageBytes)
	need(c.MaxBytes >= int64(c.MaxMessageBytes), "MaxBytes %d is below MaxMessageBytes", c.MaxBytes)
	need(c.MaxDeadBytes >= int64(c.MaxMessageBytes), "MaxDeadBytes %d is below MaxMessageBytes", c.MaxDeadBytes)
	if len(wrong) > 0 {
		return fmt.Errorf("messaging: %w", errors.Join(wrong...))
	}
	return nil
}

// retryPause returns how long a message waits after its delivery'th failed (from 1).
func (c Config) retryPause(delivery uint64) time.Duration {
	p := c.Pause
	for ; delivery > 1 && p < c.MaxPause; delivery-- {
		p *= 2
	}
	return min(p, c.MaxPause)
}
