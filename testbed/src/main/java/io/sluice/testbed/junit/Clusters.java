package io.sluice.testbed.junit;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.host.Root;
import io.sluice.testbed.model.NodeKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives tests the clusters and namespaces that {@link NeedsClusters} asks for. */
public final class Clusters implements BeforeAllCallback, ParameterResolver {
  private static final Namespace HERE = Namespace.create(Clusters.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    if (need(context).nodes() == NodeKind.REAL) {
      Assumptions.assumeTrue(
          Root.isRoot(),
          "real nodes need root (network namespaces, mounts, cgroups); this is user "
              + System.getProperty("user.name"));
    }
    clusters(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Cluster.class || type == TestNamespace.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (parameter.getParameter().getType() == TestNamespace.class) {
      return namespace(context);
    }
    String name = parameter.getParameter().getName();
    Cluster cluster = clusters(context).get(name);
    if (cluster == null) {
      throw new ExtensionConfigurationException(
          "@NeedsClusters of this class does not name a cluster '" + name + "'");
    }
    return cluster;
  }

  private static TestNamespace namespace(ExtensionContext context) {
    return context
        .getStore(HERE)
        .computeIfAbsent(
            "namespace",
            key ->
                TestNamespace.create(
                    context.getTestMethod().map(method -> method.getName()).orElse("class"),
                    List.copyOf(clusters(context).values())),
            TestNamespace.class);
  }

  private static Map<String, Cluster> clusters(ExtensionContext context) {
    NeedsClusters need = need(context);
    // The session's store is closed after the last test of the JVM, and the bed with it.
    SharedBed bed =
        context
            .getStore(StoreScope.LAUNCHER_SESSION, HERE)
            .computeIfAbsent(SharedBed.class, key -> new SharedBed(), SharedBed.class);
    return bed.clusters(Arrays.asList(need.value()), need.nodes());
  }

  private static NeedsClusters need(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), NeedsClusters.class)
        .orElseThrow(() -> new ExtensionConfigurationException("the class lacks @NeedsClusters"));
  }
}
