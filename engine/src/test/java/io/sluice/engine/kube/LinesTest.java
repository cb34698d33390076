package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {
  private static final List<String> GIVEN =
      List.of("a", "", "b".repeat(300_000), "c".repeat(8 * 1024), "d", "e".repeat(8 * 1024 - 1));

  /** Streams give what they have at the moment. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4096, 1_000_000})
  void findsEachLineHoweverItComes(int most) throws IOException {
    assertThat(lines(String.join("\n", GIVEN) + "\n", most)).isEqualTo(GIVEN);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4096, 1_000_000})
  void dropsALineThatTheStreamEndsIn(int most) throws IOException {
    assertThat(lines("whole\ntor", most)).containsExactly("whole");
  }

  private static List<String> lines(String text, int most) throws IOException {
    InputStream in =
        new FilterInputStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            return super.read(target, offset, Math.min(length, most));
          }
        };
    Lines lines = new Lines(in);
    List<String> found = new ArrayList<>();
    while (lines.next()) {
      found.add(new String(lines.buffer(), lines.offset(), lines.length(), StandardCharsets.UTF_8));
      assertThat(new String(lines.copy(), StandardCharsets.UTF_8)).isEqualTo(found.getLast());
    }
    return found;
  }
}
