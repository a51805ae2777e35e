package dev.adk4j.boot.door;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives the newest gate and the newest tool call the names that they have in the scene: those of
 * the library are minted. Events are written whole, so a name is never in two pieces.
 */
final class SceneNames {

  private static final Pattern CALL =
      Pattern.compile("\"TOOL_CALL_START\",\"toolCallId\":\"([^\"]+)\"");
  private static final Pattern GATE = Pattern.compile("\"interrupts\":\\[\\{\"id\":\"([^\"]+)\"");

  private volatile String call = "tc1";
  private volatile String gate = "gate-1";

  /** Returns what the client means. */
  String minted(String body) {
    return body.replace("\"tc1\"", '"' + call + '"').replace("\"gate-1\"", '"' + gate + '"');
  }

  private String played(String events) {
    Matcher calls = CALL.matcher(events);
    if (calls.find()) {
      call = calls.group(1);
    }
    Matcher gates = GATE.matcher(events);
    if (gates.find()) {
      gate = gates.group(1);
    }
    return events.replace('"' + call + '"', "\"tc1\"").replace('"' + gate + '"', "\"gate-1\"");
  }

  HttpServletResponse renaming(HttpServletResponse response) {
    return new HttpServletResponseWrapper(response) {
      @Override
      public ServletOutputStream getOutputStream() throws IOException {
        return new Renaming(super.getOutputStream());
      }
    };
  }

  private final class Renaming extends ServletOutputStream {

    private final ServletOutputStream out;

    private Renaming(ServletOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      String events = new String(bytes, offset, length, StandardCharsets.UTF_8);
      out.write(played(events).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public boolean isReady() {
      return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      out.setWriteListener(listener);
    }
  }
}
