package dev.adk4j.springai.wire;

import java.net.URI;
import java.time.Duration;
import java.util.ServiceLoader;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpService;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeAsyncClient;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseResponse;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseStreamResponseHandler;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * Stands for Spring AI's model of Bedrock, and speaks through Amazon's own clients as that one
 * does: blocking through the one, streamed through the other, whose errors arrive at its handler.
 * Never closed, since that waits for two seconds.
 */
final class ConverseModel implements ChatModel {

  private final BedrockRuntimeClient blocking;
  private final BedrockRuntimeAsyncClient streaming;

  ConverseModel(URI server) {
    blocking = local(BedrockRuntimeClient.builder(), server).build();
    streaming = local(BedrockRuntimeAsyncClient.builder(), server).httpClient(plainHttp()).build();
  }

  private static <B extends AwsClientBuilder<B, ?>> B local(B builder, URI server) {
    return builder
        .endpointOverride(server)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("no-key", "no-secret")))
        .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()));
  }

  /** Not the second version of HTTP, which the JDK's server does not speak. */
  private static SdkAsyncHttpClient plainHttp() {
    return ServiceLoader.load(SdkAsyncHttpService.class)
        .findFirst()
        .orElseThrow()
        .createAsyncHttpClientFactory()
        .buildWithDefaults(
            AttributeMap.builder()
                .put(SdkHttpConfigurationOption.PROTOCOL, Protocol.HTTP1_1)
                .build());
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().model("mock").build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    ConverseRequests request = new ConverseRequests(prompt);
    ConverseResponse response =
        blocking.converse(
            to ->
                to.modelId("mock")
                    .system(request.system())
                    .messages(request.messages())
                    .toolConfig(request.tools()));
    ConverseAnswer answer = new ConverseAnswer();
    response.output().message().content().forEach(answer::add);
    return answer.whole(response.stopReasonAsString());
  }

  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    ConverseRequests request = new ConverseRequests(prompt);
    Sinks.Many<ChatResponse> chunks = Sinks.many().multicast().onBackpressureBuffer();
    // its threads may come to the end while one of them still hands on what came before
    Sinks.EmitFailureHandler oneByOne = Sinks.EmitFailureHandler.busyLooping(Duration.ofMinutes(1));
    ConverseAnswer answer = new ConverseAnswer();
    var unused =
        streaming.converseStream(
            to ->
                to.modelId("mock")
                    .system(request.system())
                    .messages(request.messages())
                    .toolConfig(request.tools()),
            ConverseStreamResponseHandler.builder()
                .subscriber(
                    ConverseStreamResponseHandler.Visitor.builder()
                        .onContentBlockStart(event -> answer.begin(event.start()))
                        .onContentBlockDelta(
                            event -> {
                              String text = answer.add(event.delta());
                              if (text != null) {
                                chunks.emitNext(ConverseAnswer.words(text), oneByOne);
                              }
                            })
                        .onMessageStop(
                            event ->
                                chunks.emitNext(answer.end(event.stopReasonAsString()), oneByOne))
                        .build())
                .onComplete(() -> chunks.emitComplete(oneByOne))
                .onError(thrown -> chunks.emitError(thrown, oneByOne))
                .build());
    return chunks.asFlux();
  }
}
