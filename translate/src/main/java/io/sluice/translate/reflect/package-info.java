/**
 * Objects that follow their local truth into a provider (§3): one small class per kind, one generic
 * function that decides. See DESIGN.md beside this file.
 */
@NullMarked
package io.sluice.translate.reflect;

import org.jspecify.annotations.NullMarked;
