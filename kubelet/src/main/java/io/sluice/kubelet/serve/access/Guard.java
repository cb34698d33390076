package io.sluice.kubelet.serve.access;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.translate.serve.Rights;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets nobody through whom the home API server does not know and allow. Its answers are remembered
 * briefly; where it does not answer, nobody passes.
 */
public final class Guard {
  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
  private static final Kind<TokenReview> TOKENS = Kind.of(TokenReview.class);
  private static final Kind<SubjectAccessReview> REVIEWS = Kind.of(SubjectAccessReview.class);
  private static final Duration KNOWN = Duration.ofSeconds(60);
  private static final Duration ALLOWED = Duration.ofSeconds(60);
  private static final Duration DENIED = Duration.ofSeconds(10);

  private final Api home;
  private final String nodeName;
  private final ClientAuthorities authorities;
  private final Clock clock;
  private final Brief<String, Caller> tokens;
  private final Brief<Question, Boolean> answers;

  private record Question(Caller caller, String verb, String subresource) {}

  /** What a request shows of its sender. */
  public record Papers(List<X509Certificate> certificates, @Nullable String bearer) {
    public Papers {
      certificates = List.copyOf(certificates);
    }
  }

  public sealed interface Verdict {
    record Passed(Caller caller) implements Verdict {}

    /** Said as a real kubelet says it. */
    record Stopped(int status, String message) implements Verdict {}
  }

  public Guard(Api home, String nodeName, ClientAuthorities authorities, Clock clock) {
    this.home = home;
    this.nodeName = nodeName;
    this.authorities = authorities;
    this.clock = clock;
    this.tokens = new Brief<>(clock);
    this.answers = new Brief<>(clock);
  }

  public Verdict judge(Papers papers, Rights rights) {
    Caller caller = caller(papers).orElse(null);
    if (caller == null) {
      return new Verdict.Stopped(401, "Unauthorized");
    }
    for (String subresource : rights.subresources()) {
      try {
        if (allowed(new Question(caller, rights.verb(), subresource))) {
          return new Verdict.Passed(caller);
        }
      } catch (ApiFailure failure) {
        LOG.atWarn().addKeyValue("why", failure.getMessage()).log("rights cannot be checked");
        return new Verdict.Stopped(
            500,
            "Authorization error (user=%s, verb=%s, resource=nodes, subresource=%s)"
                .formatted(caller.name(), rights.verb(), subresource));
      }
    }
    return new Verdict.Stopped(
        403,
        "Forbidden (user=%s, verb=%s, resource=nodes, subresource(s)=%s)\n"
            .formatted(
                caller.name(), rights.verb(), rights.subresources().toString().replace(",", "")));
  }

  private Optional<Caller> caller(Papers papers) {
    Optional<Caller> certified =
        CertifiedCallers.caller(papers.certificates(), authorities.anchors(), clock.instant());
    String bearer = papers.bearer();
    return certified.isPresent() || bearer == null ? certified : bearer(bearer);
  }

  private Optional<Caller> bearer(String token) {
    String key = digest(token);
    Optional<Caller> known = tokens.get(key);
    if (known.isPresent()) {
      return known;
    }
    // No audiences: the API server then takes its own, which is what it does for kubelets.
    TokenReview question =
        new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build();
    try {
      TokenReview answer = home.ask(TOKENS, question);
      if (answer.getStatus() == null
          || !Boolean.TRUE.equals(answer.getStatus().getAuthenticated())) {
        return Optional.empty();
      }
      Caller caller = caller(answer.getStatus().getUser());
      tokens.put(key, caller, KNOWN);
      return Optional.of(caller);
    } catch (ApiFailure failure) {
      LOG.atWarn().addKeyValue("why", failure.getMessage()).log("a token cannot be checked");
      return Optional.empty();
    }
  }

  private static Caller caller(UserInfo user) {
    Map<String, List<String>> extra = user.getExtra() == null ? Map.of() : user.getExtra();
    String uid = user.getUid() == null ? "" : user.getUid();
    return new Caller(user.getUsername(), uid, user.getGroups(), extra);
  }

  private boolean allowed(Question question) {
    Optional<Boolean> known = answers.get(question);
    if (known.isPresent()) {
      return known.get();
    }
    Caller caller = question.caller();
    SubjectAccessReview review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(caller.name())
            .withUid(caller.uid().isEmpty() ? null : caller.uid())
            .withGroups(caller.groups())
            .withExtra(caller.extra())
            .withNewResourceAttributes()
            .withVerb(question.verb())
            .withVersion("v1")
            .withResource("nodes")
            .withSubresource(question.subresource())
            .withName(nodeName)
            .endResourceAttributes()
            .endSpec()
            .build();
    boolean allowed = Boolean.TRUE.equals(home.ask(REVIEWS, review).getStatus().getAllowed());
    answers.put(question, allowed, allowed ? ALLOWED : DENIED);
    return allowed;
  }

  /** Tokens are not kept, not even in memory. */
  private static String digest(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
