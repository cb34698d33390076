/**
 * Keys, signing requests and certificates. Nothing here knows Kubernetes or does I/O; this is the
 * only package that uses BouncyCastle, and its provider is never registered.
 */
@NullMarked
package io.sluice.engine.pki;

import org.jspecify.annotations.NullMarked;
