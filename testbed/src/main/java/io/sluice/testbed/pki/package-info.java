/** Certificates and kubeconfigs of one cluster. */
@NullMarked
package io.sluice.testbed.pki;

import org.jspecify.annotations.NullMarked;
