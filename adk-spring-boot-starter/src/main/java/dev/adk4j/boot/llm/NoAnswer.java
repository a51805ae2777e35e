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
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;
import okio.Utf8;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

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
    if (response.isSuccessful() && type != null && type.subtype().equals("event-stream")) {
      boolean named = chain.request().url().encodedPath().endsWith("/messages");
      Source checked = checked(body.source(), named ? "event: error\ndata: " : "data: ");
      return response
          .newBuilder()
          .body(ResponseBody.create(Okio.buffer(checked), type, -1))
          .build();
    }
    if (response.isSuccessful() && EVENT.matcher(beginning(body.source())).matches()) {
      return response;
    }
    String text = body.string();
    JsonNode json = json(text);
    boolean given = response.isSuccessful() ? text.isBlank() || isAnswer(json) : json != null;
    return given
        ? response.newBuilder().body(ResponseBody.create(text, type)).build()
        : response
            .newBuilder()
            .code(response.isSuccessful() ? status(json) : response.code())
            .body(ResponseBody.create(json == null ? quoted(text) : text, type))
            .build();
  }

  /**
   * Checks the first bytes when the client reads them, because a client that stops earlier must not
   * wait.
   */
  private static Source checked(BufferedSource stream, String event) {
    return new ForwardingSource(stream) {

      private boolean begun;

      @Override
      public long read(Buffer sink, long count) throws IOException {
        if (begun || EVENT.matcher(beginning(stream)).matches()) {
          begun = true;
          return super.read(sink, count);
        }
        begun = true;
        String text = stream.readUtf8();
        JsonNode json = json(text);
        String error =
            json != null && json.hasNonNull("error") ? json.get("error").toString() : quoted(text);
        String told = text.isBlank() ? "" : event + "{\"error\":" + error + "}\n\n";
        sink.writeUtf8(told);
        return told.isEmpty() ? -1 : Utf8.size(told);
      }
    };
  }

  /** Waits for the first bytes of a stream without consuming them. */
  private static String beginning(BufferedSource source) throws IOException {
    source.request(BEGINNING);
    Buffer read = source.getBuffer();
    return read.snapshot((int) Math.min(read.size(), BEGINNING)).utf8();
  }

  private static @Nullable JsonNode json(String text) {
    try {
      return Json.read(text);
    } catch (JacksonException e) {
      return null;
    }
  }

  private static boolean isAnswer(@Nullable JsonNode json) {
    return json != null
        && (json.has("choices") || json.has("content"))
        && !json.hasNonNull("error");
  }

  /** Returns the status that gateways put into the error instead of the response. */
  private static int status(@Nullable JsonNode json) {
    int code = json == null ? 0 : json.at("/error/code").asInt(json.path("code").asInt(0));
    return code >= 400 && code < 600 ? code : BAD_GATEWAY;
  }

  /** The clients accept only JSON as the text of an error. */
  private static String quoted(String text) {
    String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    return Json.write(Json.mapper().getNodeFactory().stringNode(shown));
  }
}
