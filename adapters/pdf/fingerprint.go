package pdf

import (
	"encoding/binary"
	"hash/fnv"

	"github.com/seed-62a36931/docket/document/layout"
)

// Limits of the images whose content is told apart.
const (
	maxFingerprints     = 50      // images of a page
	maxFingerprintBytes = 2 << 20 // of an image's data; a larger one is a photo or a scan, and hardly repeated
)

// fingerprintImages sets what images have in common that show the same, of those that may hold text.
func (o *objects) fingerprintImages(in *instance) {
	left := maxFingerprints
	for i := range o.images {
		if left == 0 {
			return
		}
		if layout.MayHoldText(o.images[i].Box) {
			left--
			o.images[i].Content = in.fingerprintImage(o.handles[i])
		}
	}
}

// fingerprintImage returns a number that only images of equal data have, with a likelihood that is as
// good as certain; 0 when it is not known.
func (in *instance) fingerprintImage(image uint64) uint64 {
	size := in.callInt("FPDFImageObj_GetImageDataRaw", image, 0, 0)
	if size <= 0 || size > maxFingerprintBytes {
		return 0
	}
	p := in.alloc(size)
	defer in.free(p)
	if in.callInt("FPDFImageObj_GetImageDataRaw", image, uint64(p), uint64(size)) != size {
		return 0
	}
	sum := fnv.New64a()
	sum.Write(in.viewMemory(p, size))
	if in.call("FPDFImageObj_GetImagePixelSize", image, uint64(in.scratch), uint64(in.scratch)+4) != 0 {
		sum.Write(in.viewMemory(in.scratch, 8))
	}
	sum.Write(binary.LittleEndian.AppendUint64(nil, uint64(size)))
	return max(sum.Sum64(), 1)
}
