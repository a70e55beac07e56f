package vault

// Cached is how many keys are in memory.
func (v *Vault) Cached() int {
	v.cache.mu.Lock()
	defer v.cache.mu.Unlock()
	return len(v.cache.byKey)
}
