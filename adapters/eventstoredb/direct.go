package eventstoredb

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"github.com/seed-62a36931/docket/domain/es"
)

// Appends are most of what is asked of the server, and they are expensive in the library: each asks a
// goroutine of the library for the connection, without a look at its context, so that it needs a
// goroutine of ours too (request.go). So each session has a second connection, to the leader, on
// which appends make the same call of the protocol in the goroutine of whoever appends. What is
// not answered there by a plain yes or no is asked again through the library.

// errAskLibrary reports that an append is to be made through the library.
var errAskLibrary = errors.New("the append is made through the library")

// A leaderConn is a connection for appends. It is closed when its session is retired, or when
// another node leads.
type leaderConn struct {
	session *session
	conn    *grpc.ClientConn
	client  streams.StreamsClient
}

// connectLeader opens the connection for appends of a session. Without one they are made through
// the library.
func (c *connection) connectLeader(s *session) {
	if err := c.useNode(s, s.node); err != nil {
		c.logger.Debug("there is no connection of its own for appends", "error", err)
	}
	if s.node != c.config.Address || c.isCluster() {
		return
	}
	// The single node of an address may follow, and have another name than it is told by: gossip names
	// the leader as it does when it is asked again.
	if a := c.askNode(c.ctx, s.node); a.err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if s.leader == "" {
			s.leader = a.leader
		}
	}
}

// useLeader makes the appends of a session go to a node that was named as the leader.
func (c *connection) useLeader(s *session, address string) error {
	if err := c.useNode(s, address); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s.leader = address
	return nil
}

// useNode makes the appends of a session go to a node.
func (c *connection) useNode(s *session, address string) error {
	conn, err := dialNode(c.config, address)
	if err != nil {
		return err
	}
	d := &leaderConn{session: s, conn: conn, client: streams.NewStreamsClient(conn)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.retired || c.session != s {
		return conn.Close()
	}
	conn.Connect()
	c.leader.Swap(d).close()
	return nil
}

// dropLeader gives up a connection for appends if it is still used.
func (c *connection) dropLeader(d *leaderConn) {
	if d != nil && c.leader.CompareAndSwap(d, nil) {
		d.close()
	}
}

// close closes the connection; calls that are under way fail. It does not wait for them.
func (d *leaderConn) close() {
	if d != nil {
		go func() { _ = d.conn.Close() }()
	}
}

// dialNode returns a connection to a node, with the settings that the library would use. It is
// connected when it is used first.
func dialNode(c *esdb.Configuration, address string) (*grpc.ClientConn, error) {
	transport := insecure.NewCredentials()
	var options []grpc.DialOption
	if !c.DisableTLS {
		settings := &tls.Config{InsecureSkipVerify: c.SkipCertificateVerification, RootCAs: c.RootCAs} //nolint:gosec // the address says so
		if c.UserCertFile != "" && c.UserKeyFile != "" {
			pair, err := tls.LoadX509KeyPair(c.UserCertFile, c.UserKeyFile)
			if err != nil {
				return nil, fmt.Errorf("the certificate of the account: %w", err)
			}
			settings.Certificates = []tls.Certificate{pair}
		}
		transport = credentials.NewTLS(settings)
		if c.Username != "" && c.Password != "" {
			options = append(options, grpc.WithPerRPCCredentials(basicAuth{c.Username, c.Password}))
		}
	}
	options = append(options, grpc.WithTransportCredentials(transport))
	if c.KeepAliveInterval >= 0 {
		options = append(options, grpc.WithKeepaliveParams(
			keepalive.ClientParameters{Time: c.KeepAliveInterval, Timeout: c.KeepAliveTimeout, PermitWithoutStream: true}))
	}
	conn, err := grpc.NewClient(address, options...)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", address, err)
	}
	return conn, nil
}

// basicAuth sends the account and its password with each call.
type basicAuth struct{ name, password string }

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (b basicAuth) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(b.name+":"+b.password))}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials.
func (b basicAuth) RequireTransportSecurity() bool { return true }

// appendDirectly makes an append on the connection for appends. Errors: errAskLibrary, where there
// is none, and where the answer is neither that the events were written nor that the stream is at
// another version.
func (a *attempt) appendDirectly(ctx context.Context, l *Log) (es.Receipt, error) {
	d := l.leader.Load()
	if d == nil {
		return es.Receipt{}, errAskLibrary
	}
	asked := time.Now()
	answered := l.watchSlow()
	w, call, err := a.send(ctx, l, d.client)
	answered()
	switch {
	case err == nil:
		l.reportAnswer()
		return a.takeAnswer(ctx, l, w)
	case ctx.Err() != nil:
		return es.Receipt{}, ctx.Err()
	case l.leader.Load() != d: // it was closed meanwhile, which says nothing of the server
		return es.Receipt{}, errAskLibrary
	case isAway(err):
		l.retireSession(d.session)
		l.reportLost(asked, err)
		return es.Receipt{}, err
	}
	if leader := namedLeader(call); leader != "" && l.useLeader(d.session, leader) == nil {
		return es.Receipt{}, errAskLibrary
	}
	if status.Code(err) == codes.NotFound {
		l.dropLeader(d)
	}
	return es.Receipt{}, errAskLibrary
}

