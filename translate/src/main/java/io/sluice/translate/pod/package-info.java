/** What every rule about pods reads from them; the rules live in the packages below (DESIGN.md). */
@NullMarked
package io.sluice.translate.pod;

import org.jspecify.annotations.NullMarked;
