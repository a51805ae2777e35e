package dev.adk4j.springai.chat;

import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.DefaultToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/** A provider's options as Spring AI's are: a class of their own with something of their own. */
final class ProviderLikeOptions extends DefaultToolCallingChatOptions {

  private final String region;

  private ProviderLikeOptions(
      String region,
      List<ToolCallback> tools,
      Map<String, Object> context,
      String model,
      Integer maxTokens,
      Double temperature) {
    super(tools, context, model, null, maxTokens, null, null, temperature, null, null);
    this.region = region;
  }

  static Builder in(String region) {
    Builder builder = new Builder();
    builder.region = region;
    return builder;
  }

  /** What the model of these options does with a request's. */
  static ProviderLikeOptions cast(ChatOptions options) {
    return (ProviderLikeOptions) options;
  }

  String region() {
    return region;
  }

  @Override
  public Builder mutate() {
    return in(region)
        .model(getModel())
        .maxTokens(getMaxTokens())
        .temperature(getTemperature())
        .toolCallbacks(getToolCallbacks())
        .toolContext(getToolContext());
  }

  static final class Builder extends DefaultToolCallingChatOptions.Builder<Builder> {

    private String region = "";

    @Override
    public ProviderLikeOptions build() {
      return new ProviderLikeOptions(
          region, toolCallbacks, toolContext, model, maxTokens, temperature);
    }
  }
}
