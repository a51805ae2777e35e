package dev.adk4j.boot.protocol;

import dev.adk4j.boot.internal.properties.WebProperties;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.pem.PemContent;
import org.springframework.core.io.Resource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Signs the cards of agents by JWS over their canonical form, RFC 8785. A card is signed once, so
 * that it is the same for all callers. Thread-safe.
 */
final class CardSigner implements UnaryOperator<ObjectNode> {

  /** The JDK's names of the algorithms. */
  private static final Map<String, String> ALGORITHMS =
      Map.of(
          "ES256", "SHA256withECDSAinP1363Format",
          "ES384", "SHA384withECDSAinP1363Format",
          "RS256", "SHA256withRSA",
          "EdDSA", "Ed25519");

  private final PrivateKey key;
  private final String algorithm;
  private final String header;
  private final Map<String, ArrayNode> signed = new ConcurrentHashMap<>();

  private CardSigner(PrivateKey key, String keyId) throws GeneralSecurityException {
    this.key = key;
    this.algorithm = algorithm(key);
    ObjectNode fields = Json.mapper().createObjectNode().put("alg", algorithm);
    this.header = base64(Json.write(fields.put("typ", "JOSE").put("kid", keyId)));
    sign("");
  }

  /** Returns the signer of cards; without a key, cards stay unchanged. */
  static UnaryOperator<ObjectNode> of(WebProperties.A2a protocol) {
    Resource location = protocol.signingKey();
    if (location == null) {
      return card -> card;
    }
    String keyId = protocol.signingKeyId();
    if (keyId == null || keyId.isBlank()) {
      throw refused(
          "needs adk.web.a2a.signing-key-id, by which other agents find the public key", null);
    }
    if (protocol.url() == null) {
      throw refused(
          "needs adk.web.a2a.url: otherwise the URL in a card is that of the request, so that a "
              + "caller could have a URL of their own signed",
          null);
    }
    try (InputStream pem = location.getInputStream()) {
      PrivateKey key = PemContent.load(pem).getPrivateKey();
      if (key == null) {
        throw new GeneralSecurityException("There is no private key.");
      }
      return new CardSigner(key, keyId);
    } catch (IOException e) {
      // contains the location, which is the key itself if the two were mixed up
      throw refused("is not the location of a readable file", null);
    } catch (GeneralSecurityException | IllegalStateException | IllegalArgumentException e) {
      throw refused("is not a signing key: an unencrypted private key in PEM is needed", e);
    }
  }

  /** Omits the value: the failure report of Boot's own exception for properties would show it. */
  private static IllegalStateException refused(String why, @Nullable Exception cause) {
    return new IllegalStateException("adk.web.a2a.signing-key " + why + ".", cause);
  }

  private static String algorithm(PrivateKey key) throws GeneralSecurityException {
    int bits =
        switch (key) {
          case ECKey ec -> ec.getParams().getOrder().bitLength();
          case RSAKey rsa -> rsa.getModulus().bitLength();
          default -> 0;
        };
    if (key instanceof ECKey && (bits == 256 || bits == 384)) {
      return "ES" + bits;
    }
    if (key instanceof RSAKey && bits >= 2048) {
      return "RS256";
    }
    if (key instanceof EdECKey ed && ed.getParams().getName().equals("Ed25519")) {
      return "EdDSA";
    }
    throw new GeneralSecurityException("EC of 256 or 384 bits, RSA of 2048 or more, or Ed25519");
  }

  @Override
  public ObjectNode apply(ObjectNode card) {
    String whole = JsonValue.of(card).canonicalText();
    return card.set("signatures", signed.computeIfAbsent(whole, any -> signatures(card)));
  }

  /**
   * Signs the card without empty arrays, as the protocol defines, and without all empty fields, as
   * the protocol's libraries read it.
   */
  private ArrayNode signatures(ObjectNode card) {
    Set<String> payloads = new LinkedHashSet<>();
    payloads.add(JsonValue.of(without(card.deepCopy(), false)).canonicalText());
    payloads.add(JsonValue.of(without(card.deepCopy(), true)).canonicalText());
    ArrayNode signatures = Json.mapper().createArrayNode();
    for (String payload : payloads) {
      try {
        signatures.addObject().put("protected", header).put("signature", sign(payload));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("The key signed at startup.", e);
      }
    }
    return signatures;
  }

  private static JsonNode without(JsonNode node, boolean allEmpty) {
    if (node instanceof ObjectNode fields) {
      fields.properties().forEach(field -> without(field.getValue(), allEmpty));
      fields.removeIf(value -> isEmpty(value, allEmpty));
    } else if (node instanceof ArrayNode values) {
      values.forEach(value -> without(value, allEmpty));
      values.removeIf(value -> isEmpty(value, allEmpty));
    }
    return node;
  }

  private static boolean isEmpty(JsonNode node, boolean allEmpty) {
    boolean text = node.isString() && node.stringValue().isEmpty();
    return node.isArray() && node.isEmpty()
        || allEmpty && (text || node.isObject() && node.isEmpty());
  }

  private String sign(String payload) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(ALGORITHMS.getOrDefault(algorithm, algorithm));
    signature.initSign(key);
    signature.update((header + "." + base64(payload)).getBytes(StandardCharsets.US_ASCII));
    return base64(signature.sign());
  }

  private static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
