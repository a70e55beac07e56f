package exchange

import (
	"context"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
)

// An Exchange holds what is known of one request while it is answered.
type Exchange struct {
	XML    bool   // what is offered as XML and JSON is wanted as XML
	ID     string // request id
	Trace  string // W3C trace id, "" without
	parent string // W3C traceparent of what the request leads to, "" without
	Route  string // template of the route, "" when none matched
	Caller user.Principal
	// Verify returns the caller with the roles that it has now, for requests that wait; nil where there is no token.
	Verify       func(context.Context) (user.Principal, error)
	Op           *contract.Operation                    // nil for a document about the service
	Query        url.Values                             // once its parameters are checked
	Check        func(contract.Parameter, string) error // of a parameter, for those that stand in a form
	Limit        int64                                  // of the file of an upload, in bytes
	VerifyDigest func() error                           // that the body is the one that was sent; nil: nobody told its digest
	Later        bool                                   // the sender does not wait for the work
	Match        *string                                // If-Match, of an operation that takes it; nil without
	Header       http.Header                            // of the answer, as long as it has not begun

	Command uuid.UUID  // of a request that may be repeated; else every command gets one
	About   es.Subject // whose content the answer to it holds
	Failure error      // that was answered
}

type key struct{}

// With returns a context in which Of finds the exchange.
func (x *Exchange) With(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, x) }

// Of returns the exchange of a request, an empty one outside of any.
func Of(ctx context.Context) *Exchange {
	if x, ok := ctx.Value(key{}).(*Exchange); ok {
		return x
	}
	return &Exchange{}
}

// Caller returns who sent the request that is being answered.
func Caller(ctx context.Context) user.Principal { return Of(ctx).Caller }

// Request returns the request part of a command of the caller.
func Request(ctx context.Context) commands.Request {
	x := Of(ctx)
	r := commands.Request{Caller: x.Caller, CommandID: x.Command, Correlation: x.ID, Trace: x.parent}
	if r.CommandID == uuid.Nil {
		r.CommandID, r.OnlyHere = uuid.New(), true
	}
	if x.Later {
		r.Later = x.Op.ID
	}
	return r
}

var requestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// New returns the exchange that begins with a request.
func New(r *http.Request) *Exchange {
	x := &Exchange{ID: r.Header.Get("X-Request-Id")}
	if !requestID.MatchString(x.ID) {
		x.ID = uuid.NewString()
	}
	if ctx := r.Context(); !trace.SpanContextFromContext(ctx).IsValid() {
		r = r.WithContext(propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header)))
	}
	if s := trace.SpanContextFromContext(r.Context()); s.IsValid() {
		x.Trace = s.TraceID().String()
		x.parent = "00-" + x.Trace + "-" + s.SpanID().String() + "-" + s.TraceFlags().String()
	}
	x.XML = prefersXML(r.Header.Values("Accept"))
	return x
}

// prefersXML reports whether an Accept header names XML and prefers it to JSON.
func prefersXML(accept []string) bool {
	best := map[string]float64{}
	for _, part := range strings.Split(strings.Join(accept, ","), ",") {
		kind, parameters, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		weight := 1.0
		if q, err := strconv.ParseFloat(parameters["q"], 64); err == nil {
			weight = q
		}
		if kind == "text/xml" {
			kind = "application/xml"
		}
		best[kind] = max(best[kind], weight)
	}
	return best["application/xml"] > best["application/json"]
}

// maxWithheld is the maximum number of records that the header of a list names.
const maxWithheld = 20

// NameWithheld makes a list name in a header the records that it omits because they are
// unavailable until they are repaired.
func NameWithheld(ctx context.Context, h http.Header) context.Context {
	named := 0
	return queries.WithOmissionNotes(ctx, func(id string) {
		if named++; named <= maxWithheld {
			h.Add("Docket-Parked", id)
		}
	})
}

// SetSubject records whose content the answer holds: a stored answer is erased with it.
func SetSubject(ctx context.Context, subject es.Subject) { Of(ctx).About = subject }

// UsualLimit is the default number of events on a page.
const UsualLimit = 50

// NameSpan names the span and the metrics of a request by the template of its route: their
// number is that of routes, not of addresses.
func NameSpan(r *http.Request, route string) {
	at := attribute.String("http.route", route)
	if l, ok := otelhttp.LabelerFromContext(r.Context()); ok {
		l.Add(at)
	}
	span := trace.SpanFromContext(r.Context())
	span.SetName(r.Method + " " + route)
	span.SetAttributes(at)
}
