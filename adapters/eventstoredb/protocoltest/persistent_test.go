package protocoltest_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

// given receives one event of a persistent subscription.
func given(t *testing.T, s *esdb.PersistentSubscription) *esdb.EventAppeared {
	t.Helper()
	m := s.Recv()
	if m.EventAppeared == nil {
		t.Fatalf("dropped: %v", m.SubscriptionDropped.Error)
	}
	return m.EventAppeared
}

func name(e *esdb.EventAppeared) string {
	o := e.Event.OriginalEvent()
	return fmt.Sprintf("%s%d/%d", o.StreamID, o.EventNumber, e.RetryCount)
}

// A group hands out as many events as a connection has room for, again what was not
// answered or is to be tried again, and keeps apart what nobody can handle.
func TestGroupsHandOutUntilAnswered(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	ctx := t.Context()
	write(t, c, "a", proposals(3)...)
	if err := c.CreatePersistentSubscription(ctx, "a", "g", esdb.PersistentStreamSubscriptionOptions{StartFrom: esdb.Start{}}); err != nil {
		t.Fatal(err)
	}
	s, err := c.SubscribeToPersistentSubscription(ctx, "a", "g", esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: 2})
	if err != nil {
		t.Fatal(err)
	}
	first, second := given(t, s), given(t, s)
	answer := func(err error, want string) *esdb.EventAppeared {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		e := given(t, s)
		if name(e) != want {
			t.Errorf("%s, want %s", name(e), want)
		}
		return e
	}
	if name(first) != "a0/0" || name(second) != "a1/0" {
		t.Errorf("%s %s", name(first), name(second))
	}
	third := answer(s.Ack(first.Event), "a2/0")
	again := answer(s.Nack("later", esdb.NackActionRetry, second.Event), "a1/1")
	write(t, c, "a", proposals(2)...)
	answer(s.Nack("never", esdb.NackActionPark, again.Event), "a3/0")
	answer(s.Nack("no matter", esdb.NackActionSkip, third.Event), "a4/0")
	_ = s.Close() // with two that were not answered
	s, err = c.SubscribeToPersistentSubscription(ctx, "a", "g", esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, want := range []string{"a3/0", "a4/0"} {
		if got := name(given(t, s)); got != want {
			t.Errorf("to the next who comes: %s, want %s", got, want)
		}
	}
	info, err := c.GetPersistentSubscriptionInfo(ctx, "a", "g", esdb.GetPersistentSubscriptionOptions{})
	if err != nil || info.EventSource != "a" || info.GroupName != "g" {
		t.Errorf("%+v, %v", info, err)
	}
	answer(c.ReplayParkedMessages(ctx, "a", "g", esdb.ReplayParkedMessagesOptions{}), "a1/1")
	if err := c.DeletePersistentSubscription(ctx, "a", "g", esdb.DeletePersistentSubscriptionOptions{}); err != nil {
		t.Fatal(err)
	}
	if m := s.Recv(); m.SubscriptionDropped == nil {
		t.Error("a deleted group goes on")
	}
}

// Groups are made once, listed by source, and unknown to those who name another.
func TestGroupsAreNamed(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{})
	ctx := t.Context()
	create := func() error {
		return c.CreatePersistentSubscription(ctx, "a", "g", esdb.PersistentStreamSubscriptionOptions{})
	}
	var e *esdb.Error
	if err := create(); err != nil {
		t.Fatal(err)
	}
	if err := create(); !errors.As(err, &e) || !e.IsErrorCode(esdb.ErrorCodeResourceAlreadyExists) {
		t.Errorf("made twice: %v", err)
	}
	if err := c.CreatePersistentSubscriptionToAll(ctx, "g", esdb.PersistentAllSubscriptionOptions{StartFrom: esdb.Start{}, MaxSearchWindow: 10,
		Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"b"}}}); err != nil {
		t.Fatal(err)
	}
	every, err := c.ListAllPersistentSubscriptions(ctx, esdb.ListPersistentSubscriptionsOptions{})
	ofAll, err2 := c.ListPersistentSubscriptionsToAll(ctx, esdb.ListPersistentSubscriptionsOptions{})
	ofStream, err3 := c.ListPersistentSubscriptionsForStream(ctx, "a", esdb.ListPersistentSubscriptionsOptions{})
	if len(every) != 2 || len(ofAll) != 1 || len(ofStream) != 1 || errors.Join(err, err2, err3) != nil {
		t.Errorf("%d, %d, %d, %v", len(every), len(ofAll), len(ofStream), errors.Join(err, err2, err3))
	}
	write(t, c, "a", proposals(1)...)
	write(t, c, "b", proposals(1)...)
	s, err := c.SubscribeToPersistentSubscriptionToAll(ctx, "g", esdb.SubscribeToPersistentSubscriptionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := name(given(t, s)); got != "b0/0" {
		t.Errorf("of all streams: %s", got)
	}
	if err := c.UpdatePersistentSubscription(ctx, "a", "g", esdb.PersistentStreamSubscriptionOptions{}); err != nil {
		t.Error(err)
	}
	if err := c.UpdatePersistentSubscription(ctx, "a", "other", esdb.PersistentStreamSubscriptionOptions{}); code(err) != "not found" {
		t.Errorf("update of an unknown group: %v", err)
	}
	if err := c.DeletePersistentSubscription(ctx, "none", "g", esdb.DeletePersistentSubscriptionOptions{}); code(err) != "not found" {
		t.Errorf("delete of an unknown group: %v", err)
	}
	if err := c.RestartPersistentSubscriptionSubsystem(ctx, esdb.RestartPersistentSubscriptionSubsystemOptions{}); err != nil {
		t.Error(err)
	}
}
