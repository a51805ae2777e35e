package dev.adk4j.docs;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplicationRunListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.util.UriComponentsBuilder;

/** A program of the page of ten tasks that runs: its main method was called, and a model given. */
final class TaskApplication implements AutoCloseable {

  /** These are on the class path of this module and not among the program's dependencies. */
  private static final String NOT_DEPENDED_ON =
      "--spring.autoconfigure.exclude="
          + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
          + "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration";

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final URLClassLoader loader;
  private ConfigurableApplicationContext context;

  private TaskApplication(Path classes) {
    loader = JavaCompilation.loader(classes);
    Thread.currentThread().setContextClassLoader(loader);
  }

  /** Compiles programs into one directory, with their resources; data goes there, too. */
  static Path compile(Path directory, TaskProgram... programs) throws IOException {
    for (TaskProgram program : programs) {
      List<String> errors = JavaCompilation.compileFiles(program.sources(), directory);
      if (!errors.isEmpty()) {
        throw new AssertionError(String.join("\n", errors));
      }
      FileSystemUtils.copyRecursively(program.folder(), directory);
      for (Path properties : program.files(".properties")) {
        Files.writeString(
            directory.resolve(properties.getFileName()),
            Files.readString(properties).replace("./data/", directory + "/data/"));
      }
    }
    return directory;
  }

  static TaskApplication start(Path classes, ChatModel model) throws Exception {
    TaskApplication application = new TaskApplication(classes);
    try {
      application.run(classes, model);
      return application;
    } catch (Exception | Error e) {
      application.close();
      throw e;
    }
  }

  private void run(Path classes, ChatModel model) throws Exception {
    try (var sources = Files.walk(classes)) {
      Path main =
          sources
              .filter(file -> file.toString().matches(".*App(lication)?\\.class"))
              .findFirst()
              .orElseThrow();
      String name = classes.relativize(main).toString().replace(".class", "").replace('/', '.');
      Method run = loader.loadClass(name).getMethod("main", String[].class);
      run.setAccessible(true);
      SpringApplication.withHook(
          started -> new Giver(model),
          () -> {
            run.invoke(
                null,
                (Object)
                    new String[] {
                      "--server.port=0",
                      "--spring.main.banner-mode=off",
                      "--spring.data.jpa.repositories.enabled=false",
                      "--adk.llm.log-prompts=true",
                      "--spring.profiles.include=dev",
                      NOT_DEPENDED_ON
                    });
            return null;
          });
    }
  }

  /** Puts the model where its starter would, and keeps the context. */
  private final class Giver implements SpringApplicationRunListener {

    private final ChatModel model;

    Giver(ChatModel model) {
      this.model = model;
    }

    @Override
    public void contextPrepared(ConfigurableApplicationContext prepared) {
      ((GenericApplicationContext) prepared).registerBean(ChatModel.class, () -> model);
      context = prepared;
    }
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** Returns the body of what a GET request answers. */
  String get(String path, String... parameters) throws Exception {
    return get(path, null, parameters);
  }

  String get(String path, String lastEventId, String[] parameters) throws Exception {
    var uri = UriComponentsBuilder.fromUriString("http://localhost").path(path);
    uri.port(context.getEnvironment().getRequiredProperty("local.server.port"));
    for (int i = 0; i < parameters.length; i += 2) {
      uri.queryParam(parameters[i], parameters[i + 1]);
    }
    var request = HttpRequest.newBuilder(URI.create(uri.encode().toUriString()));
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    HttpResponse<String> response =
        HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    if (response.statusCode() != 200) {
      throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  /** Returns the body of what a POST request with JSON answers. */
  String post(String path, String body) throws Exception {
    String port = context.getEnvironment().getRequiredProperty("local.server.port");
    HttpResponse<String> response =
        HTTP.send(
            HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    if (response.statusCode() != 200) {
      throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  @Override
  public void close() throws IOException {
    if (context != null) {
      context.close();
    }
    Thread.currentThread().setContextClassLoader(before);
    loader.close();
  }
}
