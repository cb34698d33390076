package io.sluice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  @Test
  void theSeedSaysEverything() {
    assertThat(new Schedule(7, 2).run(3)).isEqualTo(new Schedule(7, 2).run(3));
    assertThat(new Schedule(7, 2).run(3)).isNotEqualTo(new Schedule(8, 2).run(3));
  }

  @Test
  void everyFaultComesBeforeAnyComesTwice() {
    Schedule schedule = new Schedule(1, 2);
    List<Fault> seen = new ArrayList<>();
    for (int run = 0; seen.size() < Fault.values().length; run++) {
      schedule.run(run).forEach(step -> seen.add(step.fault()));
    }
    assertThat(seen.subList(0, Fault.values().length)).containsExactlyInAnyOrder(Fault.values());
  }
}
