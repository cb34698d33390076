/**
 * What both sides of a peering share: tenant namespaces, the Secrets in them, bytes that travel.
 */
@NullMarked
package io.sluice.manager.border;

import org.jspecify.annotations.NullMarked;
