// Package parallel does the same to many items, several at a time.
package parallel

import (
	"cmp"
	"sync"
)

// ForEach calls do for each item, n at a time, and returns the first error that it
// sees. After an error no further item is begun; those that were are finished.
func ForEach[T any](items []T, n int, do func(T) error) error {
	next, failed := make(chan T), make(chan error, n)
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			for item := range next {
				if err := do(item); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	var err error
	for _, item := range items {
		select {
		case next <- item:
			continue
		case err = <-failed:
		}
		break
	}
	close(next)
	all.Wait()
	close(failed)
	return cmp.Or(err, <-failed)
}
