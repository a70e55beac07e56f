package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/numbering"
)

// compareEnds reads both ends from the first byte to the last and tells their counts and
// digests; an error when they are not the same.
func (m *migration) compareEnds(ctx context.Context) (err error) {
	log, err := engines.OpenLog(ctx, m.to.cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	answers, err := engines.OpenAnswers(ctx, m.to.cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, answers.Close()) }()
	from, to := archive.NewSum(), archive.NewSum()
	streams, err := m.sumLog(ctx, m.source.Log, from, true)
	if err != nil {
		return err
	}
	theirs, err := m.sumLog(ctx, log, to, false)
	if err != nil {
		return err
	}
	if err := errors.Join(sumState(ctx, m.source.Keys, m.source.Answers.(engines.AnswerKeeper), from),
		sumState(ctx, m.keys, answers, to)); err != nil {
		return err
	}
	if err := m.sumBytes(ctx, from, to); err != nil {
		return err
	}
	return m.printComparison(from.Parts(), to.Parts(), streams, theirs)
}

// sumLog sums up a log and counts its streams. Of the source it also makes sure that
// the bytes that its events name are at both ends or at none.
func (m *migration) sumLog(ctx context.Context, log es.Store, sum *archive.Sum, bytes bool) (streams int, err error) {
	numbers := numbering.New(log) // positions differ, the numbers of events do not
	for env, err := range es.ReadToHead(ctx, log, 0, es.Filter{}) {
		if err != nil {
			return 0, err
		}
		env = numbers.Note(env)
		sum.AddEvent(env)
		if env.Version == 1 {
			streams++
		}
		m.progress.Report("comparing: %d of %d events", env.Position, m.at)
		if !bytes || m.sameBytes {
			continue
		}
		for _, ref := range stored.BlobRefs(env.Body) {
			if err := m.checkAtBoth(ctx, ref); err != nil {
				return 0, fmt.Errorf("event %d: %w", env.Position, err)
			}
		}
	}
	return streams, ctx.Err()
}

func (m *migration) checkAtBoth(ctx context.Context, ref es.BlobRef) error {
	place, err := m.bytesFrom.PlaceOf(ref)
	if err != nil {
		return err
	}
	here, err := hasBytes(ctx, m.bytesFrom, place)
	if err != nil {
		return err
	}
	there, err := hasBytes(ctx, m.bytesTo, place)
	if err == nil && here != there {
		err = fmt.Errorf("the bytes %s are at one end only (at the source: %t, at the target: %t)", place, here, there)
	}
	return err
}

// hasBytes reports whether there are bytes at a place.
func hasBytes(ctx context.Context, b engines.SealedBytes, place string) (bool, error) {
	sealed, _, err := b.OpenSealed(ctx, place)
	if errors.Is(err, es.ErrNoBlob) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, sealed.Close()
}

func sumState(ctx context.Context, k engines.Keys, a engines.AnswerKeeper, sum *archive.Sum) error {
	for one, err := range vaultEntries(ctx, k) {
		switch {
		case err != nil:
			return err
		case one.box:
			sum.AddBox(one.name, one.value)
		default:
			sum.AddKey(one.name, one.value)
		}
	}
	return a.EachAnswer(ctx, func(id string, until time.Time, box []byte) error { sum.AddAnswer(id, until, box); return nil })
}

// sumBytes sums up all bytes of the target, and those of the same places at the
// source, which may have more that no event names.
func (m *migration) sumBytes(ctx context.Context, from, to *archive.Sum) error {
	files := 0
	return m.bytesTo.EachSealed(ctx, func(place string, _ int64) error {
		files++
		m.progress.Report("comparing: %d files", files)
		return errors.Join(ctx.Err(), m.sumBlob(ctx, m.bytesFrom, place, from), m.sumBlob(ctx, m.bytesTo, place, to))
	})
}

func (m *migration) sumBlob(ctx context.Context, b engines.SealedBytes, place string, sum *archive.Sum) (err error) {
	sealed, size, err := b.OpenSealed(ctx, place)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sealed.Close()) }()
	var content io.Reader
	if m.compareContent && !m.sameBytes {
		content = sealed
	}
	return sum.AddBlob(place, size, content)
}

// printComparison prints what both ends hold.
func (m *migration) printComparison(from, to map[string]archive.Part, streams, theirs int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s and %s, both up to event %d:\n", m.from.displayName(), m.to.displayName(), m.at)
	var unlike []string
	for _, p := range []struct{ part, name string }{{archive.Log, "events"}, {archive.Keys, "keys"}, {archive.Boxes, "secrets"},
		{archive.Answers, "answers"}, {archive.Blobs, "files"}} {
		a, z := from[p.part], to[p.part]
		if a != z {
			unlike = append(unlike, fmt.Sprintf("%s (%d and %d, sha256 %s and %s)", p.name, a.Records, z.Records, a.SHA256, z.SHA256))
			continue
		}
		fmt.Fprintf(&b, "  %-8s %10d   sha256 %s\n", p.name, z.Records, z.SHA256)
	}
	if streams != theirs {
		unlike = append(unlike, fmt.Sprintf("streams (%d and %d)", streams, theirs))
	}
	fmt.Fprintf(&b, "  %-8s %10d\n", "streams", theirs)
	if len(unlike) > 0 {
		return fmt.Errorf("the copy is not what was copied: %s differ; begin again in an empty place", strings.Join(unlike, ", "))
	}
	switch {
	case m.sameBytes:
		b.WriteString("  files stay where they are and were not read\n")
	case !m.compareContent:
		b.WriteString("  files were compared by name and size only\n")
	}
	_, err := io.WriteString(m.out, b.String())
	return err
}
