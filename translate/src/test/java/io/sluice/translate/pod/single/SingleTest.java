package io.sluice.translate.pod.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RemotePods;
import io.sluice.translate.pod.Shadows;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** App. B: what a provider without Sluice is asked to keep, and what it says back. */
class SingleTest {
  @Test
  void aPodThatRunsForEverIsAReplicaSetOfOne() { // RS1-1
    var set = SingleReplicaSet.of(Shadows.of("Always"));

    assertThat(set.getMetadata().getName()).isEqualTo("web-0");
    assertThat(set.getSpec().getReplicas()).isEqualTo(1);
    assertThat(set.getSpec().getSelector().getMatchLabels())
        .isEqualTo(Map.of(Labels.LOCAL_UID, "uid-1"));
    var template = set.getSpec().getTemplate();
    assertThat(template.getMetadata().getLabels())
        .containsEntry("app", "web")
        .containsEntry(Labels.LOCAL_UID, "uid-1");
    assertThat(template.getMetadata().getAnnotations())
        .containsEntry(Annotations.LOCAL_UID, "uid-1");
    assertThat(template.getSpec().getHostname()).isEqualTo("web-0");
  }

  @Test
  void aPodThatReadsItsOwnNameReadsTheOneOfItsHome() { // D-8
    var spec =
        new PodSpecBuilder(Facts.spec(Shadows.of("Always")))
            .editFirstContainer()
            .withEnv(
                new EnvVarBuilder()
                    .withName("ME")
                    .withNewValueFrom()
                    .withNewFieldRef("v1", "metadata.name")
                    .endValueFrom()
                    .build())
            .endContainer()
            .addNewVolume()
            .withName("info")
            .withNewDownwardAPI()
            .addNewItem()
            .withPath("name")
            .withNewFieldRef("v1", "metadata.name")
            .endItem()
            .endDownwardAPI()
            .endVolume()
            .build();
    var template = SingleReplicaSet.template(Shadows.of(spec));

    var env = template.getSpec().getContainers().getFirst().getEnv().getFirst();
    assertThat(env.getValue()).isEqualTo("web-0");
    assertThat(env.getValueFrom()).isNull();
    var file = template.getSpec().getVolumes().getFirst().getDownwardAPI().getItems().getFirst();
    assertThat(file.getFieldRef().getFieldPath())
        .isEqualTo("metadata.annotations['" + Annotations.HOME_NAME + "']");
    assertThat(template.getMetadata().getAnnotations())
        .containsEntry(Annotations.HOME_NAME, "web-0");
  }

  @Test
  void aPodThatMustNotRunTwiceFailsItsJobAtOnceUnlessItWasDisrupted() {
    var spec = SingleJob.of(Shadows.of("Never")).getSpec();

    assertThat(spec.getCompletions()).isEqualTo(1);
    assertThat(spec.getParallelism()).isEqualTo(1);
    assertThat(spec.getBackoffLimit()).isZero();
    assertThat(spec.getPodReplacementPolicy()).isEqualTo("Failed");
    assertThat(spec.getManualSelector()).isTrue();
    var rule = spec.getPodFailurePolicy().getRules().getFirst();
    assertThat(rule.getAction()).isEqualTo("Ignore");
    assertThat(rule.getOnPodConditions().getFirst().getType()).isEqualTo("DisruptionTarget");
    assertThat(spec.getTtlSecondsAfterFinished()).as("the record stays").isNull();

    var lossIsFinal = Shadows.with(Shadows.of("Never"), Annotations.REMOTE_POD_LOSS, "fail");
    assertThat(SingleJob.of(lossIsFinal).getSpec().getPodFailurePolicy()).isNull();
  }

  @Test
  void restartsOfContainersAreNotCountedAndTheDeadlineIsTheJobs() {
    var spec =
        new PodSpecBuilder(Facts.spec(Shadows.of("OnFailure")))
            .withActiveDeadlineSeconds(60L)
            .build();
    var job = SingleJob.of(Shadows.of(spec)).getSpec();

    assertThat(job.getBackoffLimit()).isEqualTo(Integer.MAX_VALUE);
    assertThat(job.getPodFailurePolicy()).isNull();
    assertThat(job.getActiveDeadlineSeconds()).isEqualTo(60);
    assertThat(job.getTemplate().getSpec().getActiveDeadlineSeconds()).isNull();
  }

  @ParameterizedTest(name = "{0}, taken {1}: {2}")
  @CsvSource({
    "'',       false, UNKNOWN",
    "Complete, false, SUCCEEDED",
    "Complete, true,  SUCCEEDED",
    "Failed,   false, FAILED",
    "Failed,   true,  UNKNOWN",
    "FailureTarget, false, UNKNOWN"
  })
  void theJobIsTheRecordOfTheEnd(String condition, boolean taken, ShadowPodPhase phase) { // D-1
    assertThat(SingleJob.shadow(job(condition), null, taken).getStatus().phase()).isEqualTo(phase);
  }

  @Test
  void theLastStatusOfAFinishedPodIsPartOfTheRecord() {
    var pod =
        RemotePods.phase(RemotePods.ended(RemotePods.running("Never"), "main", 3, 9), "Failed", "");

    assertThat(SingleJob.shadow(job("Failed"), pod, false).getStatus().podStatus())
        .isEqualTo(pod.getStatus());
  }

  @Test
  void whyNoPodComesIsSaidInTheWordsOfTheProvider() {
    var set =
        new ReplicaSetBuilder(SingleReplicaSet.of(Shadows.of("Always")))
            .withNewStatus()
            .addNewCondition()
            .withType("ReplicaFailure")
            .withStatus("True")
            .withReason("FailedCreate")
            .withMessage("exceeded quota: small")
            .endCondition()
            .endStatus()
            .build();

    assertThat(SingleReplicaSet.shadow(set).getStatus().conditions())
        .singleElement()
        .satisfies(c -> assertThat(c.message()).isEqualTo("exceeded quota: small"));
  }

  @Test
  void whatAStrangerChangedIsFound() {
    var set = SingleReplicaSet.of(Shadows.of("Always"));
    var scaled = new ReplicaSetBuilder(set).editSpec().withReplicas(0).endSpec().build();
    var job = SingleJob.of(Shadows.of("Never"));
    var held =
        new JobBuilder(job).editSpec().withSuspend(true).withParallelism(4).endSpec().build();

    assertThat(SingleReplicaSet.isScaled(set)).isFalse();
    assertThat(SingleReplicaSet.isScaled(scaled)).isTrue();
    assertThat(SingleJob.mending(job)).isEmpty();
    assertThat(SingleJob.mending(held)).isEqualTo(Map.of("suspend", false, "parallelism", 1));
  }

  private static Job job(String condition) {
    var job = new JobBuilder(SingleJob.of(Shadows.of("Never")));
    return condition.isEmpty()
        ? job.build()
        : job.withNewStatus()
            .addNewCondition()
            .withType(condition)
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build();
  }
}
