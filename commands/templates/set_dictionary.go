package templates

import (
	"bytes"
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// SetDictionary puts a list of terms of an entity in place of the former one.
type SetDictionary struct {
	core.Request
	TemplateID, EntityID string
	List                 string // entries, false-positives, false-recommendations
	Content              []byte // one term in a line, UTF-8
}

// SetDictionary stores a list of terms, unless it is the one that is there. The
// settings of the template decide whether its files are analysed again.
func (c *Parts) SetDictionary(ctx context.Context, r SetDictionary) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.SetEntityDictionary) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	terms, err := template.ParseTerms(r.Content, template.DefaultDictionaryLimits())
	if err != nil {
		return core.Outcome{}, err
	}
	stream := template.StreamOf(r.Caller.Workspace, r.TemplateID)
	out, err := core.RetryContended(ctx, c.Core, r.Request, stream, func(ctx context.Context) (core.Outcome, error) {
		return c.setDictionary(ctx, r, terms)
	})
	return c.afterFollower(ctx, FollowerReanalysis, out, r.ToCallerError(err))
}

func (c *Parts) setDictionary(ctx context.Context, r SetDictionary, terms []string) (core.Outcome, error) {
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return core.Outcome{}, err
	}
	d, err := t.HoldsDictionary(r.EntityID, r.List)
	if err != nil {
		return core.Outcome{}, err
	}
	before, there := t.FindDictionary(d, r.List)
	content := template.TermsText(terms)
	if same, err := c.sameTerms(ctx, before.Blob, there, content); err != nil || same {
		return core.Outcome{ID: r.EntityID}, err
	}
	now, _, err := c.Blobs.Put(ctx, template.SubjectOf(r.Caller.Workspace), bytes.NewReader(content))
	if err != nil {
		return core.Outcome{}, err
	}
	out, err := c.onTemplate(ctx, r.Request, r.TemplateID,
		template.StoreDictionary(r.EntityID, r.List, before.Blob, now, len(terms)))
	return core.Outcome{ID: r.EntityID, Position: out.Position}, c.RemoveUnnamed(ctx, now, err)
}

// sameTerms reports whether a list of terms equals the stored one; a list that is not
// stored is empty.
func (c *Parts) sameTerms(ctx context.Context, ref es.BlobRef, there bool, content []byte) (bool, error) {
	if !there {
		return len(content) == 0, nil
	}
	return c.hasBytes(ctx, ref, content)
}
