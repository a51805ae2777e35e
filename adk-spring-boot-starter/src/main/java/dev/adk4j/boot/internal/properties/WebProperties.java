package dev.adk4j.boot.internal.properties;

import dev.adk4j.web.internal.openai.OpenAiOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.web}.
 *
 * @param maxBody Maximum size of the body of a request to an HTTP endpoint of the library. A larger
 *     body is rejected with status 413 before it is read completely. The default is four times the
 *     maximum size of the value of a gate (adk.gates.max-value).
 * @param challenge Value of the WWW-Authenticate header of responses with status 401. Set it to the
 *     scheme that the application's security supports.
 * @param problemDetails Converts errors of the library that leave a controller or a filter of the
 *     application to problem details (RFC 9457) with status, code and remedy. Exception handlers of
 *     the application take precedence.
 * @param cursorSecret Secret that seals the cursors of lists, at least 32 characters. If unset,
 *     each node creates one at startup, and a cursor is valid on that node until it stops. Set the
 *     same secret on all nodes that serve the same clients.
 * @param allowAnonymous Opens the protocols' endpoints (adk.web.ai-sdk, adk.web.ag-ui) to
 *     unauthenticated callers. Off by default: an application with such an endpoint does not start
 *     without Spring Security. Anonymous callers share their conversations and cannot make
 *     decisions.
 * @param allowedOrigins Origins of web pages of other hosts that may use the endpoints, exactly as
 *     browsers send them, such as https://shop.example.com. Pages of the server itself are always
 *     allowed. Requests without an Origin header do not come from a page and are not affected.
 * @param allowedHosts Host names, without the port, that clients may use for this server in these
 *     requests. If unset, all names are allowed; with adk.web.allow-anonymous only localhost and
 *     its addresses, so that no web page can reach the server under a host name of its own.
 * @param aiSdk Endpoint for the chat of the AI SDK (useChat).
 * @param agUi Endpoint for clients of AG-UI, such as CopilotKit.
 * @param openai Endpoint for clients of OpenAI's endpoints.
 * @param a2a Endpoint for other agents, by A2A.
 * @param mcp Endpoint for hosts that speak the Model Context Protocol.
 */
