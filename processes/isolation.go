package processes

import (
	"context"
	"sync"
)

// An isolation lets runs of files go on beside each other, and one at a time without any other: a file
// at which the service has ended again and again.
type isolation struct {
	turn chan struct{} // held while a run enters, and by one that is alone until it is over

	mu    sync.Mutex
	runs  int           // under way, none of them alone
	empty chan struct{} // closed when runs is 0; nil when nobody waits for that
}

func newIsolation() *isolation { return &isolation{turn: make(chan struct{}, 1)} }

// enter waits until a run may begin; leave tells that it is over. Whoever waits is served in turn.
func (i *isolation) enter(ctx context.Context, alone bool) (leave func(), err error) {
	if err := enterSlot(ctx, i.turn); err != nil {
		return nil, err
	}
	if !alone {
		i.mu.Lock()
		i.runs++
		i.mu.Unlock()
		<-i.turn
		return i.leave, nil
	}
	if err := i.awaitOthers(ctx); err != nil {
		<-i.turn
		return nil, err
	}
	return func() { <-i.turn }, nil
}

func (i *isolation) awaitOthers(ctx context.Context) error {
	i.mu.Lock()
	if i.runs == 0 {
		i.mu.Unlock()
		return nil
	}
	empty := make(chan struct{})
	i.empty = empty
	i.mu.Unlock()
	select {
	case <-empty:
		return nil
	case <-ctx.Done():
		i.mu.Lock()
		i.empty = nil
		i.mu.Unlock()
		return ctx.Err()
	}
}

func (i *isolation) leave() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.runs--; i.runs == 0 && i.empty != nil {
		close(i.empty)
		i.empty = nil
	}
}
