/** What the functions cost that are called for every pod, without any cluster: {@code make jmh}. */
@NullMarked
package io.sluice.bench.pure;

import org.jspecify.annotations.NullMarked;
