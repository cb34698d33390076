package io.sluice.faults;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A safety rule that is taken out of Sluice: the sources of the real classes with a few words
 * changed, compiled before the real ones on the class path of real processes.
 *
 * @param rule what no longer holds
 * @param fault under which that shows
 * @param verdict letter of the invariant that it breaks
 */
record TakenOut(String rule, Fault fault, String verdict, List<Change> changes) {

  /** Words of one source file; they must be there exactly once, or the rule has moved. */
  record Change(String file, String words, String instead) {}

  TakenOut {
    changes = List.copyOf(changes);
  }

  TakenOut(String rule, Fault fault, String verdict, Change... changes) {
    this(rule, fault, verdict, List.of(changes));
  }

  /** Puts the changed classes into a folder. */
  void compileTo(Path folder) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Change change : changes) {
      Path source = Path.of("..").resolve(change.file());
      Path copy = folder.resolve("src").resolve(source.getFileName());
      String text = Files.readString(Files.exists(copy) ? copy : source);
      if (text.split(java.util.regex.Pattern.quote(change.words()), -1).length != 2) {
        throw new IllegalStateException(
            "%s: not exactly one \"%s\" in %s".formatted(rule, change.words(), source));
      }
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, text.replace(change.words(), change.instead()));
      sources.add(copy);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-nowarn",
                      "-implicit:none",
                      "-d",
                      folder.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjectsFromPaths(sources.stream().distinct().toList()))
              .call();
      if (!compiled) {
        throw new IllegalStateException(rule + ": " + complaints);
      }
    }
  }

  @Override
  public String toString() {
    return rule;
  }
}
