package dev.adk4j.web.internal.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolGates.Approval;
import java.util.Collections;
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
                 {"role":"user","content":"New"}]}\
                """));

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
                 {"type":"input_audio","input_audio":{"format":"wav","data":"BQ=="}}]}]}\
                """));

    List<Media> media = request.message().attachments();
    assertThat(request.message().text()).isEqualTo("See");
    assertThat(media)
        .extracting(Media::kind)
        .containsExactly(MediaKind.IMAGE, MediaKind.DOCUMENT, MediaKind.AUDIO);
    assertThat(media).extracting(Media::filename).containsExactly("image", "a.pdf", "audio");
    assertThat(media.getFirst().readAllBytes()).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data:image/png;base64,AQ\\nID",
        "data:image/png;base64, AQID",
        "DATA:image/PNG;base64,AQID",
        "data:image/png;charset=utf-8;base64,AQID\\r\\n"
      })
  void readsDataUrlsAsOthersWriteThem(String url) throws Exception {
    Media image = image(url);
    assertThat(image.mimeType()).isEqualTo("image/png");
    assertThat(image.readAllBytes()).containsExactly(1, 2, 3);
    assertThat(image("data:image/png;base64,-_8").readAllBytes()).containsExactly(-5, -1);
  }

  private static Media image(String url) {
    String part = "{'type':'image_url','image_url':{'url':'" + url + "'}}";
    String body = "{'model':'demo','messages':[{'role':'user','content':[" + part + "]}]}";
    return ChatRequest.read(json(body.replace('\'', '"'))).message().attachments().getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "messages | {'model':'demo','messages':[]}",
        "messages | {'model':'demo','messages':[{'role':'tool','content':'x'}]}",
        "messages | {'model':'demo','messages':[{'role':'assistant','content':'x'}]}",
        "messages | {'model':'demo','messages':[{'role':'user','content':''}]}",
        "messages |"
            + " {'model':'demo','messages':[{'role':'user','content':[{'type':'image_url','image_url':{'url':'http://10.0.0.1/x'}}]}]}",
        "messages |"
            + " {'model':'demo','messages':[{'role':'user','content':[{'type':'file','file':{'file_id':'f'}}]}]}",
        "messages |"
            + " {'model':'demo','messages':[{'role':'user','content':[{'type':'image_url','image_url':{'url':'data:image/png;base64,?'}}]}]}",
        "n | {'model':'demo','n':2,'messages':[{'role':'user','content':'x'}]}",
        "n | {'model':'demo','n':1.5,'messages':[{'role':'user','content':'x'}]}",
        "modalities |"
            + " {'model':'demo','modalities':['text','audio'],'messages':[{'role':'user','content':'x'}]}",
        "messages |"
            + " {'model':'demo','messages':[{'role':'user','content':'x'},{'role':'assistant','content':'Sure,'}]}",
        "messages |"
            + " {'model':'demo','messages':[{'role':'user','content':'x'},{'role':'assistant','content':null,'tool_calls':[{'id':'c'}]}]}",
        "messages | {'model':'demo','messages':[{'role':'system','content':'x'}]}",
        "messages |"
            + " {'model':'demo','messages':[{'role':'user','content':[{'type':'image_url','image_url':{'url':'data:image/png;base64,'}}]}]}",
        "tools |"
            + " {'model':'demo','tools':[{'type':'function'}],'messages':[{'role':'user','content':'x'}]}",
        "tool_choice |"
            + " {'model':'demo','tool_choice':'required','messages':[{'role':'user','content':'x'}]}",
        "logprobs | {'model':'demo','logprobs':true,'messages':[{'role':'user','content':'x'}]}",
        "response_format |"
            + " {'model':'demo','response_format':{'type':'json_object'},'messages':[{'role':'user','content':'x'}]}",
        "model | {'messages':[{'role':'user','content':'x'}]}",
        "stream | {'model':'demo','stream':'yes','messages':[{'role':'user','content':'x'}]}"
      })
  void refusesACompletionThatTheProtocolCannotGive(String param, String body) {
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
                 {"type":"mcp_approval_response","approval_request_id":"g2","approve":false,"reason":"No."}]}\
                """));

    assertThat(request.message()).isNull();
    assertThat(request.decisions()).containsOnlyKeys("g1", "g2");
    assertThat(request.decisions().get("g1"))
        .isEqualTo(new Approval("g1", true, JsonValue.of(Map.of("amount", 80)), null));
    assertThat(request.decisions().get("g2")).isEqualTo(new Approval("g2", false, null, "No."));
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
                 {"type":"input_image","image_url":"data:image/png;base64,AQID"}]}]}\
                """));

    assertThat(Objects.requireNonNull(text.message()).text()).isEqualTo("Hi");
    assertThat(items.conversation()).isEqualTo("c1");
    assertThat(items.decisions()).isEmpty();
    assertThat(Objects.requireNonNull(items.message()).attachments()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "previous_response_id |"
            + " {'model':'demo','input':'x','previous_response_id':'a','conversation':'b'}",
        "previous_response_id |"
            + " {'model':'demo','input':[{'type':'mcp_approval_response','approval_request_id':'g','approve':true}]}",
        "input |"
            + " {'model':'demo','conversation':'c','input':[{'type':'mcp_approval_response','approval_request_id':'g','approve':'yes'}]}",
        "input |"
            + " {'model':'demo','conversation':'c','input':[{'type':'mcp_approval_response','approval_request_id':'g','approve':true},{'type':'mcp_approval_response','approval_request_id':'g','approve':false}]}",
        "input |"
            + " {'model':'demo','input':[{'type':'function_call_output','call_id':'c','output':'x'}]}",
        "input | {'model':'demo','input':[{'role':'assistant','content':'x'}]}",
        "background | {'model':'demo','input':'x','background':'yes'}",
        "background |"
            + " {'model':'demo','background':true,'input':[{'role':'user','content':[{'type':'input_image','image_url':'data:image/png;base64,AQID'}]}]}",
        "store | {'model':'demo','input':'x','store':false}",
        "text.format | {'model':'demo','input':'x','text':{'format':{'type':'json_schema'}}}",
        "conversation | {'model':'demo','input':'x','conversation':7}"
      })
  void refusesAResponseThatTheProtocolCannotGive(String param, String body) {
    assertThatThrownBy(() -> ResponsesRequest.read(json(body.replace('\'', '"'))))
        .isInstanceOfSatisfying(
            AdkException.class,
            e ->
                assertThat(OpenAiErrors.body(e, e.status()).path("error").path("param").asString())
                    .isEqualTo(param));
  }

  /** A member that says nothing is one that is not there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tools | [] {}",
        "tool_choice | {}",
        "functions | [] {}",
        "function_call | {}",
        "response_format | {} {'type':null} {'type':''}",
        "text | {} {'format':null} {'format':{}} {'format':{'type':null}}",
        "n | [] {}",
        "logprobs | [] {}",
        "audio | [] {}",
        "stream | [] {}",
        "stream_options | [] {} {'include_usage':null}",
        "background | {}",
        "prompt | {} []",
        "store | {}",
        "previous_response_id | {} []",
        "conversation | {} [] {'id':null} {'id':''}",
        "stop | [] {}",
        "metadata | {}",
        "reasoning_effort | {}",
        "service_tier | {}",
        "modalities | [] {}",
        "parallel_tool_calls | {}",
        "max_tokens | {}",
        "safety_identifier | {}",
        "truncation | {}"
      })
  void anEmptyMemberIsAbsent(String member, String forms) {
    for (String form : (forms + " null ''").split(" ")) {
      String body = "'" + member + "':" + form + ",";

      assertThat(chat(body)).as(body).isEqualTo(chat(""));
      ResponsesRequest request = response(body);
      assertThat(request.previous()).as(body).isNull();
      assertThat(request.conversation()).as(body).isNull();
      assertThat(request.stream()).as(body).isFalse();
    }
  }

  private static List<Object> chat(String member) {
    ChatRequest request =
        ChatRequest.read(
            json(
                ("{" + member + "'model':'demo','messages':[{'role':'user','content':'x'}]}")
                    .replace('\'', '"')));
    return List.of(
        request.model(), request.message().text(), request.stream(), request.includeUsage());
  }

  private static ResponsesRequest response(String member) {
    return ResponsesRequest.read(
        json(("{" + member + "'model':'demo','input':'x'}").replace('\'', '"')));
  }

  /** Bodies by the public API of clients, with options that were not set as each writes them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "openai-python 0.x |"
            + " {'model':'demo','messages':[{'role':'user','content':'Hi'}],'functions':[],'function_call':'auto','temperature':null}",
        "openai-python 1.x |"
            + " {'messages':[{'role':'user','content':'Hi'}],'model':'demo','stream':false,'tools':null,'tool_choice':null,'response_format':null,'stop':null}",
        "openai-python 1.x with functions |"
            + " {'messages':[{'role':'user','content':'Hi'}],'model':'demo','functions':[],'function_call':'none','stream':true,'stream_options':{'include_usage':true}}",
        "openai-node 3.x |"
            + " {'model':'demo','messages':[{'role':'user','content':'Hi','name':''}],'functions':[],'n':1,'logit_bias':{}}",
        "openai-node 4.x |"
            + " {'model':'demo','messages':[{'role':'user','content':[{'type':'text','text':'Hi'}]}],'stream':true,'stream_options':null,'tools':[],'parallel_tool_calls':null}",
        "langchain 0.0.x |"
            + " {'messages':[{'role':'user','content':'Hi'}],'model':'demo','max_tokens':null,'stream':false,'n':1,'temperature':0.7,'functions':[{'name':'f','parameters':{}}],'function_call':'none'}",
        "langchain-openai |"
            + " {'messages':[{'content':'Hi','role':'user'}],'model':'demo','stream':true,'stream_options':{'include_usage':true},'n':1,'tools':[],'parallel_tool_calls':false}",
        "langchain-js |"
            + " {'model':'demo','temperature':1,'top_p':1,'frequency_penalty':0,'presence_penalty':0,'n':1,'logit_bias':{},'stream':false,'tools':[],'functions':[],'response_format':null,'messages':[{'role':'user','content':'Hi','name':null,'function_call':null,'tool_calls':[]}]}",
        "llamaindex |"
            + " {'messages':[{'role':'user','content':[{'type':'text','text':'Hi'}]}],'model':'demo','stream':false,'temperature':0.1,'tools':[],'tool_choice':'auto'}",
        "litellm |"
            + " {'model':'demo','messages':[{'role':'user','content':'Hi'}],'functions':[],'function_call':'','tools':[],'tool_choice':'','stream_options':{},'user':'','logit_bias':{},'response_format':{},'audio':{},'modalities':[],'stop':[]}",
        "vercel openai-compatible |"
            + " {'model':'demo','messages':[{'role':'user','content':'Hi'}],'stream':true,'stream_options':{'include_usage':true},'tool_choice':'auto'}",
        "vercel openai legacy |"
            + " {'model':'demo','logit_bias':{},'logprobs':false,'functions':[],'response_format':{'type':'text'},'messages':[{'role':'user','content':[{'type':'text','text':'Hi'}]}]}",
        "semantic-kernel python |"
            + " {'model':'demo','messages':[{'role':'user','content':'Hi','name':null}],'stream':false,'n':1,'stop':[],'logit_bias':{},'tools':[{'type':'function','function':{'name':'f'}}],'tool_choice':'none','response_format':{'type':'text'}}",
        "instructions at the end |"
            + " {'model':'demo','messages':[{'role':'user','content':'Hi'},{'role':'system','content':'Obey.'},{'role':'developer','content':'Obey.'}]}",
        "an answer that is only begun |"
            + " {'model':'demo','messages':[{'role':'user','content':'Hi'},{'role':'assistant','content':'','tool_calls':[]}]}",
        "empty parts |"
            + " {'model':'demo','messages':[{'role':'user','content':[{'type':'text','text':''},{'type':'text','text':'Hi'},{'type':'text','text':null}]}]}",
        "a choice as an object |"
            + " {'model':'demo','tools':[{'type':'function'}],'tool_choice':{'type':'none'},'messages':[{'role':'user','content':'Hi'}]}",
        "another choice as an object |"
            + " {'model':'demo','tool_choice':{'type':'auto'},'response_format':'text','messages':[{'role':'user','content':'Hi'}]}",
        "legacy numbers |"
            + " {'model':'demo','n':1.0,'logprobs':false,'top_logprobs':0,'best_of':1,'modalities':['text'],'messages':[{'role':'user','content':'Hi'}]}",
        "semantic-kernel .NET 1.0 |"
            + " {'messages':[{'content':'Hi','role':'user'}],'max_tokens':256,'temperature':1,'n':1,'stop':[],'logit_bias':{},'functions':[],'function_call':'none','stream':false,'model':'demo'}"
      })
  void readsTheBodiesOfClients(String client, String body) {
    ChatRequest request = ChatRequest.read(json(body.replace('\'', '"')));

    assertThat(request.model()).as(client).isEqualTo("demo");
    assertThat(request.message().text()).as(client).isEqualTo("Hi");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "openai-python |"
            + " {'model':'demo','input':'Hi','tools':[],'tool_choice':'auto','text':{},'reasoning':null,'store':null,'include':[],'metadata':{}}",
        "openai-node |"
            + " {'model':'demo','input':[{'role':'user','content':'Hi','type':null}],'stream':false,'prompt':null,'background':null,'conversation':null}",
        "langchain-openai |"
            + " {'model':'demo','input':[{'type':'message','role':'user','content':[{'type':'input_text','text':'Hi'}]}],'previous_response_id':null,'text':{'format':{'type':'text'}}}",
        "litellm |"
            + " {'model':'demo','input':'Hi','previous_response_id':'','tools':[],'tool_choice':'','text':{'format':{}},'prompt':{}}",
        "instructions at the end |"
            + " {'model':'demo','input':[{'role':'user','content':'Hi'},{'role':'developer','content':'Obey.'},{'type':'message','role':'assistant','content':[]}]}",
        "empty parts |"
            + " {'model':'demo','text':{'format':'text'},'input':[{'role':'user','content':[{'type':'input_text','text':''},{'type':'input_text','text':'Hi'}]}]}",
        "vercel |"
            + " {'model':'demo','input':[{'role':'user','content':[{'type':'input_text','text':'Hi'}]}],'stream':true,'text':{'verbosity':'low'}}"
      })
  void readsTheInputsOfClients(String client, String body) {
    ResponsesRequest request = ResponsesRequest.read(json(body.replace('\'', '"')));

    assertThat(Objects.requireNonNull(request.message()).text()).as(client).isEqualTo("Hi");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "functions | own tools |"
            + " {'functions':[{'name':'f'}],'messages':[{'role':'user','content':'x'}]}",
        "function_call | none or auto |"
            + " {'function_call':{'name':'f'},'messages':[{'role':'user','content':'x'}]}",
        "tool_choice | none or auto |"
            + " {'tool_choice':{'type':'function'},'messages':[{'role':'user','content':'x'}]}",
        "response_format | plain text |"
            + " {'response_format':'json','messages':[{'role':'user','content':'x'}]}",
        "text.format | plain text |"
            + " {'response_format':{'type':'text'},'text':{'format':{'type':'json_object'}},'messages':[{'role':'user','content':'x'}]}",
        "messages | a list that is not empty | {'messages':null}",
        "messages | a list that is not empty | {'messages':{'role':'user'}}",
        "messages | has no content | {'messages':[{'role':'user','content':null}]}",
        "messages | has no content | {'messages':[{'role':'user'}]}",
        "messages | a text, or at most 100 parts | {'messages':[{'role':'user','content':7}]}",
        "messages | at most 100 parts | {'messages':[{'role':'user','content':[%s]}]}",
        "messages | must be sent as image_url |"
            + " {'messages':[{'role':'user','content':[{'type':'image_url','image_url':{'file_id':'f'}}]}]}",
        "messages | other URLs are not |"
            + " {'messages':[{'role':'user','content':[{'type':'image_url','image_url':'http://10.0.0.1/x'}]}]}",
        "messages | data and format |"
            + " {'messages':[{'role':'user','content':[{'type':'input_audio','input_audio':{'data':'BQ=='}}]}]}"
      })
  void namesTheReasonOfARefusal(String param, String reason, String members) {
    String parts = String.join(",", Collections.nCopies(101, "{}"));
    String body = members.replaceFirst("\\{", "{'model':'demo',").replace("%s", parts);

    assertThatThrownBy(() -> ChatRequest.read(json(body.replace('\'', '"'))))
        .hasMessageContaining(reason)
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
