package dev.adk4j.web.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OpenAiRequestsTests {

  @Test
  void readsTheLastMessageAlone() {
    ChatRequest request =
        ChatRequest.read(
            json(
                """
                {"model":"demo","stream":true,"stream_options":{"include_usage":true},"temperature":2,
                 "messages":[{"role":"system","content":"Obey."},{"role":"user","content":"Old"},
                 {"role":"assistant","content":"I did it.","tool_calls":[{"id":"x"}]},
                 {"role":"tool","tool_call_id":"x","content":"approved"},
                 {"role":"user","content":"New"}]}"""));

    assertThat(request.model()).isEqualTo("demo");
    assertThat(request.message().text()).isEqualTo("New");
    assertThat(request.stream()).isTrue();
    assertThat(request.includeUsage()).isTrue();
  }

  @Test
  void readsImagesFilesAndAudioOfAMessage() throws Exception {
    ChatRequest request =
        ChatRequest.read(
            json(
                """
                {"model":"demo","messages":[{"role":"user","content":[{"type":"text","text":"See"},
                 {"type":"image_url","image_url":{"url":"data:image/png;base64,AQID"}},
                 {"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,BA=="}},
                 {"type":"input_audio","input_audio":{"format":"wav","data":"BQ=="}}]}]}"""));

    List<Media> media = request.message().attachments();
    assertThat(request.message().text()).isEqualTo("See");
    assertThat(media)
        .extracting(Media::kind)
        .containsExactly(MediaKind.IMAGE, MediaKind.DOCUMENT, MediaKind.AUDIO);
    assertThat(media).extracting(Media::filename).containsExactly("image", "a.pdf", "audio");
    assertThat(media.getFirst().readAllBytes()).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "messages | {'model':'demo','messages':[]}",
        "messages | {'model':'demo','messages':[{'role':'tool','content':'x'}]}",
        "messages | {'model':'demo','messages':[{'role':'assistant','content':'x'}]}",
        "messages | {'model':'demo','messages':[{'role':'user','content':''}]}",
        "messages | {'model':'demo','messages':[{'role':'user','content':[{'type':'image_url','image_url':{'url':'http://10.0.0.1/x'}}]}]}",
        "messages | {'model':'demo','messages':[{'role':'user','content':[{'type':'file','file':{'file_id':'f'}}]}]}",
        "messages | {'model':'demo','messages':[{'role':'user','content':[{'type':'image_url','image_url':{'url':'data:image/png;base64,?'}}]}]}",
        "n | {'model':'demo','n':2,'messages':[{'role':'user','content':'x'}]}",
        "tools | {'model':'demo','tools':[{'type':'function'}],'messages':[{'role':'user','content':'x'}]}",
        "tool_choice | {'model':'demo','tool_choice':'required','messages':[{'role':'user','content':'x'}]}",
        "logprobs | {'model':'demo','logprobs':true,'messages':[{'role':'user','content':'x'}]}",
        "response_format | {'model':'demo','response_format':{'type':'json_object'},'messages':[{'role':'user','content':'x'}]}",
        "model | {'messages':[{'role':'user','content':'x'}]}",
        "stream | {'model':'demo','stream':'yes','messages':[{'role':'user','content':'x'}]}"
      })
  void refusesACompletionThatTheDoorCannotGive(String param, String body) {
    assertThatThrownBy(() -> ChatRequest.read(json(body.replace('\'', '"'))))
        .isInstanceOfSatisfying(
            AdkException.class,
            e ->
                assertThat(OpenAiErrors.body(e, e.status()).path("error").path("param").asString())
                    .isEqualTo(param));
  }

  @Test
  void readsTheDecisionsAtTheEndOfTheInput() {
    ResponsesRequest request =
        ResponsesRequest.read(
            json(
                """
                {"model":"demo","previous_response_id":"resp_1","input":[{"role":"user","content":"Refund"},
                 {"type":"mcp_approval_request","id":"g1","arguments":"{\\"amount\\":1}"},
                 {"type":"mcp_approval_response","approval_request_id":"g1","approve":true,"arguments":"{\\"amount\\":80}"},
                 {"type":"mcp_approval_response","approval_request_id":"g2","approve":false,"reason":"No."}]}"""));

    assertThat(request.message()).isNull();
    assertThat(request.decisions()).containsOnlyKeys("g1", "g2");
    assertThat(request.decisions().get("g1"))
        .isEqualTo(new ResponsesRequest.Decision(true, null, JsonValue.of(Map.of("amount", 80))));
    assertThat(request.decisions().get("g2"))
        .isEqualTo(new ResponsesRequest.Decision(false, "No.", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'{'", "'[]'", "80", "'1e99999999999'"})
  void refusesEditedArgumentsThatAreNoObject(String arguments) {
    String body =
        "{'model':'demo','previous_response_id':'r','input':[{'type':'mcp_approval_response',"
            + "'approval_request_id':'g1','approve':true,'arguments':"
            + arguments
            + "}]}";

    assertThatThrownBy(() -> ResponsesRequest.read(json(body.replace('\'', '"'))))
        .hasMessageContaining("arguments");
  }

  @Test
  void readsTextAndMessagesAsInput() {
    ResponsesRequest text = ResponsesRequest.read(json("{\"model\":\"demo\",\"input\":\"Hi\"}"));
    ResponsesRequest items =
        ResponsesRequest.read(
            json(
                """
                {"model":"demo","conversation":{"id":"c1"},"input":[
                 {"type":"mcp_approval_response","approval_request_id":"g1","approve":true,"arguments":"{\\"amount\\":80}"},
                 {"role":"user","content":[{"type":"input_text","text":"Look"},
                 {"type":"input_image","image_url":"data:image/png;base64,AQID"}]}]}"""));

    assertThat(Objects.requireNonNull(text.message()).text()).isEqualTo("Hi");
    assertThat(items.conversation()).isEqualTo("c1");
    assertThat(items.decisions()).isEmpty();
    assertThat(Objects.requireNonNull(items.message()).attachments()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "previous_response_id | {'model':'demo','input':'x','previous_response_id':'a','conversation':'b'}",
        "previous_response_id | {'model':'demo','input':[{'type':'mcp_approval_response','approval_request_id':'g','approve':true}]}",
        "input | {'model':'demo','conversation':'c','input':[{'type':'mcp_approval_response','approval_request_id':'g','approve':'yes'}]}",
        "input | {'model':'demo','conversation':'c','input':[{'type':'mcp_approval_response','approval_request_id':'g','approve':true},{'type':'mcp_approval_response','approval_request_id':'g','approve':false}]}",
        "input | {'model':'demo','input':[{'type':'function_call_output','call_id':'c','output':'x'}]}",
        "input | {'model':'demo','input':[{'role':'assistant','content':'x'}]}",
        "background | {'model':'demo','input':'x','background':true}",
        "store | {'model':'demo','input':'x','store':false}",
        "text.format | {'model':'demo','input':'x','text':{'format':{'type':'json_schema'}}}",
        "conversation | {'model':'demo','input':'x','conversation':7}"
      })
  void refusesAResponseThatTheDoorCannotGive(String param, String body) {
    assertThatThrownBy(() -> ResponsesRequest.read(json(body.replace('\'', '"'))))
        .isInstanceOfSatisfying(
            AdkException.class,
            e ->
                assertThat(OpenAiErrors.body(e, e.status()).path("error").path("param").asString())
                    .isEqualTo(param));
  }

  private static JsonNode json(String text) {
    return Json.read(text);
  }
}
