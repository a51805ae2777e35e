package dev.adk4j.boot.llm;

import dev.adk4j.value.Json;
import java.io.IOException;
import java.util.regex.Pattern;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts a response with a success status that is not an answer, such as a gateway's page, to an
 * error. The clients of OpenAI and Anthropic read such a stream as an empty one and lose its text.
 */
final class NoAnswer implements Interceptor {

  private static final Pattern CHAT = Pattern.compile(".*/(chat/completions|messages)");

  /** Beginning of an event stream: a field of an event, or a comment. */
  private static final Pattern EVENT = Pattern.compile("(?s)\\uFEFF?\\s*(data|event|id|retry)?:.*");

  private static final int BEGINNING = 16;
  private static final int SHOWN = 2_000;
  private static final int BAD_GATEWAY = 502;

  @Override
  public Response intercept(Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    ResponseBody body = response.body();
    if (body == null || !CHAT.matcher(chain.request().url().encodedPath()).matches()) {
      return response;
    }
    MediaType type = body.contentType();
    BufferedSource source = body.source();
    ProviderEvents events =
        chain.request().url().encodedPath().endsWith("/messages")
            ? new AnthropicEvents(source)
            : new OpenAiEvents(source);
    boolean stream =
        (type != null && type.subtype().equals("event-stream"))
            || EVENT.matcher(beginning(source)).matches();
    if (response.isSuccessful() && stream) {
      ResponseBody read = ResponseBody.create(Okio.buffer(events), type, -1);
      return response.newBuilder().body(read).build();
    }
    String text = body.string();
    JsonNode json = json(text);
    JsonNode error = events.error(json);
    boolean answer = error == null && json != null && (json.has("choices") || json.has("content"));
    if (response.isSuccessful() && answer && json instanceof ObjectNode whole) {
      events.whole(whole);
      text = Json.write(whole);
    }
    boolean given = response.isSuccessful() ? text.isBlank() || answer : json != null;
    return given
        ? response.newBuilder().body(ResponseBody.create(text, type)).build()
        : response
            .newBuilder()
            .code(response.isSuccessful() ? status(json, error) : response.code())
            .body(ResponseBody.create(json == null ? Json.write(told(text)) : text, type))
            .build();
  }

  /** Waits for the first bytes of a stream without consuming them. */
  private static String beginning(BufferedSource source) throws IOException {
    source.request(BEGINNING);
    Buffer read = source.getBuffer();
    return read.snapshot((int) Math.min(read.size(), BEGINNING)).utf8();
  }

  static @Nullable JsonNode json(String text) {
    try {
      return Json.read(text);
    } catch (JacksonException e) {
      return null;
    }
  }

  /** Returns the status that gateways put into the error instead of the response. */
  private static int status(@Nullable JsonNode json, @Nullable JsonNode error) {
    int own = json == null ? 0 : json.path("code").asInt(0);
    int code = error == null ? own : error.path("code").asInt(own);
    return code >= 400 && code < 600 ? code : BAD_GATEWAY;
  }

  /** Returns the JSON of a text; otherwise the text itself, since clients accept only JSON. */
  static JsonNode told(String text) {
    JsonNode json = json(text);
    String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    return json == null ? Json.mapper().getNodeFactory().stringNode(shown) : json;
  }
}
