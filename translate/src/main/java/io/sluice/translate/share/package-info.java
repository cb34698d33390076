/** What is lent to whom: exact amounts, what pods demand, the pool and its division (D-15). */
@NullMarked
package io.sluice.translate.share;

import org.jspecify.annotations.NullMarked;
