@org.jspecify.annotations.NullMarked
package io.sluice.manager.provider.namespaces;
