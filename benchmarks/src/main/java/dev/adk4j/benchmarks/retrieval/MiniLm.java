package dev.adk4j.benchmarks.retrieval;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.Reranker;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All-MiniLM-L6-v2, quantized, from its jar: vectors of texts and of their tokens. */
final class MiniLm implements Reranker.TokenEncoder {

  private static final String NAME = "/all-minilm-l6-v2-q";

  /** What the model can take; longer texts are cut. */
  private static final int LONGEST = 512;

  private final HuggingFaceTokenizer tokenizer;
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  MiniLm() throws IOException, OrtException {
    try (InputStream in = resource("-tokenizer.json")) {
      tokenizer =
          HuggingFaceTokenizer.newInstance(
              in,
              Map.of(
                  "truncation",
                  "true",
                  "padding",
                  "false",
                  "maxLength",
                  "" + LONGEST,
                  "modelMaxLength",
                  "" + LONGEST));
    }
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    try (InputStream in = resource(".onnx")) {
      session = environment.createSession(in.readAllBytes(), options);
    }
  }

  private static InputStream resource(String ending) {
    return Objects.requireNonNull(MiniLm.class.getResourceAsStream(NAME + ending));
  }

  @Override
  public List<List<float[]>> encode(List<String> texts, VectorEncoder.EncodeKind kind)
      throws OrtException {
    List<List<float[]>> all = new ArrayList<>();
    for (String text : texts) {
      all.add(List.of(tokens(text)));
    }
    return all;
  }

  /** Returns an encoder of whole texts: the mean of the tokens, of length one. */
  static VectorEncoder whole(Reranker.TokenEncoder tokens) {
    return (texts, kind) -> {
      try {
        return tokens.encode(texts, kind).stream().map(MiniLm::mean).toList();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static float[] mean(List<float[]> tokens) {
    float[] sum = new float[tokens.getFirst().length];
    double squares = 0;
    for (int i = 0; i < sum.length; i++) {
      for (float[] token : tokens) {
        sum[i] += token[i];
      }
      squares += (double) sum[i] * sum[i];
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] = (float) (sum[i] / Math.sqrt(squares));
    }
    return sum;
  }

  private float[][] tokens(String text) throws OrtException {
    Encoding encoding = tokenizer.encode(text);
    try (OnnxTensor ids = tensor(encoding.getIds());
        OnnxTensor mask = tensor(encoding.getAttentionMask());
        OnnxTensor types = tensor(encoding.getTypeIds());
        OrtSession.Result result =
            session.run(
                Map.of("input_ids", ids, "attention_mask", mask, "token_type_ids", types))) {
      return ((float[][][]) result.get(0).getValue())[0];
    }
  }

  private OnnxTensor tensor(long[] numbers) throws OrtException {
    return OnnxTensor.createTensor(environment, new long[][] {numbers});
  }
}
