package regex

import "sync"

// generationSize is the number of expressions in a generation of the cache.
const generationSize = 1000

// A Cache keeps compiled expressions. Compiling costs more than most matches, and the
// same expressions of the same rules meet document after document. It holds two
// generations: expressions that are not used while the younger one fills up are dropped,
// so that rules that build ever new expressions do not fill the memory.
type Cache struct {
	lock       sync.Mutex
	young, old map[kind]*Pattern
}

type kind struct {
	source string
	flags  int
}

var shared Cache

// CompileCached does what Compile does and reuses the patterns of earlier calls.
func CompileCached(source string, flags int) (*Pattern, error) { return shared.Compile(source, flags) }

// Compile returns the pattern of an expression. Errors are not cached.
func (c *Cache) Compile(source string, flags int) (*Pattern, error) {
	key := kind{source, flags}
	if p := c.findPattern(key); p != nil {
		return p, nil
	}
	p, err := Compile(source, flags)
	if err == nil {
		c.lock.Lock()
		defer c.lock.Unlock()
		c.keepPattern(key, p)
	}
	return p, err
}

func (c *Cache) findPattern(key kind) *Pattern {
	c.lock.Lock()
	defer c.lock.Unlock()
	p := c.young[key]
	if p == nil {
		if p = c.old[key]; p != nil {
			c.keepPattern(key, p)
		}
	}
	return p
}

func (c *Cache) keepPattern(key kind, p *Pattern) {
	if len(c.young) >= generationSize || c.young == nil {
		c.young, c.old = map[kind]*Pattern{}, c.young
	}
	c.young[key] = p
}
