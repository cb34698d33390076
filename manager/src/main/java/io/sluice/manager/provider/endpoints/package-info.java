/** Endpoints of consumers, published in the provider as ShadowEndpointSlices want them (§4.2). */
@NullMarked
package io.sluice.manager.provider.endpoints;

import org.jspecify.annotations.NullMarked;
