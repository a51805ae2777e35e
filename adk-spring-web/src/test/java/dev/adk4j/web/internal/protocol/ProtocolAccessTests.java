package dev.adk4j.web.internal.protocol;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Scope;
import dev.adk4j.web.WebErrorCode;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

class ProtocolAccessTests {

  @ParameterizedTest
  @CsvSource({
    "shop.example, ",
    "shop.example, http://shop.example",
    "shop.example:8080, http://shop.example:8080",
    "shop.example, https://partner.example"
  })
  void admitsOwnPagesAndThoseThatAreAllowed(String host, @Nullable String origin) {
    assertThatCode(() -> access(false).admit(request(host, origin))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "shop.example, https://evil.example",
    "shop.example, null",
    "shop.example, http://shop.example:8080",
    "shop.example, https://partner.example.evil.example",
    "shop.example, http://shop.example@evil.example",
    "shop.example, not an origin"
  })
  void refusesPagesOfOthers(String host, String origin) {
    assertThatThrownBy(() -> access(false).admit(request(host, origin)))
        .isInstanceOfSatisfying(
            AdkException.class, e -> AdkException.is(e, WebErrorCode.E_ORIGIN_REFUSED));
  }

  @ParameterizedTest
  @CsvSource({"localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "LOCALHOST"})
  void admitsStrangersUnderLocalNames(String host) {
    assertThatCode(() -> access(true).admit(request(host, null))).doesNotThrowAnyException();
  }

  /** A page whose name leads to this machine would otherwise be one of the server's own. */
  @ParameterizedTest
  @CsvSource({"rebound.example, http://rebound.example", "rebound.example, ", "localhost.evil, "})
  void refusesStrangersUnderOtherNames(String host, @Nullable String origin) {
    assertThatThrownBy(() -> access(true).admit(request(host, origin)))
        .hasMessageContaining("adk.web.allowed-hosts");
  }

  @Test
  void admitsOnlyTheNamesThatAreAllowed() {
    ProtocolAccess access =
        new ProtocolAccess(
            "test",
            request -> Optional.of(Scope.DEFAULT),
            null,
            new ProtocolOptions(false, Set.of(), Set.of("shop.example")));

    assertThatCode(() -> access.admit(request("shop.example:443", null)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> access.admit(request("10.0.0.1", null)))
        .isInstanceOf(AdkException.class);
  }

  private static ProtocolAccess access(boolean anonymous) {
    return new ProtocolAccess(
        "test",
        request -> Optional.empty(),
        null,
        new ProtocolOptions(anonymous, Set.of("https://partner.example"), Set.of()));
  }

  private static MockHttpServletRequest request(String host, @Nullable String origin) {
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.addHeader("Host", host);
    if (origin != null) {
      request.addHeader("Origin", origin);
    }
    return request;
  }
}
