package vault

// CachedKeys is how many keys are in memory.
func (v *Vault) CachedKeys() int {
	v.cache.mu.Lock()
	defer v.cache.mu.Unlock()
	return len(v.cache.byKey)
}
