package dev.adk4j.fuzz;

import dev.adk4j.fuzz.FuzzRequest.Header;
import dev.adk4j.fuzz.FuzzRequest.Segment;
import dev.adk4j.fuzz.FuzzRequest.Spoiled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Makes wrong requests of right ones: one to three parts of them are spoiled. */
final class RequestSpoiler {

  private static final List<String> METHODS =
      List.of(
          "GET",
          "HEAD",
          "OPTIONS",
          "POST",
          "PUT",
          "PATCH",
          "DELETE",
          "TRACE",
          "CONNECT",
          "PROPFIND",
          "get",
          "G\u00cbT",
          "A".repeat(300));

  private static final List<String> TYPES =
      List.of(
          "",
          "*",
          "*/*",
          "json",
          "application/json; charset=utf-16",
          "application/json; charset=latin1",
          "application/json; charset=none-such",
          "application/json; charset=\"",
          "application/json;;;=",
          "application/problem+json",
          "application/vnd.spring-boot.actuator.v3+json",
          "application/x-ndjson",
          "application/cbor",
          "application/xml",
          "application/x-www-form-urlencoded",
          "application/x-www-form-urlencoded; charset=none-such",
          "text/plain",
          "text/html",
          "text/event-stream",
          "multipart/form-data",
          "multipart/form-data; boundary=",
          "multipart/form-data; boundary=x",
          "multipart/form-data; boundary=" + "b".repeat(200),
          "multipart/mixed; boundary=x",
          "application/octet-stream",
          "image/png",
          "\u00e4/\u00f6");

  private static final List<String> NAMES =
      List.of(
          "Content-Encoding",
          "Accept-Language",
          "Accept-Charset",
          "Accept-Encoding",
          "Authorization",
          "Cookie",
          "Last-Event-ID",
          "Origin",
          "Sec-Fetch-Site",
          "Referer",
          "X-Forwarded-For",
          "X-Forwarded-Host",
          "X-Forwarded-Prefix",
          "X-Forwarded-Proto",
          "X-HTTP-Method-Override",
          "Forwarded",
          "If-None-Match",
          "If-Match",
          "If-Modified-Since",
          "If-Unmodified-Since",
          "If-Range",
          "Range",
          "Prefer",
          "traceparent",
          "baggage",
          "Access-Control-Request-Method",
          "Max-Forwards",
          "User-Agent",
          "X-Requested-With");

  private static final List<String> VALUES =
      List.of(
          "gzip",
          "br, deflate, gzip;q=0",
          "de-CH-1996;q=x, *;q=-1",
          "bytes=0-",
          "bytes=5-1,-0,99999999999999999999-",
          "W/\"x\", *",
          "Thu, 99 Foo 2026 25:00:00 GMT",
          "Basic !!!",
          "Basic YTpi",
          "Bearer eyJhbGciOiJub25lIn0.e30.",
          "null",
          "http://evil.example",
          "cross-site",
          "127.0.0.1, evil.example",
          "for=\"[::1]\";proto=x",
          "DELETE",
          "a=b; a=c; =; $Version=1",
          "00-00000000000000000000000000000000-0000000000000000-zz",
          "websocket");

  private static final List<Header> FRAMING =
      List.of(
          new Header("Transfer-Encoding", "chunked"),
          new Header("Transfer-Encoding", "identity"),
          new Header("Transfer-Encoding", "gzip, chunked"),
          new Header("Transfer-Encoding", "none-such"),
          new Header("Content-Length", "-1"),
          new Header("Content-Length", "0"),
          new Header("Content-Length", "99999999999999999999"),
          new Header("Content-Length", "1, 2"),
          new Header("Expect", "none-such"),
          new Header("Upgrade", "websocket"),
          new Header("Upgrade", "h2c"),
          new Header("Host", "a"),
          new Header("Host", ""),
          new Header("X Y", "z"),
          new Header("", "z"),
          new Header("X-Zero", "a\u0000b"),
          new Header("X-Folded", "a\r\n b"),
          new Header("X-Bare", "a\nb"),
          new Header("X-Large", "l".repeat(9_000)));

