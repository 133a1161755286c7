package dev.turnstile.reports.html;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One tab of a headless Chromium, driven by the DevTools protocol. */
final class Browser implements AutoCloseable {
  static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/.*");
  private static final long TIMEOUT_SECONDS = 120;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private volatile CompletableFuture<Boolean> loaded = new CompletableFuture<>();

  /** Errors and warnings that the page caused, in the words of the browser. */
  final List<String> problems = Collections.synchronizedList(new ArrayList<>());

  /** Addresses that the page asked for. */
  final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  private Browser(Process process, String address) throws Exception {
    this.process = process;
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest newTab =
        HttpRequest.newBuilder(URI.create("http://" + address + "/json/new"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    String tab = client.send(newTab, HttpResponse.BodyHandlers.ofString()).body();
    String url = JsonMapper.shared().readTree(tab).path("webSocketDebuggerUrl").asString();
    socket = client.newWebSocketBuilder().buildAsync(URI.create(url), new Listener()).get();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** Starts a browser with a profile of its own. */
  static Browser start(Path profile) throws Exception {
    List<String> command =
        List.of(
            CHROMIUM.toString(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--remote-debugging-port=0",
            "--user-data-dir=" + profile,
            "about:blank");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher listening = LISTENING.matcher(line);
      if (listening.matches()) {
        drain(output);
        return new Browser(process, listening.group(1));
      }
    }
    throw new IOException("Chromium ended with " + process.waitFor());
  }

  /** Nobody reads what else it says, but it must not wait for a reader. */
  private static void drain(BufferedReader output) {
    Thread reader =
        new Thread(
            () -> {
              try {
                while (output.readLine() != null) {}
              } catch (IOException e) {
                // It ended.
              }
            });
    reader.setDaemon(true);
    reader.start();
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(
        WebSocket webSocket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        JsonNode message = JsonMapper.shared().readTree(text.toString());
        text.setLength(0);
        received(message);
      }
      webSocket.request(1);
      return null;
    }
  }

  private void received(JsonNode message) {
    if (message.has("id")) {
      CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt());
      if (answer != null) {
        answer.complete(message);
      }
      return;
    }
    JsonNode params = message.path("params");
    switch (message.path("method").asString()) {
      case "Page.loadEventFired" -> loaded.complete(true);
      case "Network.requestWillBeSent" -> requests.add(params.at("/request/url").asString());
      case "Runtime.exceptionThrown" -> problems.add(params.path("exceptionDetails").toString());
      case "Runtime.consoleAPICalled", "Log.entryAdded" -> problems.add(params.toString());
      default -> {}
    }
  }

  /** Calls a method of the protocol and returns its result. */
  JsonNode call(String method, Map<String, ?> params) {
    int id = lastId.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("id", id);
    message.put("method", method);
    message.put("params", params);
    try {
      socket.sendText(JsonMapper.shared().writeValueAsString(message), true).get();
      JsonNode result = answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (result.has("error")) {
        throw new AssertionError(method + ": " + result.path("error"));
      }
      return result.path("result");
    } catch (Exception e) {
      throw new AssertionError(method + " failed", e);
    }
  }

  /** Shows a page of some width. */
  void open(Path page, int width) {
    resize(width);
    problems.clear();
    requests.clear();
    loaded = new CompletableFuture<>();
    call("Page.navigate", Map.of("url", page.toUri().toString()));
    try {
      loaded.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("the page did not load", e);
    }
  }

  void resize(int width) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Prefers {@code light} or {@code dark}, for {@code screen} or {@code print}. */
  void prefer(String scheme, String media) {
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            media,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** The value of a JavaScript expression. */
  JsonNode value(String expression) {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.path("exceptionDetails"));
    }
    return result.at("/result/value");
  }

  /** Moves the pointer to a place of the window. */
  void hover(double x, double y) {
    call("Input.dispatchMouseEvent", Map.of("type", "mouseMoved", "x", x, "y", y));
  }

  /** Clicks the element of a selector. */
  void click(String selector) {
    value("document.querySelector(" + quoted(selector) + ").scrollIntoView({block: 'center'})");
    JsonNode box =
        value(
            "(() => { const b = document.querySelector("
                + quoted(selector)
                + ").getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()");
    for (String type : List.of("mousePressed", "mouseReleased")) {
      call(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              type,
              "x",
              box.get(0).asDouble(),
              "y",
              box.get(1).asDouble(),
              "button",
              "left",
              "clickCount",
              1));
    }
  }

  /** Presses a key such as {@code ArrowRight}. */
  void press(String key) {
    call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key));
    call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
  }

  static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  /** A picture of the whole page, for people to look at. */
  void screenshot(Path file) throws IOException {
    JsonNode size = call("Page.getLayoutMetrics", Map.of()).path("cssContentSize");
    JsonNode picture =
        call(
            "Page.captureScreenshot",
            Map.of(
                "captureBeyondViewport",
                true,
                "clip",
                Map.of(
                    "x", 0,
                    "y", 0,
                    "width", size.path("width").asDouble(),
                    "height", Math.min(16_000, size.path("height").asDouble()),
                    "scale", 1)));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(picture.path("data").asString()));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }
}
