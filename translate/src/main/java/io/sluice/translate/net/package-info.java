/** Addresses and prefixes, and how one cluster sees the addresses of another (NET-1, D-20). */
@NullMarked
package io.sluice.translate.net;

import org.jspecify.annotations.NullMarked;
