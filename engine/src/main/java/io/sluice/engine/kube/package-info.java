/**
 * One cluster's API as the rest of the engine sees it: blocking requests, typed failures, feeds.
 *
 * <p>Why it is built on the JDK's HTTP client and not on a client library's informers is told in
 * docs/adr: the feeds here never stop, never list from a stale cache, tell a deletion that was seen
 * from an absence that was only noticed, and keep no more of an object than is asked for.
 */
@NullMarked
package io.sluice.engine.kube;

import org.jspecify.annotations.NullMarked;
