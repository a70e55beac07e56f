// Package image builds what deployments/Dockerfile builds, from what .dockerignore leaves of the tree, without an engine for
// containers: a folder that the program needs and the image lacks fails a test.
package image
