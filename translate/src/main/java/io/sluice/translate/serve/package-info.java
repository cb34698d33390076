/**
 * The kubelet's port as pure rules (§2.9): what is asked, who may ask it, and how it is said to the
 * provider's API server.
 */
@NullMarked
package io.sluice.translate.serve;

import org.jspecify.annotations.NullMarked;
