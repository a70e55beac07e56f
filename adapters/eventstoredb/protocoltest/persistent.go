package protocoltest

import (
	"context"
	"fmt"
	"math"
	"sort"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
)

// groups answers calls about persistent subscriptions.
type groups struct {
	persistent.UnimplementedPersistentSubscriptionsServer
	node *Node
}

// sourced is a message that names a stream, or all.
type sourced interface {
	GetStreamIdentifier() *shared.StreamIdentifier
	GetAll() *shared.Empty
	GetGroupName() string
}

func keyOf(o sourced) groupKey {
	if o.GetAll() != nil {
		return groupKey{allStreams, o.GetGroupName()}
	}
	return groupKey{text(o.GetStreamIdentifier()), o.GetGroupName()}
}

func noGroup(key groupKey) error {
	return exception(codes.NotFound, fmt.Sprintf("Subscription group %s on stream %s does not exist.", key.name, key.source),
		"exception", "persistent-subscription-does-not-exist", "stream-name", key.source, "group-name", key.name)
}

// find gives the group that a message names.
func (p groups) find(o sourced) (*group, error) {
	key := keyOf(o)
	if g := p.node.db.group(key); g != nil {
		return g, nil
	}
	return nil, noGroup(key)
}

// Create makes a group that begins at a place, which is included.
func (p groups) Create(_ context.Context, r *persistent.CreateReq) (*persistent.CreateResp, error) {
	o := r.GetOptions()
	g := &group{key: groupKey{allStreams, o.GetGroupName()}, settings: o.GetSettings(), gone: make(chan struct{})}
	var err error
	if g.passes, err = groupFilter(o.GetAll().GetFilter()); err != nil {
		return nil, err
	}
	db := p.node.db
	db.mu.Lock()
	defer db.mu.Unlock()
	if all := o.GetAll(); all != nil {
		g.next, g.start = db.startOfAll(all)
	} else {
		g.key.source = text(o.GetStream().GetStreamIdentifier())
		g.next, g.start = db.startOfStream(g.key.source, o.GetStream())
	}
	if db.groups[g.key] != nil {
		return nil, exception(codes.AlreadyExists, fmt.Sprintf("Subscription group %s on stream %s exists.", g.key.name, g.key.source),
			"exception", "persistent-subscription-exists", "stream-name", g.key.source, "group-name", g.key.name)
	}
	db.groups[g.key] = g
	return &persistent.CreateResp{}, nil
}

// startOfAll is a place in the log, and its name. d.mu is held.
func (d *Database) startOfAll(o *persistent.CreateReq_AllOptions) (int, string) {
	switch p := o.GetAllOption().(type) {
	case *persistent.CreateReq_AllOptions_End:
		return len(d.log), "C:-1/P:-1"
	case *persistent.CreateReq_AllOptions_Position:
		at := p.Position.GetCommitPosition()
		return sort.Search(len(d.log), func(i int) bool { return d.log[i].CommitPosition >= at }), fmt.Sprintf("C:%d/P:%d", at, p.Position.GetPreparePosition())
	}
	return 0, "C:0/P:0"
}

// startOfStream is a revision, and its name. d.mu is held.
func (d *Database) startOfStream(name string, o *persistent.CreateReq_StreamOptions) (int, string) {
	switch r := o.GetRevisionOption().(type) {
	case *persistent.CreateReq_StreamOptions_End:
		return int(d.streams[name].last() + 1), "-1"
	case *persistent.CreateReq_StreamOptions_Revision:
		return int(r.Revision), fmt.Sprint(r.Revision)
	}
	return 0, "0"
}

// groupFilter reads the filter of a group, which has the form of a reading's.
func groupFilter(o *persistent.CreateReq_AllOptions_FilterOptions) (func(*record) bool, error) {
	if o == nil {
		return filter(nil)
	}
	same, err := proto.Marshal(o)
	out := &streams.ReadReq_Options_FilterOptions{}
	if err == nil {
		err = proto.Unmarshal(same, out)
	}
	if err != nil {
		return nil, err
	}
	return filter(out)
}

