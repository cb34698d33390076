/** The rules of the house, checked on what is shipped. */
@NullMarked
package io.sluice.house;

import org.jspecify.annotations.NullMarked;