  private static final List<String> ODD_SEGMENTS =
      List.of(
          "",
          ".",
          "..",
          "%2e%2e",
          "%2E",
          "%2f",
          "%5c",
          "%00",
          "%0d%0aX-Injected:%20x",
          "%",
          "%zz",
          "%ff%fe",
          "%c0%ae%c0%ae",
          "%ed%a0%80",
          "%25%32%66",
          ";a=b",
          "a;b=c;d",
          "*",
          "{x}",
          "a|b^`",
          "\u00e4\ud83d\ude00",
          "a".repeat(7_000));

  private final RandomGenerator random;
  private final JsonSpoiler json;

  RequestSpoiler(RandomGenerator random) {
    this.random = random;
    this.json = new JsonSpoiler(random);
  }

  FuzzRequest spoil(FuzzRequest request) {
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      switch (random.nextInt(request.body == null ? 9 : 16)) {
        case 0 -> spoilTarget(request);
        case 1, 2 -> spoilVariable(request);
        case 3, 4 -> spoilQuery(request);
        case 5, 6 -> spoilHeader(request);
        case 7 -> spoilMethod(request);
        case 8 -> spoilWire(request);
        case 9 -> spoilType(request);
        default -> spoilBody(request);
      }
    }
    return request;
  }

  private void spoilTarget(FuzzRequest request) {
    request.spoiled.add(Spoiled.TARGET);
    List<Segment> path = request.path;
    int at = random.nextInt(path.size());
    String text = path.get(at).text();
    switch (random.nextInt(7)) {
      case 0 -> path.add(at, new Segment(Texts.one(random, ODD_SEGMENTS), false));
      case 1 -> path.set(at, new Segment(Texts.one(random, ODD_SEGMENTS), false));
      case 2 -> path.set(at, new Segment(text + Texts.one(random, ODD_SEGMENTS), false));
      case 3 -> path.set(at, new Segment(text.toUpperCase(java.util.Locale.ROOT), false));
      case 4 -> path.add(new Segment(random.nextBoolean() ? "" : "x", false));
      case 5 ->
          path.set(
              at, new Segment(text + Texts.one(random, List.of(".json", ".html", "~")), false));
      default -> {
        if (path.size() > 1) {
          path.remove(at);
        }
      }
    }
  }

  private void spoilVariable(FuzzRequest request) {
    int[] variables =
        IntStream.range(0, request.path.size())
            .filter(i -> request.path.get(i).variable())
            .toArray();
    if (variables.length == 0) {
      spoilQuery(request);
      return;
    }
    String text = Texts.any(random);
    boolean plain =
        !text.isBlank()
            && !text.matches("\\.{1,2}")
            && text.chars().allMatch(c -> c >= ' ' && "/\\;%\u007f".indexOf(c) < 0);
    request.spoiled.add(plain ? Spoiled.CONTENT : Spoiled.TARGET);
    request.path.set(
        variables[random.nextInt(variables.length)], new Segment(Percent.encoded(text), true));
  }

  private void spoilQuery(FuzzRequest request) {
    String name =
        Texts.one(
            random,
            List.of("after", "limit", "undecided", "reason", "conversation", "turnId", "x"));
    switch (random.nextInt(6)) {
      case 0 -> {
        request.spoiled.add(Spoiled.WIRE);
        request.query.add(
            Texts.one(
                random,
                List.of("%", "a=%zz", "a=%ff", "=", "&&", "a[]={}", "\u00e4=\u00f6", "a=b#c")));
      }
      case 1 -> {
        if (!request.query.isEmpty()) {
          request.query.addAll(List.copyOf(request.query));
        }
        request.spoiled.add(Spoiled.CONTENT);
      }
      case 2 -> {
        request.spoiled.add(Spoiled.WIRE);
        for (int i = 0; i < 1_200; i++) {
          request.query.add("p" + i);
        }
      }
      default -> {
        request.query(name, Texts.any(random));
        request.spoiled.add(Spoiled.CONTENT);
      }
    }
  }

  private void spoilHeader(FuzzRequest request) {
    request.spoiled.add(Spoiled.CONTENT);
    switch (random.nextInt(6)) {
      case 0 -> {
        request.spoiled.add(Spoiled.ACCEPT);
        request.header("Accept", Texts.one(random, TYPES));
      }
      case 1 -> {
        if (!request.headers.isEmpty()) {
          dropOrRepeat(request);
        }
      }
      case 2 ->
          request.header(
              Texts.one(random, NAMES),
              Texts.any(random).replaceAll("[\\x00-\\x1f\\x7f-\\x{10ffff}]", "?"));
      case 3 ->
          request.header("Last-Event-ID", Texts.one(random, List.of("1", "2", "999", "-1", "x")));
      default -> request.header(Texts.one(random, NAMES), Texts.one(random, VALUES));
    }
  }

  private void dropOrRepeat(FuzzRequest request) {
    Header header = Texts.one(random, request.headers);
    boolean host = header.name().equals("Host");
    if (host) {
      request.spoiled.add(Spoiled.WIRE);
    }
    if (random.nextBoolean()) {
      request.headers.remove(header);
    } else {
      request.headers.add(header);
    }
  }

  private void spoilMethod(FuzzRequest request) {
    request.spoiled.add(Spoiled.TARGET);
    request.method = Texts.one(random, METHODS);
  }

  private void spoilType(FuzzRequest request) {
    request.spoiled.add(Spoiled.CONTENT);
    request.headers.removeIf(header -> header.name().equals("Content-Type"));
    request.header("Content-Type", Texts.one(random, TYPES));
  }

  private void spoilWire(FuzzRequest request) {
    request.spoiled.add(Spoiled.WIRE);
    switch (random.nextInt(4)) {
      case 0 ->
          request.version = Texts.one(random, List.of("HTTP/1.0", "HTTP/2.0", "HTTP/9", "HTP", ""));
      case 1 -> {
        request.lengthOff = random.nextInt(-3, 50);
        request.cut = random.nextInt(20);
      }
      default -> {
        Header header = Texts.one(random, FRAMING);
        request.header(header.name(), header.value());
      }
    }
  }

  private void spoilBody(FuzzRequest request) {
    request.spoiled.add(Spoiled.CONTENT);
    byte[] body = request.body;
    if (body == null) {
      return;
    }
    switch (random.nextInt(12)) {
      case 0 -> request.chunked = true;
      case 1 -> {
        request.cut = 1 + random.nextInt(20);
        request.chunked = random.nextBoolean();
        request.spoiled.add(Spoiled.WIRE);
      }
      case 2 -> request.body = new byte[random.nextInt(3)];
      case 3 -> request.body = random.nextInt(20) == 0 ? large(body) : json.spoil(body);
      default -> request.body = isJson(request) ? json.spoil(body) : spoiledLines(body);
    }
  }

  private byte[] large(byte[] body) {
    byte[] large = Arrays.copyOf(body, (1 << 20) + random.nextInt(1 << 20));
    Arrays.fill(large, body.length, large.length, (byte) ' ');
    return large;
  }

  private static boolean isJson(FuzzRequest request) {
    return request.headers.stream().noneMatch(header -> header.value().startsWith("multipart/"));
  }

  /** Of a body in parts: lines dropped, repeated, or changed in a byte or a text. */
  private byte[] spoiledLines(byte[] body) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                new String(body, java.nio.charset.StandardCharsets.ISO_8859_1).split("\r\n", -1)));
    int at = random.nextInt(lines.size());
    switch (random.nextInt(5)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, lines.get(at));
      case 2 -> lines.set(at, Texts.any(random));
      case 3 -> lines.set(at, lines.get(at).replaceAll("(=\")[^\"]*", "$1" + random.nextInt()));
      default ->
          lines.set(
              at,
              lines.get(at)
                  + Texts.one(
                      random, List.of("\"", ";", "; filename*=UTF-8''%ff", "; name=\"x\"", "\n")));
    }
    return String.join("\r\n", lines).getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }
}
