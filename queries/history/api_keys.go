package history

import "github.com/seed-62a36931/docket/domain/apikey"

// credentialChange tells of an event of an API key or of an OAuth client.
func (t telling) credentialChange(who, group string) (string, changes) {
	if group == "api-key" {
		return t.keyChange(who)
	}
	c := plainFields(t.event.Event)
	client, _ := c["client"].(string)
	return t.buildSentence(who, client), c
}

// keyChange tells of an event of an API key; what proves the key is not for people.
func (t telling) keyChange(who string) (string, changes) {
	c := plainFields(t.event.Event)
	delete(c, "hash")
	for field, name := range map[string]string{"user": "userId", "expires": "expiresAt"} {
		if v, ok := c[field]; ok {
			delete(c, field)
			c[name] = v
		}
	}
	name := t.keyNow.Name
	if e, ok := t.event.Event.(apikey.Created); ok && e.Details.IsErased() {
		c["name"], c["addresses"] = nil, nil
	}
	if name == "" {
		name = "of an erased account"
	}
	return t.buildSentence(who, name), c
}
