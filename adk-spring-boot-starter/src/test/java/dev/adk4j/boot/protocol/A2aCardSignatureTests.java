package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Cards are signed by the application's key, as other implementations verify it. */
@Tag("slow")
class A2aCardSignatureTests {

  private static final String URL = "adk.web.a2a.url=https://agents.example.com";
  private static final String KEY_ID = "adk.web.a2a.signing-key-id=key-1";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "EC, secp256r1, ES256",
    "EC, secp384r1, ES384",
    "RSA, 2048, RS256",
    "Ed25519, , EdDSA"
  })
  void signsCardsSoThatOthersVerifyThem(String kind, String size, String algorithm)
      throws Exception {
    KeyPair pair = pair(kind, size);
    try (ProtocolsScene scene = new ProtocolsScene(URL, KEY_ID, key(pair))) {
      String card = scene.base + "/.well-known/agent-card.json";
      String told =
          NpmClients.run(
              "card.mjs",
              Map.of("CARD_URL", card, "PUBLIC_KEY", pem("PUBLIC", pair.getPublic().getEncoded())));

      assertThat(told)
          .contains("\"alg\":\"%s\",\"kid\":\"key-1\",\"typ\":\"JOSE\"".formatted(algorithm));
      HttpResponse<String> first = get(card);
      assertThat(get(card).body()).isEqualTo(first.body());
      assertThat(get(card).headers().firstValue("ETag"))
          .isEqualTo(first.headers().firstValue("ETag"));
    }
  }

  @Test
  void signsNoAddressOfWhoeverAsks() throws Exception {
    String key = key(pair("EC", "secp256r1"));

    assertThatThrownBy(() -> new ProtocolsScene(key, KEY_ID))
        .hasStackTraceContaining("needs adk.web.a2a.url");
  }

  @Test
  void refusesAKeyWithoutAName() throws Exception {
    String key = key(pair("EC", "secp256r1"));

    assertThatThrownBy(() -> new ProtocolsScene(key, URL))
        .hasStackTraceContaining("needs adk.web.a2a.signing-key-id");
  }

  @ParameterizedTest
  @CsvSource({"RSA, 1024", "EC, secp521r1", "X25519, ''"})
  void refusesKeysThatOthersDoNotVerify(String kind, String size) throws Exception {
    String key = key(pair(kind, size));

    assertThatThrownBy(() -> new ProtocolsScene(key, KEY_ID, URL))
        .hasStackTraceContaining("is not a signing key");
  }

  @Test
  void refusesWhatIsNoKey() throws IOException {
    Path file = Files.writeString(folder.resolve("card.pem"), "secret of mine");

    assertThatThrownBy(
            () -> new ProtocolsScene("adk.web.a2a.signing-key=file:" + file, KEY_ID, URL))
        .rootCause()
        .hasMessageContaining("Missing private key");
    assertThatThrownBy(
            () -> new ProtocolsScene("adk.web.a2a.signing-key=file:" + file, KEY_ID, URL))
        .hasStackTraceContaining("signing-key is not a signing key")
        .satisfies(e -> assertThat(e.toString()).doesNotContain("secret of mine"));
    assertThatThrownBy(
            () ->
                new ProtocolsScene(
                    "adk.web.a2a.signing-key=file:" + folder.resolve("x"), KEY_ID, URL))
        .rootCause()
        .hasMessage("adk.web.a2a.signing-key is not the location of a readable file.");
  }

  /** Who gives the key where its location belongs must not find it in the log. */
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void tellsNoKeyThatIsGivenAsItsLocation(CapturedOutput output) throws Exception {
    byte[] key = pair("EC", "secp256r1").getPrivate().getEncoded();
    String secret = Base64.getEncoder().encodeToString(key);
    String given = "-----BEGIN PRIVATE KEY-----" + secret + "-----END PRIVATE KEY-----";

    assertThatThrownBy(() -> new ProtocolsScene("adk.web.a2a.signing-key=" + given, KEY_ID, URL))
        .satisfies(
            e ->
                assertThat(Stream.iterate(e, Objects::nonNull, Throwable::getCause))
                    .allSatisfy(one -> assertThat(one.toString()).doesNotContain(secret)))
        .rootCause()
        .hasMessageStartingWith("adk.web.a2a.signing-key is not the location");
    assertThat(output).doesNotContain(secret);
  }

  private String key(KeyPair pair) throws IOException {
    Path file = folder.resolve("card.pem");
    Files.writeString(file, pem("PRIVATE", pair.getPrivate().getEncoded()));
    return "adk.web.a2a.signing-key=file:" + file;
  }

  private static String pem(String kind, byte[] der) {
    return "-----BEGIN %s KEY-----\n%s\n-----END %s KEY-----\n"
        .formatted(kind, Base64.getMimeEncoder().encodeToString(der), kind);
  }

  private static KeyPair pair(String kind, String size) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
    if (kind.equals("EC")) {
      generator.initialize(new ECGenParameterSpec(size));
    } else if (kind.equals("RSA")) {
      generator.initialize(Integer.parseInt(size));
    }
    return generator.generateKeyPair();
  }

  private static HttpResponse<String> get(String url) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
