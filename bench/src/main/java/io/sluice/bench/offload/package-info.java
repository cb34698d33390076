/** Offloaded pods against plain ones: bursts, latency, requests, CPU, memory (make bench). */
@NullMarked
package io.sluice.bench.offload;

import org.jspecify.annotations.NullMarked;
