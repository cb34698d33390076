package io.sluice.testbed.junit;

import io.sluice.testbed.model.NodeKind;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The test class needs these clusters. They are started once for all classes of the JVM that ask
 * for the same name and kind; test methods take them as {@code Cluster} parameters of the same
 * name, and a {@link TestNamespace} for themselves.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Clusters.class)
public @interface NeedsClusters {
  /** Names of the clusters. */
  String[] value();

  /** Real nodes need root; where it is missing the tests are aborted and say so. */
  NodeKind nodes() default NodeKind.KWOK;
}
