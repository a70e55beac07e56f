// Package exchange is what handlers of all parts need of HTTP: what is known of the request
// that is being answered, its form and its tags, waiting for the views, and the one
// translation of failures to statuses.
package exchange
