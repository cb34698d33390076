package io.sluice.testbed.cli;

import io.sluice.testbed.record.Recorder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Records what Kubernetes does to pods; the fixtures of D-1 come from it. */
@Command(
    name = "record",
    description = "Record what happens to pods on a real node, as files of watch events.",
    mixinStandardHelpOptions = true)
final class RecordFates implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FOLDER", description = "Where the files go.")
  private Path folder;

  @Parameters(index = "1..*", paramLabel = "CASE", description = "Which; default: all.")
  private @Nullable List<String> cases;

  @Override
  public Integer call() {
    new Recorder(folder).record(cases == null || cases.isEmpty() ? Recorder.names() : cases);
    return 0;
  }
}
