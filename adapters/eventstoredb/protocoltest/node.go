package protocoltest

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/seed-62a36931/docket/internal/freeport"
)

// Config says how a node listens. The zero value is a plain node on a free port.
type Config struct {
	Address       string            // host:port; default 127.0.0.1:0, any free port
	TLS           *tls.Config       // nil: plain
	Users         map[string]string // passwords by name; empty: anybody may do anything
	Ordinary      []string          // the users who are no members of $admins; all others are
	Version       string            // of the server, as told to clients; default 24.10.0
	MaxAppendSize int               // bytes; default MaxAppendSize, LargeAppendSize from 25.1 on
	// NotReady is how many calls are refused after each start, as before a leader is elected.
	NotReady int
}

// A Node serves a database on one address. It is the only one, and leads, unless a
// Cluster says otherwise.
type Node struct {
	streams.UnimplementedStreamsServer
	// Faults holds the faults of the node.
	Faults Faults

	db      *Database
	config  Config
	cluster *Cluster
	address string

	counts           counts
	notReady         atomic.Int64 // calls that are still to be refused
	frozen, liveGate gate

	mu     sync.Mutex
	server *grpc.Server
	conns  map[string]net.Conn // by address of the client
	done   chan error
}

// counts is what a node has done so far.
type counts struct {
	searched, sent, slow atomic.Int64
}

// Start serves a database until Stop. The address must be free.
func Start(db *Database, c Config) (*Node, error) {
	n := &Node{db: db, config: c, address: c.Address}
	if n.address == "" {
		var err error
		if n.address, err = freeport.Address(); err != nil {
			return nil, err
		}
	}
	if n.config.Version == "" {
		n.config.Version = Versions[1]
	}
	if n.config.MaxAppendSize == 0 {
		n.config.MaxAppendSize = MaxAppendSize
		if !n.isBefore(takesLargeAppends) {
			n.config.MaxAppendSize = LargeAppendSize
		}
	}
	return n, n.Restart()
}

// Address returns the address on which the node listens, host:port.
func (n *Node) Address() string { return n.address }

// SearchedEvents returns how many events subscriptions to all streams have scanned so far.
func (n *Node) SearchedEvents() int { return int(n.counts.searched.Load()) }

// SentMessages returns how many messages were sent in answer to reads and subscriptions so far.
func (n *Node) SentMessages() int { return int(n.counts.sent.Load()) }

// SlowSubscribers returns how many live subscriptions were too slow for their buffer so far.
func (n *Node) SlowSubscribers() int { return int(n.counts.slow.Load()) }

// Restart listens again on the same address, after Stop.
func (n *Node) Restart() error {
	listen, err := new(net.ListenConfig).Listen(context.Background(), "tcp", n.address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	options := []grpc.ServerOption{
		grpc.StreamInterceptor(n.aroundStream), grpc.UnaryInterceptor(n.aroundUnary),
		grpc.MaxRecvMsgSize(32 << 20), grpc.MaxSendMsgSize(32 << 20),
		// Clients ask every ten seconds.
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: time.Second, PermitWithoutStream: true}),
	}
	if n.config.TLS != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(n.config.TLS)))
	}
	server := grpc.NewServer(options...)
	streams.RegisterStreamsServer(server, n)
	serverfeatures.RegisterServerFeaturesServer(server, features{version: n.config.Version})
	gossip.RegisterGossipServer(server, members{node: n})
	n.notReady.Store(int64(n.config.NotReady))
	n.mu.Lock()
	defer n.mu.Unlock()
	n.address, n.server, n.conns, n.done = listen.Addr().String(), server, map[string]net.Conn{}, make(chan error, 1)
	go func(done chan error) { done <- server.Serve(trackingListener{listen, n}) }(n.done)
	return nil
}

// Stop breaks all connections and stops listening. The database stays.
func (n *Node) Stop() error {
	n.mu.Lock()
	server, done := n.server, n.done
	n.server = nil
	n.mu.Unlock()
	if server == nil {
		return nil
	}
	n.Thaw()
	server.Stop()
	if err := <-done; !errors.Is(err, grpc.ErrServerStopped) {
		return err
	}
	return nil
}

// trackingListener is a listener that records its connections, so that they can be cut.
type trackingListener struct {
	net.Listener
	node *Node
}

// Accept records one more connection.
func (l trackingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		c = &freezableConn{Conn: c, node: l.node, closed: make(chan struct{})}
		l.node.mu.Lock()
		l.node.conns[c.RemoteAddr().String()] = c
		l.node.mu.Unlock()
	}
	return c, err
}

