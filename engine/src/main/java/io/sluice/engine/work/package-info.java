/** Keyed work: a queue that never loses a key and loops that drain it; knows no Kubernetes. */
@NullMarked
package io.sluice.engine.work;

import org.jspecify.annotations.NullMarked;
