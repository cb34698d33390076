package io.sluice.testbed.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Set;

/**
 * One request as the API server recorded it.
 *
 * @param id the same for all stages of one request
 * @param who the caller
 * @param verb as in RBAC: get, list, watch, create, update, patch, delete, deletecollection
 * @param target what was asked for
 * @param outcome how and when it was answered
 */
public record AuditEvent(String id, Caller who, String verb, Target target, Outcome outcome) {
  private static final Set<String> READING = Set.of("get", "list", "watch");

  /** Who called: the authenticated name and the client's own description of itself. */
  public record Caller(String user, String userAgent) {}

  /** What was asked for; empty strings where it does not apply. */
  public record Target(
      String resource, String subresource, String namespace, String name, String uri) {
    /** {@code pods} or {@code pods/status}. */
    public String kind() {
      return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
  }

  /** How it was answered: HTTP code, when it came in, when this stage was reached. */
  public record Outcome(int code, Instant received, Instant answered) {}

  public String user() {
    return who.user();
  }

  public String resource() {
    return target.kind();
  }

  public String namespace() {
    return target.namespace();
  }

  public String name() {
    return target.name();
  }

  public int code() {
    return outcome.code();
  }

  /** Whether it asked for a change (whatever the answer was). */
  public boolean writes() {
    return !READING.contains(verb);
  }

  static AuditEvent parse(JsonNode event) {
    JsonNode ref = event.path("objectRef");
    Instant received = Instant.parse(event.path("requestReceivedTimestamp").asText());
    return new AuditEvent(
        event.path("auditID").asText(),
        new Caller(
            event.path("user").path("username").asText(""), event.path("userAgent").asText("")),
        event.path("verb").asText(),
        new Target(
            ref.path("resource").asText(""),
            ref.path("subresource").asText(""),
            ref.path("namespace").asText(""),
            ref.path("name").asText(""),
            event.path("requestURI").asText("")),
        new Outcome(
            event.path("responseStatus").path("code").asInt(),
            received,
            Instant.parse(event.path("stageTimestamp").asText(received.toString()))));
  }
}