// cutConnection breaks the connection of a call.
func (n *Node) cutConnection(ctx context.Context) error {
	if p, ok := peer.FromContext(ctx); ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		if c := n.conns[p.Addr.String()]; c != nil {
			_ = c.Close() // that is what is wanted
		}
	}
	return newException(codes.Unavailable, "the connection was cut")
}

// CutAll breaks all connections; the node keeps listening.
func (n *Node) CutAll() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for from, c := range n.conns {
		_ = c.Close()
		delete(n.conns, from)
	}
}

// failure is a status with the trailers that describe it to clients.
type failure struct {
	status   *status.Status
	trailers metadata.MD
}

// Error returns the text of the status.
func (f failure) Error() string { return f.status.String() }

func newException(code codes.Code, message string, trailers ...string) error {
	return failure{status.New(code, message), metadata.Pairs(trailers...)}
}

func streamDeleted(name string) error {
	return newException(codes.FailedPrecondition, "Event stream '"+name+"' is deleted.", "exception", "stream-deleted", "stream-name", name)
}

func (n *Node) aroundStream(srv any, call grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	err := n.checkCredentials(call.Context())
	if err != nil && info.FullMethod == streams.Streams_Append_FullMethodName {
		for call.RecvMsg(&streams.AppendReq{}) == nil { // a client that is refused while it sends is told nothing
		}
	}
	if err == nil {
		err = n.requireLeader(call.Context())
	}
	if err == nil {
		err = handle(srv, call)
	}
	var f failure
	if errors.As(err, &f) {
		call.SetTrailer(f.trailers)
		return f.status.Err()
	}
	return err
}

func (n *Node) aroundUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	var out any
	var err error
	switch info.Server.(type) {
	case features, members: // are asked before anybody is known, and of every node
	default:
		if err = n.checkCredentials(ctx); err == nil {
			err = n.requireLeader(ctx)
		}
	}
	if err == nil {
		out, err = handle(ctx, req)
	}
	var f failure
	if errors.As(err, &f) {
		if err := grpc.SetTrailer(ctx, f.trailers); err != nil {
			return nil, err
		}
		return nil, f.status.Err()
	}
	return out, err
}

// checkCredentials refuses calls without a user, or with a wrong password.
func (n *Node) checkCredentials(ctx context.Context) error {
	md, _ := metadata.FromIncomingContext(ctx)
	authorization := md.Get("authorization")
	for name, password := range n.config.Users {
		want := "Basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+password))
		if len(authorization) == 1 && authorization[0] == want {
			return nil
		}
	}
	if len(n.config.Users) == 0 {
		return nil
	}
	return newException(codes.Unauthenticated, "Bad credentials", "exception", "not-authenticated")
}

// requireLeader sends those who need the leader there, if this node is not the one.
func (n *Node) requireLeader(ctx context.Context) error {
	if n.notReady.Add(-1) >= 0 {
		return newException(codes.Unavailable, "Server Is Not Ready", "exception", "not-ready")
	}
	md, _ := metadata.FromIncomingContext(ctx)
	required := slices.Equal(md.Get("requires-leader"), []string{"true"})
	if n.cluster == nil || !required {
		return nil
	}
	leader := n.cluster.currentLeader()
	if leader == n {
		return nil
	}
	if leader == nil {
		return newException(codes.Unavailable, "Server Is Not Ready", "exception", "not-ready")
	}
	host, port := hostPort(leader.address)
	return newException(
		codes.NotFound, "Leader info available", "exception", "not-leader", "leader-endpoint-host", host,
		"leader-endpoint-port", strconv.Itoa(int(port)),
	)
}

func hostPort(address string) (string, uint32) {
	host, port, _ := net.SplitHostPort(address)
	n, _ := strconv.ParseUint(port, 10, 16) // it listens there
	return host, uint32(n)
}

// features returns the version and the supported methods.
type features struct {
	serverfeatures.UnimplementedServerFeaturesServer
	version string
}

// GetSupportedMethods implements the call of that name.
func (f features) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	out := &serverfeatures.SupportedMethods{EventStoreServerVersion: f.version}
	for _, method := range []string{"read", "append", "delete", "tombstone"} {
		out.Methods = append(out.Methods, &serverfeatures.SupportedMethod{
			ServiceName: "event_store.client.streams.streams", MethodName: method,
		})
	}
	return out, nil
}
