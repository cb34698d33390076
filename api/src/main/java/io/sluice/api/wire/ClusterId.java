package io.sluice.api.wire;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the ID of a cluster: a DNS-1123 label, because it becomes part of names, and with no colon,
 * because it becomes a user and a group that must not look like one of Kubernetes' own (D-16).
 */
@JacksonAnnotationsInside
@Pattern(ClusterId.PATTERN)
@Size(max = ClusterId.MAX_LENGTH)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface ClusterId {
  String PATTERN = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
  int MAX_LENGTH = 63;
}
