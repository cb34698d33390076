import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * Copies jars into a folder, those that are signed without their signatures: a process would keep
 * the digest of each of their thousands of classes in memory, and no AOT cache holds any of them.
 *
 * <p>Arguments: the folder, the jars.
 */
final class Unsigned {
  private static final Pattern SIGNATURE =
      Pattern.compile("META-INF/([^/]+\\.(SF|RSA|DSA|EC)|SIG-[^/]+)");

  private Unsigned() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    for (int i = 1; i < args.length; i++) {
      Path jar = Path.of(args[i]);
      Path copy = folder.resolve(jar.getFileName());
      try (JarFile from = new JarFile(jar.toFile(), false)) {
        if (from.stream().anyMatch(Unsigned::isSignature)) {
          strip(from, copy);
        } else {
          Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  private static boolean isSignature(JarEntry entry) {
    return SIGNATURE.matcher(entry.getName()).matches();
  }

  private static void strip(JarFile from, Path to) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putAll(from.getManifest().getMainAttributes());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
      out.putNextEntry(timeless(JarFile.MANIFEST_NAME));
      manifest.write(out);
      for (JarEntry entry : Collections.list(from.entries())) {
        if (!isSignature(entry) && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
          out.putNextEntry(timeless(entry.getName()));
          from.getInputStream(entry).transferTo(out);
        }
      }
    }
  }

  /** The same jar gives the same bytes. */
  private static ZipEntry timeless(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
    return entry;
  }
}
