package dev.adk4j.test;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Mistakes that storages make. */
final class Faults {

  private Faults() {}

  static List<Object> byId(List<Object> fetched) {
    fetched.sort(Comparator.comparing(Faults::idOf));
    return fetched;
  }

  static List<Object> byTime(List<Object> fetched) {
    fetched.sort(Comparator.comparing(o -> o instanceof Message m ? m.createdAt() : Samples.TIME));
    return fetched;
  }

  static List<Object> reversed(List<Object> fetched) {
    Collections.reverse(fetched);
    return fetched;
  }

  static Scope both(Scope scope) {
    String owner = scope.subject() + "+" + scope.conversation();
    return Scope.of(scope.tenant(), owner, owner);
  }

  static Scope glued(Scope scope) {
    return Scope.of(
        "one",
        scope.tenant() + "/" + scope.requireSubject(),
        scope.tenant() + "/" + scope.requireConversation());
  }

  static Scope lower(Scope scope) {
    return Scope.of(scope.tenant().toLowerCase(Locale.ROOT), scope.subject(), scope.conversation());
  }

  static Scope completed(Scope scope) {
    return Scope.of(
        scope.tenant(),
        scope.subject() == null ? "nobody" : scope.subject(),
        scope.conversation() == null ? "none" : scope.conversation());
  }

  static @Nullable Object greedy(Fault.Call call) throws Throwable {
    if (call.args().length > 0) {
      call.ctx().scope().requireSubject();
      call.ctx().scope().requireConversation();
    }
    return call.proceed();
  }

  static @Nullable Object overwrite(Fault.Call call) throws Throwable {
    return call.name().endsWith("Bytes") ? call.proceed() : call.as("mutate");
  }

  static @Nullable Object swallow(Fault.Call call) throws Throwable {
    try {
      return call.proceed();
    } catch (AdkException e) {
      return null;
    }
  }

  static @Nullable Object wrongCode(Fault.Call call) throws Throwable {
    try {
      return call.proceed();
    } catch (AdkException e) {
      throw new AdkException(AdkErrorCode.E_STORAGE_UNAVAILABLE, "duplicate key", e);
    }
  }

  static @Nullable Object strict(Fault.Call call) throws Throwable {
    if (call.args()[1] instanceof Message message
        && call.real().fetchMessages(call.ctx()).stream()
            .anyMatch(m -> m.id().equals(message.id()))) {
      throw new AdkException(AdkErrorCode.E_STORAGE_CONFLICT, "duplicate key");
    }
    return call.proceed();
  }

  static @Nullable Object forget(Fault.Call call) throws Throwable {
    return call.name().endsWith("Bytes") ? call.proceed() : null;
  }

  static @Nullable Object move(Fault.Call call) throws Throwable {
    if (call.args()[1] instanceof Message message) {
      call.real().deleteMessage(call.ctx(), message.id());
    }
    return call.proceed();
  }

  static @Nullable Object deleteAll(Fault.Call call) {
    for (Message message : call.real().fetchMessages(call.ctx())) {
      call.real().deleteMessage(call.ctx(), message.id());
    }
    return null;
  }

  static @Nullable Object insist(Fault.Call call) throws Throwable {
    if (call.name().equals("deleteMessage")
        && call.real().fetchMessages(call.ctx()).stream()
            .noneMatch(m -> m.id().equals(call.args()[1]))) {
      throw new IllegalStateException("no rows were deleted");
    }
    return call.proceed();
  }

  static Memory trimmed(Memory memory) {
    return memory.id().isBlank() ? memory : memory.toBuilder().id(memory.id().strip()).build();
  }

  static Message text(Message message, UnaryOperator<String> change) {
    String changed = message.content().map(Tokenizable::value).map(change).orElse(null);
    return message.toBuilder().content(changed == null ? null : Tokenizable.of(changed)).build();
  }

  static String nul(String text) {
    return text.replace("\u0000", "");
  }

  static Memory utf8(Memory memory) {
    byte[] bytes = memory.content().value().getBytes(StandardCharsets.UTF_8);
    return memory.toBuilder()
        .content(Tokenizable.of(new String(bytes, StandardCharsets.UTF_8)))
        .build();
  }

  static Message seconds(Message message) {
    return message.toBuilder()
        .updatedAt(message.updatedAt().truncatedTo(ChronoUnit.SECONDS))
        .build();
  }

  static Message textKey(Message message) {
    Identity identity = message.identity();
    return message.toBuilder()
        .identity(Identity.of(identity.identifier().toString(), identity.representation()))
        .build();
  }

