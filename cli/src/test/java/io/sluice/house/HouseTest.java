package io.sluice.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of the house that the compiler can't see. */
class HouseTest {
  private static final int LONGEST_FILE = 400;
  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.sluice");

  @Test
  void translateIsPure() {
    check(
        noClasses()
            .that()
            .resideInAPackage("io.sluice.translate..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.fabric8.kubernetes.client.utils..",
                "io.fabric8.kubernetes.client.http..",
                "java.net.http..",
                "java.nio.file..",
                "java.util.concurrent..",
                "com.fasterxml.jackson.databind..",
                "com.fasterxml.jackson.core..",
                "org.slf4j.."));
    check(
        noClasses()
            .that()
            .resideInAPackage("io.sluice.translate..")
            .should()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.util.UUID.class, "randomUUID"));
  }

  /** A clock that is wrong, or jumps, is one of the faults: there is one place to set it wrong. */
  @Test
  void rolesAskOneClockForTheTime() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage("io.sluice.engine..", "io.sluice.kubelet..", "io.sluice.manager..")
            .and()
            .resideOutsideOfPackage("io.sluice.engine.time..")
            .should()
            .callMethod(java.time.Clock.class, "systemUTC")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis"));
  }

  @Test
  void librariesStayInTheirRoom() {
    onlyIn("org.bouncycastle..", "io.sluice.engine.pki..", "io.sluice.testbed..");
    onlyIn("picocli..", "io.sluice.cli..", "io.sluice.testbed..");
    onlyIn(
        "com.fasterxml.jackson.databind..",
        "io.sluice.engine.kube..",
        "io.sluice.api..",
        "io.sluice.testbed..");
    onlyIn("java.net.http..", "io.sluice.engine..", "io.sluice.testbed..");
    onlyIn("io.fabric8.kubernetes.client.http..", "io.sluice.engine..");
  }

  @Test
  void kubeletAndManagerDoNotKnowEachOther() {
    check(
        noClasses()
            .that()
            .resideInAPackage("io.sluice.kubelet..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.sluice.manager.."));
    check(
        noClasses()
            .that()
            .resideInAPackage("io.sluice.manager..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.sluice.kubelet.."));
  }

  @Test
  void packagesHaveNoCycles() {
    check(slices().matching("io.sluice.(*).(**)").should().beFreeOfCycles().allowEmptyShould(true));
  }

  @Test
  void namesSayWhatAThingIs() {
    check(
        classes()
            .that()
            .areTopLevelClasses()
            .should()
            .haveNameNotMatching(".*(Util|Utils|Helper|Manager|Impl)|.*\\.Abstract[A-Z].*"));
  }

  @Test
  void filesFitOnAFewScreens() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      List<String> tooLong =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().contains("/target/"))
              .filter(file -> lines(file) > LONGEST_FILE)
              .map(file -> file + ": " + lines(file) + " lines")
              .toList();
      assertThat(tooLong).as("files longer than %d lines", LONGEST_FILE).isEmpty();
    }
  }

  private static void onlyIn(String library, String... rooms) {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(rooms)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(library));
  }

  private static void check(ArchRule rule) {
    rule.check(CODE);
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
