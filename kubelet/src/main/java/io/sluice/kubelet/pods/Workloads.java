package io.sluice.kubelet.pods;

import io.sluice.kubelet.border.Extension;

/** Opens the back end for one extended namespace: the one place that knows which it is. */
@FunctionalInterface
public interface Workloads {
  RemoteWorkload open(Extension extension, News news);

  /** Told what happens in a twin namespace. */
  interface News {
    /** The twin of this name changed. */
    void changed(String name);

    /** Everything has been seen once. */
    void synced();
  }
}
