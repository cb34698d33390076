package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** §8 and §4.4. */
class SubjectTest {
  @Test
  void theManagerOfAConsumerIsKnownByItsClusterId() {
    assertThat(Subject.controlPlane("home")).hasToString("CN=home,O=liqo.io");
  }

  @Test
  void aSliceIsKnownByItsNameAndAHashOfItsConsumer() {
    // echo -n home | sha256sum
    assertThat(Subject.slice("home", "big")).hasToString("CN=big-4ea140588150,O=home");
  }

  @Test
  void twoConsumersNeverShareASliceUser() {
    assertThat(Subject.sliceUser("home", "big")).isNotEqualTo(Subject.sliceUser("hom", "big"));
  }

  @Test
  void showsWhatDoesNotBelong() {
    Subject greedy = new Subject(List.of("a", "b"), List.of(), List.of("2.5.4.6=IT"));

    assertThat(greedy).hasToString("CN=a,CN=b,2.5.4.6=IT");
    assertThat(new Subject(List.of(), List.of(), List.of())).hasToString("empty");
  }
}
