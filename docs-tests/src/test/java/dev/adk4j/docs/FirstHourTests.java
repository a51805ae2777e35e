package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promise to a newcomer: one command installs the modules, and its files in an empty directory
 * are an agent.
 */
@Tag("slow")
class FirstHourTests {

  @TempDir Path directory;

  @Test
  void thePagesFilesAreAnAgentThatRemembersOverAKill() throws Exception {
    assumeThat(onPath("mvn")).as("Maven on the path").isTrue();
    MarkdownPage page = Repository.page("docs/first-agent.md");
    assertThat(page.samples())
        .filteredOn(s -> s.has("file"))
        .extracting(s -> s.mark("file"))
        .contains("pom.xml");
    assertThat(page.samples())
        .as("the page says how to get the modules before it says how to run the project")
        .filteredOn(s -> s.language().equals("sh"))
        .extracting(Sample::text)
        .anySatisfy(text -> assertThat(text.strip()).isEqualTo(InstalledModules.COMMAND));

    try (FreshProject project = FreshProject.of(page, directory)) {
      int port = project.start("mvn spring-boot:run");
      assertThat(say(port, "how many words are these"))
          .isEqualTo("{\"text\":\"5 words. That was message 1 of this conversation.\"}");
      project.kill();

      port = project.start("mvn spring-boot:run");
      assertThat(say(port, "and now"))
          .isEqualTo("{\"text\":\"2 words. That was message 2 of this conversation.\"}");
    }
  }

  private static String say(int port, String text) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/chat/first"))
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"" + text + "\"}"))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  private static boolean onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }
}
