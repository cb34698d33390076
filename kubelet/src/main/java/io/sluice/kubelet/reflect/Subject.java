package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.engine.kube.Kind;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.Reflection;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One kind as it is reflected.
 *
 * @param rules what holds for a namespace at the moment
 * @param ready whether the rules of a namespace know all that they need; what ends the contrary
 *     looks at everything again
 * @param lazy whether local objects are followed only once they can matter
 * @param quiet names of local objects whose twins are not worth a watch: looked at now and then
 * @param back what flows back after each look at a pair
 */
record Subject<L extends HasMetadata, R extends HasMetadata>(
    Kind<L> local,
    Kind<R> remote,
    Function<Border, Reflection<L, R>> rules,
    Predicate<String> ready,
    boolean lazy,
    Predicate<String> quiet,
    Back<L, R> back) {

  /** What a twin tells its local object. */
  @FunctionalInterface
  interface Back<L, R> {
    void tell(L local, @Nullable R twin, Border border);
  }

  Subject(Kind<L> local, Kind<R> remote, Function<Border, Reflection<L, R>> rules) {
    this(local, remote, rules, _ -> true, false, _ -> false, (_, _, _) -> {});
  }

  Subject<L, R> ready(Predicate<String> known) {
    return new Subject<>(local, remote, rules, known, lazy, quiet, back);
  }

  /** Until it is said that they can matter, local objects are not followed where none is. */
  Subject<L, R> lazily() {
    return new Subject<>(local, remote, rules, ready, true, quiet, back);
  }

  Subject<L, R> quiet(String name) {
    return new Subject<>(local, remote, rules, ready, lazy, name::equals, back);
  }

  Subject<L, R> back(Back<L, R> told) {
    return new Subject<>(local, remote, rules, ready, lazy, quiet, told);
  }
}
