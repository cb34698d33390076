package io.sluice.testbed.build;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The committed files of one module, and the name under which what is built from them is kept. */
record PinnedSource(GoModule module, Map<String, byte[]> files) {
  private static final int KEY_DIGITS = 12;

  static PinnedSource of(GoModule module) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String file : module.files()) {
      String resource = "/io/sluice/testbed/go/" + module.folder() + "/" + file;
      try (InputStream in = PinnedSource.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new BedException("the bed was built without " + resource);
        }
        files.put(file, in.readAllBytes());
      } catch (IOException e) {
        throw new BedException("can't read " + resource, e);
      }
    }
    return new PinnedSource(module, files);
  }

  /**
   * Folder name made of the version and everything that decides the result; not of the place of the
   * repository, so that a fresh clone finds what another one built.
   */
  String key(String platform) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(platform.getBytes(StandardCharsets.UTF_8));
      digest.update(String.join("\n", module.flags()).getBytes(StandardCharsets.UTF_8));
      files.forEach(
          (name, content) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(content);
          });
      String hash = HexFormat.of().formatHex(digest.digest()).substring(0, KEY_DIGITS);
      return module.folder() + "-" + module.version() + "-" + hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  void unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
  }
}
