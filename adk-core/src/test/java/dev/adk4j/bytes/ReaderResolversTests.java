package dev.adk4j.bytes;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.failure;
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
import org.junit.jupiter.api.Test;

class ReaderResolversTests {

  private static final JsonValue LOCATOR = JsonValue.of((Object) Map.of("key", "k"));

  @Test
  void anUnknownTagIsNamed() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    AdkException e =
        failure(
            AdkErrorCode.E_NO_READER_RESOLVER,
            () -> resolvers.resolveSpool(new ReaderDescriptor("spool:flydrive", LOCATOR)));
    assertThat(e.status()).isEqualTo(422);
    assertThat(e.fatal()).isFalse();
    assertThat(e.args()).isEqualTo(List.of("spool:flydrive"));
  }

  @Test
  void aMediaTagNeverGivesASpoolReader() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    ReaderDescriptor media = MediaReader.of(new byte[0]).describe().orElseThrow();
    assertFails(AdkErrorCode.E_NO_READER_RESOLVER, () -> resolvers.resolveSpool(media));
    assertThatThrownBy(() -> resolvers.registerSpool("media:x", any -> SpoolReader.of("")))
        .hasMessageContaining("must begin with spool:");
  }

  @Test
  void registeringAgainReplacesAndRegisteringTheBuiltInsTwiceIsHarmless() throws Exception {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns();
    resolvers.registerSpool("spool:x", any -> SpoolReader.of("one"));
    resolvers.registerSpool("spool:x", any -> SpoolReader.of("two"));
    assertThat(resolvers.resolveSpool(new ReaderDescriptor("spool:x", LOCATOR)).readAll())
        .isEqualTo("two");
  }

  @Test
  void refusesResolversWithoutAResult() {
    ReaderResolvers resolvers =
        new ReaderResolvers()
            .registerSpool("spool:x", any -> null)
            .registerMedia("media:x", any -> null);
    assertFails(
        AdkErrorCode.E_NOT_A_SPOOL_READER,
        () -> resolvers.resolveSpool(new ReaderDescriptor("spool:x", LOCATOR)));
    assertFails(
        AdkErrorCode.E_NOT_A_MEDIA_READER,
        () -> resolvers.resolveMedia(new ReaderDescriptor("media:x", LOCATOR)));
  }

  @Test
  void aScopedTagIsResolvedForItsScopeOnly() throws Exception {
    ReaderResolvers resolvers =
        new ReaderResolvers()
            .registerScopedSpool("spool:x", (scope, locator) -> SpoolReader.of(scope.tenant()));
    ReaderDescriptor descriptor = new ReaderDescriptor("spool:x", LOCATOR);
    assertFails(AdkErrorCode.E_STORAGE_SCOPE_MISSING, () -> resolvers.resolveSpool(descriptor));
    ReaderResolvers view = resolvers.forScope(Scope.of("acme", null, null));
    assertThat(view.resolveSpool(descriptor).readAll()).isEqualTo("acme");
    resolvers.registerSpool("spool:later", any -> SpoolReader.of("later"));
    assertThat(view.resolveSpool(new ReaderDescriptor("spool:later", LOCATOR)).readAll())
        .isEqualTo("later");
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
    assertFails(
        AdkErrorCode.E_READER_NOT_DESCRIBABLE, () -> new ReaderResolvers().describe(confused));
  }

  @Test
  void largeContentInMemoryIsRefused() {
    ReaderResolvers resolvers = ReaderResolvers.withBuiltIns(3);
    assertThat(resolvers.describe(SpoolReader.of("abc")).tag()).isEqualTo("spool:in-memory");
    assertThat(resolvers.describe(MediaReader.of(new byte[3])).tag()).isEqualTo("media:in-memory");
    assertFails(
        AdkErrorCode.E_READER_NOT_DESCRIBABLE, () -> resolvers.describe(SpoolReader.of("abcd")));
    assertFails(
        AdkErrorCode.E_READER_NOT_DESCRIBABLE,
        () -> resolvers.forScope(Scope.DEFAULT).describe(MediaReader.of(new byte[4])));
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
            "text",
            List.of(1));
    for (Object locator : locators) {
      for (String tag : List.of("spool:in-memory", "media:in-memory")) {
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
}
