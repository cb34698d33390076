package io.sluice.testbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  @TempDir Path folder;
  private AuditLog log = new AuditLog(Path.of("unset"));

  @BeforeEach
  void emptyLog() {
    log = new AuditLog(folder.resolve("audit.log"));
  }

  @Test
  void readsNothingWhereNothingWasWritten() {
    assertThat(log.all().count()).isZero();
    assertThat(log.since(log.mark()).isEmpty()).isTrue();
  }

  @Test
  void countsPerIdentityVerbAndResource() throws IOException {
    write("1", "kubelet", "create", "\"resource\":\"pods\",\"name\":\"a\"");
    write("2", "kubelet", "create", "\"resource\":\"pods\",\"name\":\"b\"");
    write("3", "kubelet", "patch", "\"resource\":\"pods\",\"subresource\":\"status\"");
    write("4", "manager", "create", "\"resource\":\"pods\"");

    assertThat(log.all().counts())
        .containsEntry(new Requests.Key("kubelet", "create", "pods"), 2)
        .containsEntry(new Requests.Key("kubelet", "patch", "pods/status"), 1)
        .containsEntry(new Requests.Key("manager", "create", "pods"), 1)
        .hasSize(3);
  }

  @Test
  void countsTheTwoStagesOfAWatchAsOneRequest() throws IOException {
    write("1", "kubelet", "watch", "\"resource\":\"pods\"");
    write("1", "kubelet", "watch", "\"resource\":\"pods\"");

    assertThat(log.all().verb("watch").count()).isEqualTo(1);
  }

  @Test
  void narrowsDownByNamespaceNameTimeAndEffect() throws IOException {
    write("1", "kubelet", "get", "\"resource\":\"pods\",\"namespace\":\"n\",\"name\":\"a\"");
    write("2", "kubelet", "delete", "\"resource\":\"pods\",\"namespace\":\"n\",\"name\":\"a\"");
    write("3", "kubelet", "delete", "\"resource\":\"pods\",\"namespace\":\"other\"");

    Requests ours = log.all().in("n").named("a");
    assertThat(ours.count()).isEqualTo(2);
    assertThat(ours.writes().count()).isEqualTo(1);
    Instant second = Instant.parse("2026-01-01T00:00:02Z");
    assertThat(log.all().between(second, second.plusSeconds(1)).events())
        .extracting(AuditEvent::id)
        .containsExactly("2");
  }

  @Test
  void startsAtAMark() throws IOException {
    write("1", "kubelet", "get", "\"resource\":\"pods\"");
    AuditLog.Mark mark = log.mark();
    write("2", "kubelet", "list", "\"resource\":\"pods\"");

    assertThat(log.since(mark).events()).extracting(AuditEvent::verb).containsExactly("list");
  }

  @Test
  void waitsForTheRestOfAHalfWrittenLine() throws IOException {
    write("1", "kubelet", "get", "\"resource\":\"pods\"");
    append("{\"auditID\":\"2\",\"verb\":");

    assertThat(log.all().count()).isEqualTo(1);
  }

  @Test
  void refusesALogThatIsBrokenInTheMiddle() throws IOException {
    append("{\"auditID\":\"2\",\"verb\":\n");
    write("1", "kubelet", "get", "\"resource\":\"pods\"");

    assertThatThrownBy(log::all).isInstanceOf(BedException.class).hasMessageContaining("audit log");
  }

  @Test
  void tellsWhoWhatWhereAndHow() throws IOException {
    write("7", "kubelet", "update", "\"resource\":\"nodes\",\"name\":\"n1\"");

    AuditEvent event = log.all().events().getFirst();
    assertThat(event.user()).isEqualTo("kubelet");
    assertThat(event.resource()).isEqualTo("nodes");
    assertThat(event.namespace()).isEmpty();
    assertThat(event.target().uri()).isEqualTo("/api/v1/x");
    assertThat(event.code()).isEqualTo(200);
    assertThat(event.outcome().answered()).isAfter(event.outcome().received());
  }

  private void write(String id, String user, String verb, String ref) throws IOException {
    String second = "2026-01-01T00:00:0" + id;
    append(
        """
        {"auditID":"%s","requestURI":"/api/v1/x","verb":"%s","user":{"username":"%s"},\
        "objectRef":{%s},"responseStatus":{"code":200},\
        "requestReceivedTimestamp":"%s.0Z","stageTimestamp":"%s.5Z"}
        """
            .formatted(id, verb, user, ref, second, second));
  }

  private void append(String text) throws IOException {
    Files.writeString(log.file(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