// send makes the call. The call is returned for its trailers, nil if it could not begin.
//
// Send answers io.EOF where the call has ended. That is no reason to leave messages out: if the
// connection broke before the server saw anything, gRPC makes the call again on another one when its
// answer is read, with what was sent until then, and the server takes an append without its last
// events for one that is complete.
func (a *attempt) send(ctx context.Context, l *Log, client streams.StreamsClient) (*streams.AppendResp, grpc.ClientStream, error) {
	end := time.Now().Add(l.timeout)
	if a.end.Before(end) {
		end = a.end
	}
	ctx, cancel := context.WithDeadline(leaderOnly(ctx), end)
	defer cancel()
	call, err := client.Append(ctx)
	if err != nil {
		return nil, nil, err
	}
	messages := []*streams.AppendReq{{Content: &streams.AppendReq_Options_{Options: a.toOptions()}}}
	for _, e := range a.events {
		messages = append(messages, &streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: toMessage(e)}})
	}
	for _, m := range messages {
		if err := call.Send(m); err != nil && !errors.Is(err, io.EOF) {
			return nil, call, err
		}
	}
	w, err := call.CloseAndRecv()
	return w, call, err
}

// takeAnswer returns the receipt of what was written. An answer without a position is one to a
// repeated append, and a conflict may be one with the same events: the stream is read. Errors:
// errPartial where the stream has fewer events than it should.
func (a *attempt) takeAnswer(ctx context.Context, l *Log, w *streams.AppendResp) (es.Receipt, error) {
	ok := w.GetSuccess()
	if ok.GetNoStream() != nil {
		return es.Receipt{}, fmt.Errorf("%w: there is no stream", errPartial)
	}
	if ok != nil && (isPosition(ok.GetPosition().GetCommitPosition()) || !a.endsAt(ok.GetCurrentRevision())) {
		return a.toReceipt(l, ok.GetCurrentRevision(), ok.GetPosition().GetCommitPosition())
	}
	return a.ask(ctx, l, a.findReceipt)
}

// toOptions returns where the events are to stand.
func (a *attempt) toOptions() *streams.AppendReq_Options {
	o := &streams.AppendReq_Options{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(a.name)}}
	if a.expect == 0 {
		o.ExpectedStreamRevision = &streams.AppendReq_Options_NoStream{NoStream: &shared.Empty{}}
	} else {
		o.ExpectedStreamRevision = &streams.AppendReq_Options_Revision{Revision: a.expect - 1}
	}
	return o
}

// toMessage returns an event as it is sent.
func toMessage(e esdb.EventData) *streams.AppendReq_ProposedMessage {
	mediaType := "application/octet-stream"
	if e.ContentType == esdb.ContentTypeJson {
		mediaType = "application/json"
	}
	most, least := esdb.UUIDAsInt64(e.EventID)
	return &streams.AppendReq_ProposedMessage{
		Id: &shared.UUID{Value: &shared.UUID_Structured_{
			Structured: &shared.UUID_Structured{MostSignificantBits: most, LeastSignificantBits: least},
		}},
		Metadata:       map[string]string{"content-type": mediaType, "type": e.EventType},
		CustomMetadata: e.Metadata,
		Data:           e.Data,
	}
}

// namedLeader returns the address of the leader that a node named which does not lead, or nothing.
func namedLeader(call grpc.ClientStream) string {
	if call == nil {
		return ""
	}
	trailer := call.Trailer()
	exception, host, port := trailer.Get("exception"), trailer.Get("leader-endpoint-host"), trailer.Get("leader-endpoint-port")
	if len(exception) == 0 || exception[0] != "not-leader" || len(host) == 0 || len(port) == 0 {
		return ""
	}
	return net.JoinHostPort(host[0], port[0])
}

// readLast returns the position of the last event of the database if it is an own one, on the
// connection for appends: where it is not, or there is no connection, the log is to be searched.
func (l *Log) readLast(ctx context.Context) (at es.Position, ok bool) {
	d := l.leader.Load()
	if d == nil {
		return 0, false
	}
	defer l.watchSlow()()
	ctx, cancel := context.WithTimeout(leaderOnly(ctx), l.timeout)
	defer cancel()
	call, err := d.client.Read(ctx, &streams.ReadReq{Options: &streams.ReadReq_Options{
		StreamOption: &streams.ReadReq_Options_All{
			All: &streams.ReadReq_Options_AllOptions{AllOption: &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}}},
		},
		ReadDirection: streams.ReadReq_Options_Backwards,
		CountOption:   &streams.ReadReq_Options_Count{Count: 1},
		FilterOption:  &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption: &streams.ReadReq_Options_UUIDOption{
			Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}},
		},
	}})
	if err != nil {
		return 0, false
	}
	m, err := call.Recv()
	e := m.GetEvent().GetEvent()
	if err != nil || e == nil {
		return 0, false
	}
	found := &esdb.RecordedEvent{StreamID: string(e.GetStreamIdentifier().GetStreamName()), EventType: e.GetMetadata()["type"],
		UserMetadata: e.GetCustomMetadata()}
	if !l.isOwn(found) {
		return 0, false
	}
	at = fromServerPosition(esdb.Position{Commit: e.GetCommitPosition()})
	return l.known.noteSearch(at, at), true
}
