package io.sluice.testbed.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Writes an image as the archive that `docker save` makes: manifest, config, one layer. */
final class DockerArchive {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FOLDER_MODE = 0755;
  private static final int STICKY_MODE = 01777;
  private static final int TEXT_MODE = 0644;

  private DockerArchive() {}

  static void write(ImageSpec image, Path file) throws IOException {
    Path layer = file.resolveSibling(file.getFileName() + ".layer");
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    String digest = writeLayer(image.entries(), layer);
    String config = config(image, digest);
    String configName = sha256(config) + ".json";
    String layerName = digest + "/layer.tar";
    try (TarWriter archive = new TarWriter(buffered(unfinished))) {
      archive.file(configName, TEXT_MODE, config);
      archive.file(layerName, TEXT_MODE, layer);
      archive.file("manifest.json", TEXT_MODE, manifest(image, configName, layerName));
    }
    Files.delete(layer);
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String writeLayer(List<ImageSpec.Entry> entries, Path file) throws IOException {
    MessageDigest digest = newDigest();
    try (TarWriter layer = new TarWriter(new DigestOutputStream(buffered(file), digest))) {
      Set<String> folders = new HashSet<>();
      layer.folder("tmp", STICKY_MODE);
      folders.add("tmp");
      for (ImageSpec.Entry entry : entries) {
        parents(layer, entry.name(), folders);
        switch (entry) {
          case ImageSpec.Entry.Copy copy -> layer.file(copy.name(), copy.mode(), copy.source());
          case ImageSpec.Entry.Text text -> layer.file(text.name(), TEXT_MODE, text.text());
          case ImageSpec.Entry.Symlink link -> layer.link(link.name(), link.target());
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void parents(TarWriter layer, String name, Set<String> known) throws IOException {
    for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
      String folder = name.substring(0, slash);
      if (known.add(folder)) {
        layer.folder(folder, FOLDER_MODE);
      }
    }
  }

  private static String config(ImageSpec image, String layer) {
    ObjectNode root = JSON.createObjectNode();
    root.put("architecture", architecture()).put("os", "linux");
    ObjectNode run = root.putObject("config");
    run.putArray("Env").add("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/");
    addAll(run.putArray("Entrypoint"), image.command().entrypoint());
    addAll(run.putArray("Cmd"), image.command().arguments());
    if (!image.command().user().isEmpty()) {
      run.put("User", image.command().user());
    }
    root.putObject("rootfs").put("type", "layers").putArray("diff_ids").add("sha256:" + layer);
    root.putArray("history").addObject().put("created_by", "sluice testbed");
    return root.toString();
  }

  private static String manifest(ImageSpec image, String config, String layer) {
    ArrayNode root = JSON.createArrayNode();
    ObjectNode only = root.addObject().put("Config", config);
    addAll(only.putArray("RepoTags"), image.tags());
    only.putArray("Layers").add(layer);
    return root.toString();
  }

  private static void addAll(ArrayNode array, List<String> values) {
    values.forEach(array::add);
  }

  private static String architecture() {
    String java = System.getProperty("os.arch");
    return switch (java) {
      case "amd64", "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> java;
    };
  }

  private static OutputStream buffered(Path file) throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
  }

  static String sha256(String text) {
    return HexFormat.of().formatHex(newDigest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
