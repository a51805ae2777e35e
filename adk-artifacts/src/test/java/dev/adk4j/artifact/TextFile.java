package dev.adk4j.artifact;

import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.bytes.StreamSpoolReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a text to a file and reads it again by lines, as a store of large texts would. */
public final class TextFile {

  private TextFile() {}

  /** Returns a reader of what was written. */
  public static SpoolReader write(Path file, InputStream text) throws IOException {
    try (text) {
      Files.copy(text, file);
    }
    return StreamSpoolReader.over(
            offset -> {
              SeekableByteChannel channel = Files.newByteChannel(file);
              channel.position(offset);
              return Channels.newInputStream(channel);
            })
        .byteLength(Files.size(file))
        .build();
  }
}
