package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Rules for content referenced by a fetched record: the record can read it, and other scopes
 * cannot.
 */
interface StoredContentRules {

  @Test
  default void fetchedMediaGivesItsBytesAgainAndAgain(StorageFixture storage) throws Exception {
    byte[] bytes = {0, 1, -1, 127, -128, '\r', '\n'};
    storage.store(RecordKind.MESSAGE, messageWith(storage, bytes));
    Media fetched = storage.fetch(RecordKind.MESSAGE).getFirst().attachments().getFirst();
    assertThat(fetched.readAllBytes()).isEqualTo(bytes);
    assertThat(fetched.readAllBytes()).isEqualTo(bytes);
    assertThat(fetched.byteLength().orElse(bytes.length)).isEqualTo(bytes.length);
  }

  @Test
  default void fetchedMediaCanBeStoredInAnotherRecord(StorageFixture storage) throws Exception {
    storage.store(RecordKind.MESSAGE, messageWith(storage, new byte[] {1, 2, 3}));
    Media fetched = storage.fetch(RecordKind.MESSAGE).getFirst().attachments().getFirst();
    ToolCall call =
        storage.sample(RecordKind.TOOL_CALL, "b").toBuilder()
            .results(ToolResults.media(List.of(fetched)))
            .build();
    storage.assertComeBack(RecordKind.TOOL_CALL, List.of(call));
  }

  @Test
  default void aFetchedJsonArtifactCanBeAsked(StorageFixture storage) throws Exception {
    SpoolReader text =
        storage.spool("spool", ByteSource.of("{\"city\": \"Oslo\", \"days\": [1, 2.50]}"));
    storage.store(RecordKind.RETRIEVABLE, retrievableWith(storage, new SpooledJsonArtifact(text)));
    SpooledJsonArtifact fetched = (SpooledJsonArtifact) fetchedArtifact(storage);
    assertThat(fetched.jsonGet("$.city").getFirst().stringValue()).isEqualTo("Oslo");
    assertThat(fetched.jsonKeys()).hasValue(List.of("city", "days"));
  }

  @Test
  default void aFetchedMarkdownArtifactCanBeAsked(StorageFixture storage) throws Exception {
    SpoolReader text =
        storage.spool("spool", ByteSource.of("# Guide\n\nIntro.\n\n## Setup\nText\n"));
    storage.store(
        RecordKind.RETRIEVABLE, retrievableWith(storage, new SpooledMarkdownArtifact(text)));
    SpooledMarkdownArtifact fetched = (SpooledMarkdownArtifact) fetchedArtifact(storage);
    assertThat(fetched.mdHeadings()).hasSize(2);
    assertThat(fetched.tail(2)).containsExactly("Text", "");
  }

  @Test
  default void readingAnArtifactDoesNotChangeTheRecord(StorageFixture storage) throws Exception {
    SpooledJsonArtifact artifact =
        new SpooledJsonArtifact(storage.spool("spool", ByteSource.of("{\"a\": 1}")));
    Retrievable stored = retrievableWith(storage, artifact);
    storage.store(RecordKind.RETRIEVABLE, stored);
    artifact.jsonType();
    storage.store(RecordKind.RETRIEVABLE, stored);
    assertThat(storage.ids(RecordKind.RETRIEVABLE)).containsExactly("a");
  }

  @Test
  default void changingAStoredTextDoesNotChangeTheStorage(StorageFixture storage) throws Exception {
    Tokenizable text = Tokenizable.of("before");
    storage.store(
        RecordKind.MESSAGE,
        storage.sample(RecordKind.MESSAGE, "a").toBuilder().content(text).build());
    storage.storage.storeStandingInstruction(storage.ctx, text);
    text.set("after");
    assertThat(storedText(storage)).isEqualTo("before");
    assertThat(storage.instructions()).containsExactly("before");
  }

  @Test
  default void changingAFetchedTextDoesNotChangeTheStorage(StorageFixture storage)
      throws Exception {
    Message message = storage.sample(RecordKind.MESSAGE, "a").toBuilder().content("before").build();
    storage.store(RecordKind.MESSAGE, message);
    storage.storeInstructions("before");
    storage.fetch(RecordKind.MESSAGE).getFirst().content().orElseThrow().set("after");
    storage.storage.refreshStandingInstructions(storage.ctx).getFirst().set("after");
    assertThat(storedText(storage)).isEqualTo("before");
    assertThat(storage.instructions()).containsExactly("before");
  }

  @Test
  default void changingAStashDoesNotChangeTheStorage(StorageFixture storage) throws Exception {
    Message message = messageWith(storage, new byte[] {1});
    storage.store(RecordKind.MESSAGE, message);
    String before = Portrait.of(message);
    MediaStashEntry entry = new MediaStashEntry(JsonValue.of("a cat"), TrustTier.FIRST_PARTY);
    message.attachments().getFirst().stash().put("text:caption", entry);
    storage
        .fetch(RecordKind.MESSAGE)
        .getFirst()
        .attachments()
        .getFirst()
        .stash()
        .put("text:caption", entry);
    assertThat(Portrait.of(storage.fetch(RecordKind.MESSAGE).getFirst())).isEqualTo(before);
  }

  @Test
  default void aDynamicTextIsStoredAsItsValue(StorageFixture storage) throws Exception {
    Tokenizable dynamic = Tokenizable.dynamic(ctx -> "the value");
    storage.store(
        RecordKind.MESSAGE,
        storage.sample(RecordKind.MESSAGE, "a").toBuilder().content(dynamic).build());
    Tokenizable fetched = storage.fetch(RecordKind.MESSAGE).getFirst().content().orElseThrow();
    assertThat(fetched.value()).isEqualTo("the value");
    assertThat(fetched.isDynamic()).isFalse();
  }

  private static String storedText(StorageFixture storage) throws Exception {
    return storage.fetch(RecordKind.MESSAGE).getFirst().content().orElseThrow().value();
  }

  private static Message messageWith(StorageFixture storage, byte[] bytes) throws Exception {
    MediaReader reader = storage.media("media", ByteSource.of(bytes));
    Media media = Media.userAttachment(MediaKind.IMAGE, "image/png", "a.png", reader);
    return storage.sample(RecordKind.MESSAGE, "a").toBuilder().attachments(media).build();
  }

  private static Retrievable retrievableWith(StorageFixture storage, SpooledArtifact artifact) {
    return storage.sample(RecordKind.RETRIEVABLE, "a").toBuilder().content(artifact).build();
  }

  private static SpooledArtifact fetchedArtifact(StorageFixture storage) throws Exception {
    RetrievableContent content = storage.fetch(RecordKind.RETRIEVABLE).getFirst().content();
    return ((RetrievableContent.ArtifactContent) content).artifact();
  }
}