public record WebProperties(
    @DefaultValue("1MB") DataSize maxBody,
    @DefaultValue("Bearer") String challenge,
    @DefaultValue("true") boolean problemDetails,
    @Nullable String cursorSecret,
    @DefaultValue("false") boolean allowAnonymous,
    @DefaultValue List<String> allowedOrigins,
    @DefaultValue List<String> allowedHosts,
    @DefaultValue AiSdk aiSdk,
    @DefaultValue AgUi agUi,
    @DefaultValue OpenAi openai,
    @DefaultValue A2a a2a,
    @DefaultValue Mcp mcp) {

  static final WebProperties DEFAULTS =
      new WebProperties(
          DataSize.ofMegabytes(1),
          "Bearer",
          true,
          null,
          false,
          List.of(),
          List.of(),
          new AiSdk(null, false),
          new AgUi(null, List.of(), List.of(), Duration.ofMinutes(10)),
          new OpenAi(null, OpenAiOptions.HEADERS, false),
          new A2a(null, null, null, null, List.of()),
          new Mcp(null, null, List.of(), false));

  public WebProperties {
    PropertyRules.between(
        "adk.web.max-body", maxBody, DataSize.ofKilobytes(1), DataSize.ofMegabytes(64));
    PropertyRules.header("adk.web.challenge", challenge);
    PropertyRules.secret("adk.web.cursor-secret", cursorSecret, 32);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "Web[maxBody=" + maxBody + ", challenge=" + challenge + "]";
  }

  /**
   * Properties under {@code adk.web.ai-sdk}.
   *
   * @param path Path of the chat endpoint for the AI SDK, such as /api/chat, the default of
   *     useChat. If unset, there is no such endpoint.
   * @param sources Sends the sources of an answer, such as the names of retrieved documents, as
   *     parts of the answer. Off by default, because document names may be confidential.
   */
  public record AiSdk(@Nullable String path, @DefaultValue("false") boolean sources) {

    public AiSdk {
      PropertyRules.path("adk.web.ai-sdk.path", path);
    }
  }

  /**
   * Properties under {@code adk.web.ag-ui}.
   *
   * @param path Path of the endpoint for AG-UI clients, such as /agui. If unset, there is no such
   *     endpoint.
   * @param state Keys of the turn's stash that form the state of the page: their values are sent to
   *     the client when a turn begins and when they change. Empty by default, because a stash may
   *     hold values that a page must not see.
   * @param clientTools Names of tools that an AG-UI client may declare and run itself. A name that
   *     ends with * is a prefix, and * alone allows all. Other tools of a client are ignored. Empty
   *     by default, because descriptions and results of such tools are untrusted text to the model.
   * @param clientToolTimeout Time that a call of such a tool waits for the client's result. After
   *     it, the model is informed that the client returned no result. Until then the conversation
   *     accepts no other message.
   */
  public record AgUi(
      @Nullable String path,
      @DefaultValue List<String> state,
      @DefaultValue List<String> clientTools,
      @DefaultValue("10m") Duration clientToolTimeout) {

    public AgUi {
      PropertyRules.path("adk.web.ag-ui.path", path);
      PropertyRules.ownStashKeys("adk.web.ag-ui.state", state);
      PropertyRules.atLeast(
          "adk.web.ag-ui.client-tool-timeout", clientToolTimeout, Duration.ofSeconds(1));
    }
  }

  /**
   * Properties under {@code adk.web.openai}.
   *
   * @param path Path of the endpoints for OpenAI clients, such as /v1; the base URL of such a
   *     client ends with it. If unset, there are no such endpoints.
   * @param conversationHeaders Headers of a chat completion that name its conversation. The first
   *     one that a request has applies; a request without any begins a conversation. The default
   *     contains the header of Open WebUI, which sends it if forwarding of user information is
   *     enabled.
   * @param thoughts Also sends the model's reasoning. Off by default, because chat completions of
   *     OpenAI have no such field and not all clients hide it.
   */
  public record OpenAi(
      @Nullable String path,
      @DefaultValue({"X-Conversation-Id", "X-OpenWebUI-Chat-Id"}) List<String> conversationHeaders,
      @DefaultValue("false") boolean thoughts) {

    public OpenAi {
      PropertyRules.path("adk.web.openai.path", path);
    }
  }

  /**
   * Properties under {@code adk.web.a2a}.
   *
   * @param path Path of the endpoints for other agents, such as /a2a; an agent's interface is below
   *     it, under the name of the agent. If unset, there are no such endpoints and no agent cards.
   * @param url Address of this server as other agents reach it, such as https://agents.example.com,
   *     for the agent cards. If unset, it is derived from the request for the card.
   * @param signingKey Location of the private key that signs the agent cards, such as
   *     file:/run/secrets/card-key.pem: unencrypted PEM of an EC key of 256 or 384 bits, an RSA key
   *     of 2048 bits or more, or an Ed25519 key. Requires url and signing-key-id. If unset, cards
   *     are not signed.
   * @param signingKeyId Identifier by which other agents find the public key of signing-key: the
   *     kid of the signatures.
   * @param pushHosts Hosts to which push notifications about tasks may be sent, such as
   *     hooks.example.com, *.example.com for all hosts below a domain, or hooks.example.com:8443
   *     for another port; https only. Private and other special addresses are always refused.
   *     Requires org.apache.httpcomponents.client5:httpclient5. Empty by default: no push
   *     notifications.
   */
  public record A2a(
      @Nullable String path,
      @Nullable String url,
      @Nullable Resource signingKey,
      @Nullable String signingKeyId,
      @DefaultValue List<String> pushHosts) {

    public A2a {
      PropertyRules.path("adk.web.a2a.path", path);
    }
  }

  /**
   * Properties under {@code adk.web.mcp}.
   *
   * @param path Path of the MCP server, such as /mcp. If unset, there is no MCP server. Requires
   *     spring-ai-starter-mcp-server-webmvc. A request waits for an approval for at most
   *     spring.ai.mcp.server.request-timeout, which defaults to 50 seconds here.
   * @param agents Names of the agents that are MCP tools. If unset, all of them; if empty, none.
   * @param tools Names of the application's tools that are MCP tools in addition to the agents; a
   *     pattern (order_*) or optional:NAME for tools that may be missing. Empty by default, because
   *     any caller of the endpoint can call them with any arguments.
   * @param documents Offers the passages of adk.retrieval.documents, or of Retriever beans, as the
   *     MCP tool search_documents and as resources. Off by default, because callers see their full
   *     text.
   */
  public record Mcp(
      @Nullable String path,
      @Nullable List<String> agents,
      @DefaultValue List<String> tools,
      @DefaultValue("false") boolean documents) {

    public Mcp {
      PropertyRules.path("adk.web.mcp.path", path);
    }
  }
}
