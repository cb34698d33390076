package io.sluice.cli.doctor;

/**
 * What one check found.
 *
 * @param remedy what to do; empty when all is well
 */
public record Finding(String check, Level level, String detail, String remedy) {

  /** How bad it is. */
  public enum Level {
    OK,
    WARNING,
    BROKEN
  }

  static Finding ok(String check, String detail) {
    return new Finding(check, Level.OK, detail, "");
  }

  static Finding warning(String check, String detail, String remedy) {
    return new Finding(check, Level.WARNING, detail, remedy);
  }

  static Finding broken(String check, String detail, String remedy) {
    return new Finding(check, Level.BROKEN, detail, remedy);
  }

  public String mark() {
    return switch (level) {
      case OK -> "ok";
      case WARNING -> "~~";
      case BROKEN -> "!!";
    };
  }
}
