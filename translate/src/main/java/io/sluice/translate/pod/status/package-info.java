/** The way back: what the local pod's status shall say, and the patch that makes it say so. */
@NullMarked
package io.sluice.translate.pod.status;

import org.jspecify.annotations.NullMarked;
