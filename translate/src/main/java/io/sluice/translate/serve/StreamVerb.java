package io.sluice.translate.serve;

import io.sluice.translate.Outcome;
import io.sluice.translate.serve.Ask.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Streams in both directions: how the kubelet names them, and how the API server does. */
public enum StreamVerb {
  EXEC("exec", "exec"),
  ATTACH("attach", "attach"),
  PORT_FORWARD("portForward", "portforward");

  private static final Pattern PORTS = Pattern.compile("[0-9]{1,5}(,[0-9]{1,5})*");
  private static final Map<String, String> CHANNELS = channels();

  private final String path;
  private final String subresource;

  StreamVerb(String path, String subresource) {
    this.path = path;
    this.subresource = subresource;
  }

  /** The kubelet's names of the channels and the API server's. */
  private static Map<String, String> channels() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("input", "stdin");
    names.put("output", "stdout");
    names.put("error", "stderr");
    names.put("tty", "tty");
    return names;
  }

  static Optional<StreamVerb> ofPath(String root) {
    return Stream.of(values()).filter(verb -> verb.path.equals(root)).findFirst();
  }

  /** The subresource of the remote pod. */
  public String subresource() {
    return subresource;
  }

  /** {@code /exec/ns/pod[/uid]/container}, {@code /portForward/ns/pod[/uid]}. */
  Optional<Target> target(List<String> at) {
    int names = this == PORT_FORWARD ? 3 : 4;
    if (at.size() != names && at.size() != names + 1) {
      return Optional.empty();
    }
    String uid = at.size() == names ? "" : at.get(3);
    String container = this == PORT_FORWARD ? "" : at.getLast();
    return Optional.of(new Target(at.get(1), at.get(2), uid, container));
  }

  Ask ask(Target target, String query) {
    return switch (Query.parse(query)) {
      case Outcome.Failed<Query>(String why) -> new Ask.Refused(400, why);
      case Outcome.Ok<Query>(Query asked) ->
          this == PORT_FORWARD ? ports(target, asked) : channels(target, asked);
    };
  }

  /** Only WebSocket clients name their ports in the query; SPDY ones do it in the stream. */
  private Ask ports(Target target, Query asked) {
    List<String> ports = asked.all("port");
    if (!ports.stream().allMatch(port -> PORTS.matcher(port).matches())) {
      return new Ask.Refused(400, "invalid port");
    }
    return new Ask.Stream(
        this, target, ports.isEmpty() ? Query.EMPTY : new Query(Map.of("ports", ports)));
  }

  private Ask channels(Target target, Query asked) {
    Map<String, List<String>> remote = new LinkedHashMap<>();
    remote.put("container", List.of(target.container()));
    if (this == EXEC) {
      remote.put("command", asked.all("command"));
    }
    List<String> open = new ArrayList<>();
    CHANNELS.forEach(
        (here, there) -> {
          if (asked.first(here).equals("1")) {
            open.add(there);
          }
        });
    if (open.contains("tty")) {
      open.remove("stderr"); // a terminal has one output: the kubelet leaves it out silently
    }
    open.forEach(name -> remote.put(name, List.of("true")));
    return open.stream().allMatch("tty"::equals)
        ? new Ask.Refused(400, "you must specify at least 1 of stdin, stdout, stderr")
        : new Ask.Stream(this, target, new Query(remote));
  }
}
