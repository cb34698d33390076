@NullMarked
package io.sluice.translate.net;

import org.jspecify.annotations.NullMarked;
