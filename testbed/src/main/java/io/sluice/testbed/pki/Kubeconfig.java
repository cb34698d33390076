package io.sluice.testbed.pki;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** A kubeconfig with one cluster, one user and the certificates embedded. */
public record Kubeconfig(String text) {
  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build());

  public static Kubeconfig of(String cluster, String server, String caPem, Identity identity) {
    ObjectNode root = YAML.createObjectNode().put("apiVersion", "v1").put("kind", "Config");
    ObjectNode endpoint = root.putArray("clusters").addObject().put("name", cluster);
    endpoint
        .putObject("cluster")
        .put("server", server)
        .put("certificate-authority-data", base64(caPem));
    ObjectNode user = root.putArray("users").addObject().put("name", cluster);
    user.putObject("user")
        .put("client-certificate-data", base64(Pem.of(identity.certificate())))
        .put("client-key-data", base64(Pem.of(identity.key())));
    ObjectNode context = root.putArray("contexts").addObject().put("name", cluster);
    context.putObject("context").put("cluster", cluster).put("user", cluster);
    root.put("current-context", cluster);
    return new Kubeconfig(yaml(root));
  }

  public static Kubeconfig read(Path file) {
    try {
      Kubeconfig config = new Kubeconfig(Files.readString(file));
      config.clusters(file.toString());
      return config;
    } catch (IOException e) {
      throw new BedException("can't read the kubeconfig " + file, e);
    }
  }

  /** The same, with every cluster reached at another address. */
  public Kubeconfig withServer(String server) {
    JsonNode root = clusters("the kubeconfig");
    for (JsonNode cluster : root.path("clusters")) {
      ((ObjectNode) cluster.path("cluster")).put("server", server);
    }
    return new Kubeconfig(yaml(root));
  }

  /** The same, with every cluster trusted for another authority's word. */
  public Kubeconfig withAuthority(X509Certificate authority) {
    JsonNode root = clusters("the kubeconfig");
    for (JsonNode cluster : root.path("clusters")) {
      ((ObjectNode) cluster.path("cluster"))
          .put("certificate-authority-data", base64(Pem.of(authority)));
    }
    return new Kubeconfig(yaml(root));
  }

  /** Address of the API server. */
  public String server() {
    return cluster("server");
  }

  public X509Certificate authority() {
    return Pem.certificate(decoded(cluster("certificate-authority-data")));
  }

  /** Who the file makes its bearer. */
  public Identity identity() {
    JsonNode user = clusters("the kubeconfig").path("users").path(0).path("user");
    return new Identity(
        Pem.privateKey(decoded(user.path("client-key-data").asText())),
        Pem.certificate(decoded(user.path("client-certificate-data").asText())));
  }

  private String cluster(String field) {
    JsonNode root = clusters("the kubeconfig");
    return root.path("clusters").path(0).path("cluster").path(field).asText();
  }

  public Path write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      return Pem.writeSecret(file, text);
    } catch (IOException e) {
      throw new BedException("can't write the kubeconfig " + file, e);
    }
  }

  private JsonNode clusters(String origin) {
    try {
      JsonNode root = YAML.readTree(text);
      boolean plausible =
          root != null
              && root.path("clusters").isArray()
              && !root.path("clusters").isEmpty()
              && root.path("clusters").path(0).path("cluster").isObject();
      if (plausible) {
        return root;
      }
    } catch (JsonProcessingException e) {
      JsonLocation where = e.getLocation();
      String line = where == null ? "" : " (line " + where.getLineNr() + ")";
      throw new BedException(origin + " does not parse as a kubeconfig" + line, e);
    }
    throw new BedException(origin + " is not a kubeconfig: it names no cluster");
  }

  private static String yaml(JsonNode root) {
    try {
      return YAML.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
