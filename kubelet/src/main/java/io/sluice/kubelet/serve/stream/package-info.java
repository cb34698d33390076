/** Bytes between the home API server and the provider's, unread after a verified 101 (T-36). */
@NullMarked
package io.sluice.kubelet.serve.stream;

import org.jspecify.annotations.NullMarked;