// Update changes the settings of a group that the protocol server heeds.
func (p groups) Update(_ context.Context, r *persistent.UpdateReq) (*persistent.UpdateResp, error) {
	o := r.GetOptions()
	key := groupKey{allStreams, o.GetGroupName()}
	if o.GetAll() == nil {
		key.source = text(o.GetStream().GetStreamIdentifier())
	}
	g := p.node.db.group(key)
	if g == nil {
		return nil, noGroup(key)
	}
	p.node.db.mu.Lock()
	defer p.node.db.mu.Unlock()
	g.settings = &persistent.CreateReq_Settings{ResolveLinks: o.GetSettings().GetResolveLinks(), MaxRetryCount: o.GetSettings().GetMaxRetryCount(),
		MaxSubscriberCount: o.GetSettings().GetMaxSubscriberCount()}
	return &persistent.UpdateResp{}, nil
}

// Delete removes a group and ends its connections.
func (p groups) Delete(_ context.Context, r *persistent.DeleteReq) (*persistent.DeleteResp, error) {
	g, err := p.find(r.GetOptions())
	if err != nil {
		return nil, err
	}
	p.node.db.mu.Lock()
	defer p.node.db.mu.Unlock()
	if p.node.db.groups[g.key] == g {
		delete(p.node.db.groups, g.key)
		close(g.gone)
	}
	return &persistent.DeleteResp{}, nil
}

// GetInfo describes a group.
func (p groups) GetInfo(_ context.Context, r *persistent.GetInfoReq) (*persistent.GetInfoResp, error) {
	g, err := p.find(r.GetOptions())
	if err != nil {
		return nil, err
	}
	p.node.db.mu.Lock()
	defer p.node.db.mu.Unlock()
	return &persistent.GetInfoResp{SubscriptionInfo: g.info()}, nil
}

// info describes a group. The mutex of the database is held.
func (g *group) info() *persistent.SubscriptionInfo {
	return &persistent.SubscriptionInfo{EventSource: g.key.source, GroupName: g.key.name, Status: "Live", StartFrom: g.start, TotalItems: g.items,
		MaxRetryCount: g.settings.GetMaxRetryCount(), MaxSubscriberCount: g.settings.GetMaxSubscriberCount(), ResolveLinkTos: g.settings.GetResolveLinks(),
		RetryBufferCount: int32(len(g.again)), ParkedMessageCount: int64(len(g.parked)), NamedConsumerStrategy: g.settings.GetConsumerStrategy()}
}

// List describes all groups, or those of a stream; none of a stream is an error.
func (p groups) List(_ context.Context, r *persistent.ListReq) (*persistent.ListResp, error) {
	source := ""
	if of := r.GetOptions().GetListForStream(); of != nil {
		if source = allStreams; of.GetAll() == nil {
			source = text(of.GetStream())
		}
	}
	p.node.db.mu.Lock()
	defer p.node.db.mu.Unlock()
	out := &persistent.ListResp{}
	for key, g := range p.node.db.groups {
		if source == "" || key.source == source {
			out.Subscriptions = append(out.Subscriptions, g.info())
		}
	}
	if source != "" && len(out.Subscriptions) == 0 {
		return nil, noGroup(groupKey{source: source})
	}
	return out, nil
}

// ReplayParked has what was parked given out again.
func (p groups) ReplayParked(_ context.Context, r *persistent.ReplayParkedReq) (*persistent.ReplayParkedResp, error) {
	g, err := p.find(r.GetOptions())
	if err != nil {
		return nil, err
	}
	limit := int64(math.MaxInt64)
	if stop, ok := r.GetOptions().GetStopAtOption().(*persistent.ReplayParkedReq_Options_StopAt); ok {
		limit = stop.StopAt
	}
	p.node.db.replay(g, limit)
	return &persistent.ReplayParkedResp{}, nil
}

// RestartSubsystem has nothing to do.
func (p groups) RestartSubsystem(context.Context, *shared.Empty) (*shared.Empty, error) {
	return &shared.Empty{}, nil
}
