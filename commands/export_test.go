package commands

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
)

// GetJSON reads back what a step stored.
func GetJSON(ctx context.Context, c *Commands, ref es.BlobRef, v any) error {
	return c.getJSON(ctx, ref, v)
}