  static ToolCall sortedKeys(ToolCall call) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    call.args().node().properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
    return call.toBuilder().args(JsonValue.of(Json.mapper().valueToTree(sorted))).build();
  }

  static Thought noPayload(Thought thought) {
    return thought.toBuilder().payload(JsonValue.parse("null")).build();
  }

  static Memory floats(Memory memory) {
    return memory.toBuilder().confidence((float) memory.confidence()).build();
  }

  static ToolCall listed(ToolCall call) {
    return switch (call.results()) {
      case ToolResults.MediaItems(List<Media> items, boolean single) ->
          call.toBuilder().results(ToolResults.media(items)).build();
      default -> call;
    };
  }

  static Retrievable plain(Retrievable retrievable) {
    return retrievable.content()
            instanceof RetrievableContent.ArtifactContent(SpooledArtifact artifact)
        ? retrievable.toBuilder().content(new SpooledArtifact(artifact.reader())).build()
        : retrievable;
  }

  static Message detached(Message message) {
    return message.toBuilder().attachments(List.of()).content(Tokenizable.of("")).build();
  }

  static @Nullable Object twice(Fault.Call call) throws Throwable {
    if (call.name().endsWith("Bytes") && call.args()[2] instanceof ByteSource bytes) {
      bytes.open().close();
    }
    return call.proceed();
  }

  static @Nullable Object leaveOpen(Fault.Call call) throws Throwable {
    if (call.name().endsWith("Bytes") && call.args()[2] instanceof ByteSource bytes) {
      call.args()[2] = ByteSource.of(bytes.open().readAllBytes());
    }
    return call.proceed();
  }

  /** Readers that read what was written last under their id. */
  static Fault bytesAtOnce() {
    Map<List<Object>, Object> latest = new ConcurrentHashMap<>();
    return call -> {
      if (!call.name().endsWith("Bytes")) {
        return call.proceed();
      }
      List<Object> key = List.of(call.name(), call.ctx().scope(), call.args()[1]);
      latest.put(key, Objects.requireNonNull(call.proceed()));
      return Proxy.newProxyInstance(
          Faults.class.getClassLoader(),
          new Class<?>[] {call.method().getReturnType()},
          (proxy, method, args) -> method.invoke(latest.get(key), args));
    };
  }

  /** A unit of work that only runs its writes. */
  static StorageUnitOfWork open() {
    return (ctx, writes) -> writes.run();
  }

  static Object wrapping(Fault.Call call) {
    StorageUnitOfWork unit = call.real().unitOfWork();
    return (StorageUnitOfWork)
        (ctx, writes) -> {
          try {
            unit.execute(ctx, writes);
          } catch (Exception e) {
            throw new IllegalStateException("rolled back", e);
          }
        };
  }

  /** Hands out the instances it was given. */
  static Fault remembering() {
    Map<String, Message> given = new ConcurrentHashMap<>();
    return call -> {
      if (call.name().equals("storeMessage")) {
        Message message = (Message) call.args()[1];
        given.put(message.id(), message);
      }
      return call.name().equals("fetchMessages") ? List.copyOf(given.values()) : call.proceed();
    };
  }

  /** Never replaces bytes, and has one place for all conversations. */
  static Fault firstBytes() {
    Map<String, Object> first = new ConcurrentHashMap<>();
    return call -> {
      Object reader = call.proceed();
      return call.name().endsWith("Bytes")
          ? first.computeIfAbsent(call.name() + call.args()[1], k -> reader)
          : reader;
    };
  }

  /** The first two threads at one point of a store go on together; those who follow do not wait. */
  private static void meet(CountDownLatch both) {
    both.countDown();
    try {
      both.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Fault checkThenAct() {
    CountDownLatch meeting = new CountDownLatch(2);
    return call -> {
      if (!call.name().equals("storeMessage")) {
        return call.proceed();
      }
      String id = ((Message) call.args()[1]).id();
      boolean there =
          call.real().fetchMessages(call.ctx()).stream().anyMatch(m -> m.id().equals(id));
      meet(meeting);
      return there ? call.proceed() : call.as("mutate");
    };
  }

  static Fault lostUpdate() {
    AtomicReference<List<Message>> all = new AtomicReference<>(List.of());
    CountDownLatch meeting = new CountDownLatch(2);
    return call -> {
      if (call.name().equals("storeMessage")) {
        List<Message> longer = new ArrayList<>(all.get());
        longer.add((Message) call.args()[1]);
        meet(meeting);
        all.set(longer);
        return null;
      }
      return call.name().equals("fetchMessages") ? all.get() : call.proceed();
    };
  }

  static Fault deleteThenStore() {
    CountDownLatch meeting = new CountDownLatch(2);
    return call -> {
      if (!call.name().equals("mutateMessage")) {
        return call.proceed();
      }
      call.real().deleteMessage(call.ctx(), ((Message) call.args()[1]).id());
      meet(meeting);
      return call.as("store");
    };
  }

  private static String idOf(Object fetched) {
    return switch (fetched) {
      case Message message -> message.id();
      case Thought thought -> thought.id();
      case ToolCall call -> call.id();
      case Retrievable retrievable -> retrievable.id();
      case Memory memory -> memory.id();
      default -> fetched.toString();
    };
  }
}
