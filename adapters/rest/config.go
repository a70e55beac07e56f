package rest

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/guard"
	"github.com/seed-62a36931/docket/domain/template"
	"golang.org/x/time/rate"
)

// Config configures the HTTP interface. The zero value of a limit means its default.
type Config struct {
	Log        *slog.Logger
	Now        func() time.Time
	MaxUpload  int64         // bytes of one uploaded file; default 512 MiB
	MaxRules   int64         // bytes of a rule file; default template.MaxRules
	MaxDates   int64         // bytes of a file of date formats; default template.MaxDateFormats
	MaxMapping int64         // bytes of a component mapping; default template.MaxMappingBytes
	MaxTerms   int64         // bytes of a list of terms; default template.MaxDictionaryBytes
	MaxReport  int64         // bytes of a report template; default template.MaxReportTemplate
	MaxBundle  int64         // bytes of a bundle of a template; default 200 MiB
	Rate       rate.Limit    // requests per second and account; default 50, below 0: no limit
	Burst      int           // default 100
	Freshness  time.Duration // how long reads and writes wait for the read models; default 5 s
	WriteTime  time.Duration // how long a request that writes may wait for the event log in all; 0: no limit
	Pause      time.Duration // how long a client of a stream of events may not take any; default 30 s
	KeepAlive  time.Duration // how often a stream of events sends a comment; default 15 s
	// Origins are the web applications whose scripts may read answers, such as
	// https://app.example; none by default.
	Origins []string
	// PrivateDocuments requires a token for the contract and the page that renders it.
	PrivateDocuments bool
	// PublicEvidence answers requests for checkpoints and tiles without a token, too.
	PublicEvidence bool
	// Address returns the address that a request without a token comes from; default the other end of the connection.
	Address func(*http.Request) string
	// Workspace is the one whose sign-in the contract names when nothing else is asked for.
	Workspace string
	// PublicURL is the address under which clients reach the service, for links and the page at the root.
	PublicURL string
	// Issuer returns the address of the issuer whose tokens a workspace takes; nil: the service does not tell.
	Issuer func(ctx context.Context, workspace string) (string, error)
	// Demo reports whether the service is a demo, for the page at the root.
	Demo bool
	// Console reports whether the web console is served, for the page at the root.
	Console bool
	// Unavailable reports whether an error is one of the database or the disk, so that the
	// same request can succeed later; nil means that none is.
	Unavailable func(error) bool
}

func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Address == nil {
		c.Address = guard.PeerAddress
	}
	c.MaxUpload = cmp.Or(c.MaxUpload, 512<<20)
	c.MaxRules = cmp.Or(c.MaxRules, template.MaxRules)
	c.MaxDates = cmp.Or(c.MaxDates, template.MaxDateFormats)
	c.MaxBundle = cmp.Or(c.MaxBundle, 200<<20)
	c.MaxMapping = cmp.Or(c.MaxMapping, template.MaxMappingBytes)
	c.MaxTerms = cmp.Or(c.MaxTerms, template.MaxDictionaryBytes)
	c.MaxReport = cmp.Or(c.MaxReport, template.MaxReportTemplate)
	c.Rate = cmp.Or(c.Rate, 50)
	c.Burst = cmp.Or(c.Burst, 100)
	c.Freshness = cmp.Or(c.Freshness, 5*time.Second)
	c.Pause = cmp.Or(c.Pause, 30*time.Second)
	c.KeepAlive = cmp.Or(c.KeepAlive, 15*time.Second)
	if c.Unavailable == nil {
		c.Unavailable = func(error) bool { return false }
	}
	return c
}
