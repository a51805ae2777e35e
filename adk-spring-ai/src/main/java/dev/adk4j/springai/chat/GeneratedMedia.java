package dev.adk4j.springai.chat;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ExecutorLog;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.MimeType;

/** Stores media that a model generated, such as speech, before the message that references it. */
final class GeneratedMedia {

  private GeneratedMedia() {}

  /** Stores the media. Skips media that only have a URL and no bytes, with a log message. */
  static List<Media> store(
      List<org.springframework.ai.content.Media> media,
      DispatchContext ctx,
      ExecutorLog log,
      String generationId)
      throws Exception {
    List<Media> stored = new ArrayList<>();
    for (org.springframework.ai.content.Media item : media) {
      if (item.getData() instanceof byte[] bytes) {
        String id = generationId + ":media:" + stored.size();
        MediaReader reader = ctx.storeMediaBytes(id, ByteSource.of(bytes));
        MimeType type = item.getMimeType();
        String plain = type.getType() + "/" + type.getSubtype();
        stored.add(Media.toolGenerated(MediaKind.ofMimeType(plain), plain, item.getName(), reader));
      } else {
        log.warn(
            "generated-media-without-bytes", "The model referenced media that it did not send.");
      }
    }
    return stored;
  }
}
