package dev.adk4j.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReaderResolversTests {

  private static final JsonValue LOCATOR = JsonValue.of((Object) Map.of("key", "k"));

  @Test
  void anUnknownTagIsNamed() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    assertThatThrownBy(
            () -> resolvers.resolveSpool(new ReaderDescriptor("spool:flydrive", LOCATOR)))
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_NO_READER_RESOLVER);
              assertThat(e.status()).isEqualTo(422);
              assertThat(e.fatal()).isFalse();
              assertThat(e.args()).isEqualTo(List.of("spool:flydrive"));
            });
  }

  @Test
  void aMediaTagNeverGivesASpoolReader() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    ReaderDescriptor media = new InMemoryMediaReader(new byte[0]).describe().orElseThrow();
    assertThatThrownBy(() -> resolvers.resolveSpool(media))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_NO_READER_RESOLVER));
    assertThatThrownBy(() -> resolvers.register(spool("media:x", new InMemorySpoolReader(""))))
        .hasMessageContaining("must begin with spool:");
  }

  @Test
  void registeringAgainReplacesAndRegisteringTheBuiltInsTwiceIsHarmless() throws Exception {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    resolvers.register(spool("spool:x", new InMemorySpoolReader("one")));
    resolvers.register(spool("spool:x", new InMemorySpoolReader("two")));
    assertThat(resolvers.resolveSpool(new ReaderDescriptor("spool:x", LOCATOR)).readAll())
        .isEqualTo("two");
  }

  @Test
  void aResolverThatGivesNothingIsAnError() {
    ReaderResolvers resolvers =
        new ReaderResolvers().register(spool("spool:x", null)).register(media("media:x"));
    assertThatThrownBy(() -> resolvers.resolveSpool(new ReaderDescriptor("spool:x", LOCATOR)))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_NOT_A_SPOOL_READER));
    assertThatThrownBy(() -> resolvers.resolveMedia(new ReaderDescriptor("media:x", LOCATOR)))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_NOT_A_MEDIA_READER));
  }

  @Test
  void aScopedTagIsResolvedForItsScopeOnly() throws Exception {
    ReaderResolvers resolvers =
        new ReaderResolvers()
            .registerScopedSpool(
                "spool:x", scope -> spool("spool:x", new InMemorySpoolReader(scope.tenant())));
    ReaderDescriptor descriptor = new ReaderDescriptor("spool:x", LOCATOR);
    assertThatThrownBy(() -> resolvers.resolveSpool(descriptor))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_STORAGE_SCOPE_MISSING));
    ReaderResolvers view = resolvers.forScope(Scope.of("acme", null, null));
    assertThat(view.resolveSpool(descriptor).readAll()).isEqualTo("acme");
    resolvers.register(spool("spool:later", new InMemorySpoolReader("later")));
    assertThat(view.resolveSpool(new ReaderDescriptor("spool:later", LOCATOR)).readAll())
        .isEqualTo("later");
  }

  @Test
  void aReaderWithoutADescriptorCannotBeStored() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    MediaReader nameless = InputStream::nullInputStream;
    assertThatThrownBy(() -> resolvers.describe(nameless))
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_READER_NOT_DESCRIBABLE);
              assertThat(e.args()).isEqualTo(List.of("reader"));
            });
  }

  @Test
  void aReaderWithTheOtherKindsTagCannotBeStored() {
    MediaReader confused =
        new MediaReader() {
          @Override
          public InputStream open() {
            return InputStream.nullInputStream();
          }

          @Override
          public Optional<ReaderDescriptor> describe() {
            return Optional.of(new ReaderDescriptor("spool:x", LOCATOR));
          }
        };
    assertThatThrownBy(() -> new ReaderResolvers().describe(confused))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_NOT_DESCRIBABLE));
  }

  @Test
  void largeContentInMemoryIsRefused() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns(3, UrlReaderPolicy.DENY_ALL);
    assertThat(resolvers.describe(new InMemorySpoolReader("abc")).tag())
        .isEqualTo("spool:in-memory");
    assertThat(resolvers.describe(new InMemoryMediaReader(new byte[3])).tag())
        .isEqualTo("media:in-memory");
    assertThatThrownBy(() -> resolvers.describe(new InMemorySpoolReader("abcd")))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_NOT_DESCRIBABLE));
    assertThatThrownBy(
            () -> resolvers.forScope(Scope.DEFAULT).describe(new InMemoryMediaReader(new byte[4])))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_NOT_DESCRIBABLE));
  }

  @Test
  void malformedLocatorsOfTheBuiltInsAreNamedErrors() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    List<Object> locators =
        List.of(
            Map.of(),
            Map.of("content", 5),
            Map.of("contentBase64", "***"),
            Map.of("bytesBase64", "***"),
            Map.of("bytesBase64", List.of()),
            Map.of("url", "ftp://x/"),
            Map.of("url", "https://user:pw@x/"),
            Map.of("url", "https:///x"),
            Map.of("url", "https://x y/"),
            Map.of("url", "https://x/", "init", Map.of("method", "DELETE")),
            Map.of("url", "https://x/", "init", Map.of("headers", Map.of("Authorization", "t"))),
            Map.of("url", "https://x/", "init", Map.of("headers", Map.of("Host", "y"))),
            Map.of("url", "https://x/", "init", Map.of("headers", Map.of("X", "a\r\nb: c"))),
            "text",
            List.of(1));
    for (Object locator : locators) {
      for (String tag : List.of("spool:in-memory", "media:in-memory", "media:fetch")) {
        ReaderDescriptor descriptor = new ReaderDescriptor(tag, JsonValue.of(locator));
        assertThatThrownBy(
                () -> {
                  if (tag.startsWith("spool")) {
                    resolvers.resolveSpool(descriptor);
                  } else {
                    resolvers.resolveMedia(descriptor);
                  }
                })
            .as("%s %s", tag, locator)
            .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_LOCATOR_INVALID));
      }
    }
  }

  @Test
  void aDescriptorNeedsItsPrefix() {
    assertThatThrownBy(() -> new ReaderDescriptor("file", LOCATOR)).hasMessageContaining("$.tag");
    assertThatThrownBy(() -> new ReaderDescriptor("", LOCATOR)).hasMessageContaining("$.tag");
  }

  private static SpoolReaderResolver spool(String tag, @Nullable SpoolReader reader) {
    return new SpoolReaderResolver() {
      @Override
      public String tag() {
        return tag;
      }

      @Override
      public @Nullable SpoolReader resolve(JsonValue locator) {
        return reader;
      }
    };
  }

  private static MediaReaderResolver media(String tag) {
    Function<JsonValue, @Nullable MediaReader> none = any -> null;
    return new MediaReaderResolver() {
      @Override
      public String tag() {
        return tag;
      }

      @Override
      public @Nullable MediaReader resolve(JsonValue locator) {
        return none.apply(locator);
      }
    };
  }
}
