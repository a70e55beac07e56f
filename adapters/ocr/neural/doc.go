// Package neural runs networks of the ONNX format on one processor core: convolutional
// networks with a little attention, as recognisers of text are. It has the operators that
// such networks need, and no others. The same input gives the same output whenever it is
// run, on whatever core, beside whatever else: nothing depends on time or on threads.
package neural
