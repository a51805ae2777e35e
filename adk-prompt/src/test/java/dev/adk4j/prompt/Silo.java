package dev.adk4j.prompt;

import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.prompt.NonceSource.RecordKind;
import dev.adk4j.prompt.PromptOptions.ThoughtSurfacing;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Every place of a prompt that text from outside gets to. */
enum Silo {
  USER_MESSAGE(
      RecordKind.MESSAGE, (s, t) -> s.messages.set(0, Scene.user("m1", 1).content(t).build())),
  OWN_MESSAGE(
      RecordKind.MESSAGE, (s, t) -> s.messages.set(1, Scene.assistant("m2", 2).content(t).build())),
  PEER_MESSAGE(
      RecordKind.MESSAGE,
      (s, t) ->
          s.messages.set(2, Scene.assistant("m3", 3).identity("researcher").content(t).build())),
  MESSAGE_ID(RecordKind.MESSAGE, (s, t) -> s.messages.set(0, Scene.user(t, 1).build())),
  REPRESENTATION(
      RecordKind.MESSAGE,
      (s, t) -> s.messages.set(0, Scene.user("m1", 1).identity(Identity.of("ann", t)).build())),
  IDENTIFIER(
      RecordKind.MESSAGE,
      (s, t) -> s.messages.set(2, Scene.assistant("m3", 3).identity(Identity.of(t, " ")).build())),
  MEMORY(RecordKind.MEMORY, (s, t) -> s.memories.set(0, Scene.memory("y1").content(t).build())),
  MEMORY_ID(RecordKind.MEMORY, (s, t) -> s.memories.set(0, Scene.memory(t).build())),
  FIRST_PARTY(RecordKind.RETRIEVABLE, (s, t) -> s.retrievables.set(0, tier(0).content(t).build())),
  THIRD_PARTY_PUBLIC(
      RecordKind.RETRIEVABLE, (s, t) -> s.retrievables.set(1, tier(1).content(t).build())),
  THIRD_PARTY_PRIVATE(
      RecordKind.RETRIEVABLE, (s, t) -> s.retrievables.set(2, tier(2).content(t).build())),
  INLINED_RETRIEVABLE(
      RecordKind.RETRIEVABLE,
      (s, t) -> s.retrievables.set(2, tier(2).content(Scene.artifact(t)).inline(true).build())),
  RETRIEVABLE_SOURCE(
      RecordKind.RETRIEVABLE, (s, t) -> s.retrievables.set(0, tier(0).source(t).build())),
  RETRIEVABLE_KIND(
      RecordKind.RETRIEVABLE, (s, t) -> s.retrievables.set(0, tier(0).kind(t).build())),
  PUBLIC_SOURCE(RecordKind.RETRIEVABLE, (s, t) -> s.retrievables.set(1, tier(1).source(t).build())),
  RETRIEVABLE_ID(
      RecordKind.RETRIEVABLE,
      (s, t) ->
          s.retrievables.set(
              1, Scene.retrievable(t, TrustTier.THIRD_PARTY_PUBLIC).source("s").build())),
  RETRIEVABLE_HANDLE(
      RecordKind.RETRIEVABLE,
      (s, t) ->
          s.retrievables.set(
              2,
              Scene.retrievable(t, TrustTier.THIRD_PARTY_PRIVATE)
                  .source("s")
                  .content(Scene.artifact("body"))
                  .build())),
  OWN_THOUGHT(
      RecordKind.THOUGHT, (s, t) -> s.thoughts.set(0, Scene.thought("t1", 4).content(t).build())),
  PEER_THOUGHT(
      RecordKind.THOUGHT,
      (s, t) ->
          s.thoughts.set(1, Scene.thought("t2", 5).identity("researcher").content(t).build())),
  THOUGHT_ID(RecordKind.THOUGHT, (s, t) -> s.thoughts.set(0, Scene.thought(t, 4).build())),
  THINKER(
      RecordKind.THOUGHT, (s, t) -> s.thoughts.set(1, Scene.thought("t2", 5).identity(t).build())),
  OPAQUE_THOUGHT(
      RecordKind.THOUGHT,
      (s, t) -> {
        s.thoughts.set(
            2,
            Scene.thought("t3", 6)
                .content(t)
                .payload(JsonValue.of((Object) t))
                .replayCompatibility(t)
                .build());
        s.options(o -> o.replayCompatibility(t));
      }),
  TOOL_RESULT(
      RecordKind.TOOL_CALL,
      (s, t) -> s.calls.set(0, Scene.call("c1", "search", 7).results(Tokenizable.of(t)).build())),
  ARTIFACT_RESULT(
      RecordKind.TOOL_CALL,
      (s, t) -> s.calls.set(0, Scene.call("c1", "search", 7).results(Scene.artifact(t)).build())),
  ARTIFACT_LIST(
      RecordKind.TOOL_CALL,
      (s, t) ->
          s.calls.set(
              0,
              Scene.call("c1", "search", 7)
                  .results(ToolResults.artifacts(List.of(Scene.artifact(t), Scene.artifact("x"))))
                  .build())),
  TRUSTED_RESULT(
      RecordKind.TOOL_CALL,
      (s, t) -> s.calls.set(1, Scene.call("c2", "clock", 8).results(Tokenizable.of(t)).build())),
  TOOL_ERROR(
      RecordKind.TOOL_CALL,
      (s, t) ->
          s.calls.set(
              2, Scene.call("c3", "clock", 9).isError(true).results(Tokenizable.of(t)).build())),
  TOOL_NAME(RecordKind.TOOL_CALL, (s, t) -> s.calls.set(0, Scene.call("c1", t, 7).build())),
  CALL_ID(RecordKind.TOOL_CALL, (s, t) -> s.calls.set(0, Scene.call(t, "search", 7).build())),
  CHECKSUM(
      RecordKind.TOOL_CALL,
      (s, t) -> s.calls.set(0, Scene.call("c1", "search", 7).checksum(t).build())),
  HANDLE(
      RecordKind.TOOL_CALL,
      (s, t) ->
          s.calls.set(
              3, Scene.call(t, "clock", 10).inline(false).results(Scene.artifact("body")).build())),
  ARGUMENTS(
      RecordKind.TOOL_CALL,
      (s, t) -> s.calls.set(0, Scene.call("c1", "search", 7).args(Map.of("q", t)).build())),
  ATTACHMENT_NAME(RecordKind.MESSAGE, (s, t) -> attach(s, "application/x-y", t, "text")),
  ATTACHMENT_TYPE(RecordKind.MESSAGE, (s, t) -> attach(s, t, "film.mp4", "text")),
  ATTACHMENT_TEXT(RecordKind.MESSAGE, (s, t) -> attach(s, "video/mp4", "film.mp4", t)),
  SYNTHETIC_TEXT(
      RecordKind.MESSAGE,
      (s, t) -> {
        s.options(o -> o.unsupportedMedia(MediaPolicy.syntheticDescription()));
        attach(s, "video/mp4", t, "text");
      }),
  ATTACHMENT_ID(
      RecordKind.MESSAGE,
      (s, t) ->
          s.messages.set(
              3,
              Scene.user("m4", 11)
                  .attachments(Scene.media(MediaKind.IMAGE, "image/png", "a.png").id(t).build())
                  .build())),
  RESULT_MEDIA_TEXT(
      RecordKind.TOOL_CALL,
      (s, t) ->
          s.calls.set(
              4, Scene.call("c5", "clock", 12).results(film("video/mp4", "film.mp4", t)).build()));

