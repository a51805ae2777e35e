package dev.adk4j.test;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.json.JsonFormat;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ModalityHazard;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Creates valid random records of all shapes: with and without optional fields, with one and many
 * results, all tiers, and texts that are difficult to store. The same seed creates the same
 * records. No two records have the same content, even with the same id. Not thread-safe.
 */
final class RandomPrimitives {

  private final Random random;
  private final RandomTexts texts;
  private final ConduitContent content;

  RandomPrimitives(Random random, ConduitContent content) {
    this.random = random;
    this.texts = new RandomTexts(random);
    this.content = content;
  }

  /** Returns a source with the same sequence of random choices that writes bytes elsewhere. */
  public RandomPrimitives writingTo(ConduitContent content) {
    return new RandomPrimitives(random, content);
  }

  public Message message(String id) {
    Message.Builder message = Message.builder().id(id).role(one(MessageRole.values()));
    boolean attached = chance(3);
    if (attached) {
      message.attachments(media(1 + random.nextInt(3)));
    }
    if (!attached || chance(2)) {
      message.content(text());
    }
    if (chance(2)) {
      message.identity(identity());
    }
    return message.createdAt(instant()).updatedAt(instant()).build();
  }

  public Thought thought(String id) {
    Thought.Builder thought = Thought.builder().id(id);
    boolean opaque = chance(2);
    if (opaque) {
      thought.payload(json()).replayCompatibility("vendor-" + random.nextInt(9));
    } else if (chance(2)) {
      thought.replayCompatibility("plain-text");
    }
    if (!opaque || chance(2)) {
      thought.content(text());
    }
    if (chance(2)) {
      thought.identity(identity());
    }
    return thought.createdAt(instant()).updatedAt(instant()).build();
  }

  public ToolCall toolCall(String id) {
    String tool = "tool_" + random.nextInt(20);
    JsonValue args = JsonValue.parse(texts.jsonObject());
    ToolCall.Builder call =
        ToolCall.builder()
            .id(id)
            .tool(tool)
            .args(args)
            .checksum(Checksum.of(tool, args))
            .isComplete(random.nextBoolean())
            .isError(random.nextBoolean())
            .inline(random.nextBoolean())
            .fromArtifactTool(random.nextBoolean())
            .results(results());
    if (chance(2)) {
      call.providerId("call_" + random.nextInt(3));
    }
    if (chance(3)) {
      call.requestedArgs(JsonValue.parse(texts.jsonObject()));
    }
    if (chance(3)) {
      call.payload(json()).replayCompatibility("vendor-" + random.nextInt(9));
    }
    return call.createdAt(instant()).updatedAt(instant()).completedAt(instant()).build();
  }

  public Memory memory(String id) {
    return Memory.builder()
        .id(id)
        .content(text())
        .confidence(share())
        .importance(share())
        .createdAt(instant())
        .updatedAt(instant())
        .build();
  }

  public Retrievable retrievable(String id) {
    Retrievable.Builder retrievable =
        Retrievable.builder()
            .id(id)
            .trustTier(one(TrustTier.values()))
            .inline(random.nextBoolean());
    if (chance(2)) {
      retrievable.content(artifact());
    } else {
      retrievable.content(text());
    }
    if (chance(2)) {
      retrievable.source("https://example.org/" + random.nextInt()).kind(texts.text());
    }
    if (chance(2)) {
      retrievable.score(share());
    }
    if (chance(3)) {
      retrievable.artifactConstructor(
          List.of("spooled", "json", "markdown").get(random.nextInt(3)));
    }
    return retrievable.createdAt(instant()).updatedAt(instant()).build();
  }

  public Identity identity() {
    return switch (random.nextInt(3)) {
      case 0 -> Identity.of("user-" + random.nextInt(), texts.text());
      case 1 -> Identity.of(random.nextInt(), texts.text());
      default -> Identity.of(texts.text());
    };
  }

  public Media media() {
    Media.Builder media =
        Media.builder()
            .id(id())
            .kind(one(MediaKind.values()))
            .mimeType("application/x-" + random.nextInt(99))
            .filename(texts.text())
            .reader(write(bytes()))
            .trustTier(one(TrustTier.values()))
            .modalityHazard(one(ModalityHazard.values()));
    if (chance(2)) {
      media.source(texts.text());
    }
    if (chance(2)) {
      media.stash(stash());
    }
    return media.build();
  }

  /** Returns a plain text, JSON or Markdown artifact. */
  public SpooledArtifact artifact() {
    return switch (random.nextInt(4)) {
      case 0 -> new SpooledArtifact(write(texts.plain()));
      case 1 -> new SpooledJsonArtifact(write(texts.jsonObject()));
      case 2 -> new SpooledJsonArtifact(write(texts.jsonLines()), JsonFormat.JSONL);
      default -> new SpooledMarkdownArtifact(write(texts.markdown()));
    };
  }

  /** Returns a static text. */
  public Tokenizable text() {
    return Tokenizable.of(texts.text());
  }

  /** Returns a JSON value other than null. */
  public JsonValue json() {
    return JsonValue.parse(texts.json());
  }

  /** Returns a time in whole milliseconds, near or far, before or after 1970. */
  public Instant instant() {
    long millis =
        chance(8)
            ? random.nextLong(-100_000_000_000_000L, 200_000_000_000_000L)
            : 1_700_000_000_000L;
    return Instant.ofEpochMilli(millis + random.nextInt(1_000_000_000));
  }

  private List<Media> media(int count) {
    return Stream.generate(this::media).limit(count).toList();
  }

  private ToolResults results() {
    return switch (random.nextInt(5)) {
      case 0 -> ToolResults.artifact(artifact());
      case 1 ->
          ToolResults.artifacts(
              random.nextBoolean() ? List.of(artifact()) : List.of(artifact(), artifact()));
      case 2 -> ToolResults.media(media());
      case 3 -> ToolResults.media(media(1 + random.nextInt(2)));
      default -> new ToolResults.Text(text());
    };
  }

  private Map<String, MediaStashEntry> stash() {
    Map<String, MediaStashEntry> stash = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String origin = random.nextBoolean() ? id() : null;
      stash.put(
          "text:caption." + random.nextInt(99),
          new MediaStashEntry(json(), one(TrustTier.values()), origin));
    }
    return stash;
  }

  private MediaReader write(byte[] bytes) {
    try {
      return content.media(id(), bytes);
    } catch (Exception e) {
      throw new AssertionError("the bytes of a sample could not be written", e);
    }
  }

  private SpoolReader write(String text) {
    try {
      return content.spool(id(), text);
    } catch (Exception e) {
      throw new AssertionError("the text of a sample could not be written", e);
    }
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return bytes;
  }

  private double share() {
    return chance(4) ? random.nextInt(2) : random.nextDouble();
  }

  private String id() {
    return "id-" + Long.toHexString(random.nextLong());
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private <T> T one(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
