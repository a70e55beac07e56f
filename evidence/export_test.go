package evidence

// DecodeZip returns the files of a bundle.
var DecodeZip = decodeZip

// EncodeFiles returns an archive of files, with a manifest that fits.
func EncodeFiles(files map[string]string) ([]byte, error) {
	files[manifestFile] = formatManifest(bundleFormat, files)
	return encodeZip(files)
}