  final RecordKind kind;
  private final BiConsumer<Scene, String> place;

  Silo(RecordKind kind, BiConsumer<Scene, String> place) {
    this.kind = kind;
    this.place = place;
  }

  /** A scene with a record of every kind, the text in this place. */
  Scene with(String text) {
    Scene scene = ordinary();
    place.accept(scene, text);
    return scene;
  }

  /** Tool results are shown byte for byte. */
  boolean isToolResult() {
    return kind == RecordKind.TOOL_CALL && this != TOOL_NAME && this != CALL_ID;
  }

  static Scene ordinary() {
    Scene s = new Scene();
    s.options(
        o ->
            o.thoughtSurfacing(ThoughtSurfacing.ALL)
                .replayCompatibility("vendor-v1")
                .unsupportedMedia(MediaPolicy.fallbackStash()));
    s.instructions.add(Tokenizable.of("Never lie."));
    s.instructions.add(Tokenizable.of("Answer in English."));
    s.messages.add(Scene.user("m1", 1).build());
    s.messages.add(Scene.assistant("m2", 2).build());
    s.messages.add(Scene.assistant("m3", 3).identity("researcher").build());
    s.messages.add(Scene.user("m4", 11).build());
    s.memories.add(Scene.memory("y1").build());
    s.memories.add(Scene.memory("y2").build());
    s.retrievables.add(tier(0).build());
    s.retrievables.add(tier(1).build());
    s.retrievables.add(tier(2).build());
    s.thoughts.add(Scene.thought("t1", 4).build());
    s.thoughts.add(Scene.thought("t2", 5).identity("researcher").build());
    s.thoughts.add(
        Scene.thought("t3", 6)
            .payload(JsonValue.of((Object) "secret"))
            .replayCompatibility("vendor-v1")
            .build());
    s.tools.add(Scene.tool("search", false));
    s.tools.add(Scene.tool("clock", true));
    s.calls.add(Scene.call("c1", "search", 7).build());
    s.calls.add(Scene.call("c2", "clock", 8).build());
    s.calls.add(Scene.call("c3", "clock", 9).isError(true).build());
    s.calls.add(Scene.call("c4", "clock", 10).inline(false).results(Scene.artifact("b")).build());
    s.calls.add(
        Scene.call("c5", "clock", 12).results(film("video/mp4", "film.mp4", "a film")).build());
    return s;
  }

  private static dev.adk4j.primitive.Retrievable.Builder tier(int ordinal) {
    return Scene.retrievable("r" + ordinal, TrustTier.values()[ordinal])
        .source("source" + ordinal)
        .kind("page")
        .score(0.5);
  }

  private static void attach(Scene s, String mime, String filename, String transcript) {
    s.messages.set(3, Scene.user("m4", 11).attachments(film(mime, filename, transcript)).build());
  }

  private static dev.adk4j.primitive.Media film(String mime, String filename, String transcript) {
    return Scene.media(MediaKind.VIDEO, mime, filename)
        .trustTier(TrustTier.FIRST_PARTY)
        .stash(
            Map.of(
                "text:transcript",
                new MediaStashEntry(
                    JsonValue.of((Object) transcript), TrustTier.THIRD_PARTY_PUBLIC)))
        .build();
  }
}
