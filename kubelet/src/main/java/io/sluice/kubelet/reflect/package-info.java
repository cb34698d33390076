/** Objects of extended namespaces and their twins; how, is in DESIGN.md. */
@NullMarked
package io.sluice.kubelet.reflect;

import org.jspecify.annotations.NullMarked;
