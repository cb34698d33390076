package io.sluice.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads what the suite leaves behind; it lists every spec that it knows, run or not. */
final class Junit {
  /** What the suite puts before the name of a spec. */
  private static final String SPEC = "[It] ";

  private static final int LONGEST = 300;

  /** Flags that say where the clusters are, and the folders of programs. */
  private static final Pattern OF_THIS_MACHINE =
      Pattern.compile(
          "--(server|kubeconfig)=\\S+ |"
              + Pattern.quote(System.getProperty("user.home"))
              + "(/[^\\s/]+)*/");

  private Junit() {}

  /** The verdicts of those that were to be run, in the order of the file. */
  static List<Verdict> read(Path file, Set<String> wanted, Side side, String commit)
      throws IOException {
    List<Verdict> verdicts = new ArrayList<>();
    NodeList cases = parse(file).getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element element = (Element) cases.item(i);
      String name = element.getAttribute("name");
      String spec = name.startsWith(SPEC) ? name.substring(SPEC.length()) : name;
      if (wanted.contains(spec) && ended(element)) {
        double seconds = Math.round(Double.parseDouble(element.getAttribute("time")) * 10) / 10.0;
        verdicts.add(
            new Verdict(commit, side, spec, outcome(element), complaint(element), seconds));
      }
    }
    return verdicts;
  }

  /** When its time is over the suite cuts one spec off, and lists the rest without a reason. */
  private static boolean ended(Element element) {
    return switch (element.getAttribute("status")) {
      case "interrupted", "aborted", "timedout" -> false;
      case "skipped" -> !complaint(element).equals("skipped");
      case String _ -> true;
    };
  }

  private static Outcome outcome(Element element) {
    return switch (element.getAttribute("status")) {
      case "passed" -> Outcome.PASSED;
      case "skipped", "pending" -> Outcome.SKIPPED;
      case String _ -> Outcome.FAILED;
    };
  }

  private static String complaint(Element element) {
    for (String tag : List.of("failure", "error", "skipped")) {
      NodeList found = element.getElementsByTagName(tag);
      if (found.getLength() > 0) {
        Element first = (Element) found.item(0);
        String text = first.getTextContent();
        return firstLine(text.isBlank() ? first.getAttribute("message") : text);
      }
    }
    return "";
  }

  /** What the suite complains about, without the folders of the machine it ran on. */
  static String firstLine(String text) {
    String line = text.strip().lines().findFirst().orElse("").strip();
    line = OF_THIS_MACHINE.matcher(line).replaceAll("");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  private static Document parse(Path file) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(Files.newInputStream(file), file.toString());
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("no junit report: " + file, e);
    }
  }
}
