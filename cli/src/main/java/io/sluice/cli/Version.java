package io.sluice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says which Sluice this is. */
@Command(name = "version", description = "Print the version.")
final class Version implements IVersionProvider, Runnable {
  @Spec private CommandSpec spec;

  @Override
  public String[] getVersion() {
    return new String[] {"sluice " + number()};
  }

  static String number() {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/sluice.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version", "unknown");
  }

  @Override
  public void run() {
    spec.commandLine().getOut().println(getVersion()[0]);
  }
}
