package io.sluice.kubelet;

import java.nio.file.Path;

/** Where the credentials for the provider come from. */
public sealed interface RemoteAccess {

  /** A kubeconfig on this machine, read once. */
  record InFile(Path kubeconfig) implements RemoteAccess {}

  /** A Secret beside the VirtualNode, followed while the kubelet runs. */
  record InSecret(String name) implements RemoteAccess {}
}
