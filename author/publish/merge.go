package publish

import "slices"

// A mergedList is a list of a template with the changes that a folder asks for.
type mergedList[T any] struct {
	list             []T      // in the order in which it will stand
	created, changed []T      // as the folder has them, in its order
	removed, left    []string // keys of what only the service has: to be removed, or left there
	reordered        bool     // the folder has another order
}

// mergeLists merges what a service has with what a folder says. What only the service has is
// removed if prune is true, and left there otherwise. The order is that of the service with new
// items behind, or that of the folder with what is left behind, if the two contradict.
func mergeLists[T any](live, folder []T, key func(T) string, same func(live, folder T) bool, prune bool) mergedList[T] {
	wanted, had := map[string]T{}, map[string]bool{}
	for _, item := range folder {
		wanted[key(item)] = item
	}
	var m mergedList[T]
	var left []T
	for _, item := range live {
		k := key(item)
		had[k] = true
		now, named := wanted[k]
		switch {
		case named:
			m.list = append(m.list, now)
			if !same(item, now) {
				m.changed = append(m.changed, now)
			}
		case prune:
			m.removed = append(m.removed, k)
		default:
			m.left, left = append(m.left, k), append(left, item)
			m.list = append(m.list, item)
		}
	}
	for _, item := range folder {
		if !had[key(item)] {
			m.created, m.list = append(m.created, item), append(m.list, item)
		}
	}
	inOrder := slices.DeleteFunc(keysOf(m.list, key), func(k string) bool { return slices.Contains(m.left, k) })
	if m.reordered = !slices.Equal(inOrder, keysOf(folder, key)); m.reordered {
		m.list = slices.Concat(folder, left)
	}
	return m
}

func keysOf[T any](list []T, key func(T) string) []string {
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = key(item)
	}
	return out
}
