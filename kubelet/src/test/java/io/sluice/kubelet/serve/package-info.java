@org.jspecify.annotations.NullMarked
package io.sluice.kubelet.serve;
