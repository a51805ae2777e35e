package dev.adk4j.boot.retrieval;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.util.StringUtils;

/**
 * Names of the files of one pattern, the same on every machine: the path on the class path, or the
 * path from the folder before the first wildcard, including that folder.
 *
 * @param roots locations of the folder; on the class path there may be several
 * @param folder name of the folder, with a slash at its end; may be empty
 */
record DocumentNames(List<Resource> roots, String folder) {

  static DocumentNames of(String pattern, ResourcePatternResolver resolver) throws IOException {
    int wildcard = 0;
    while (wildcard < pattern.length() && "*?{".indexOf(pattern.charAt(wildcard)) < 0
        || pattern.startsWith("classpath*:") && wildcard < "classpath*:".length()) {
      wildcard++;
    }
    int end = Math.max(pattern.lastIndexOf('/', wildcard), pattern.indexOf(':')) + 1;
    String root = pattern.substring(0, end);
    String path = root.substring(root.indexOf(':') + 1);
    boolean onClassPath = root.startsWith("classpath") || root.indexOf(':') < 0;
    String folder = onClassPath ? path.replaceFirst("^/", "") : lastOf(path);
    return new DocumentNames(List.of(resolver.getResources(root)), folder);
  }

  private static String lastOf(String path) {
    Path last = Path.of(path).toAbsolutePath().normalize().getFileName();
    return last == null ? "" : last + "/";
  }

  String nameOf(Resource file) throws IOException {
    for (Resource root : roots) {
      if (root.isFile() && file.isFile()) {
        Path from = pathOf(root);
        Path to = pathOf(file);
        if (to.startsWith(from)) {
          return folder + from.relativize(to).toString().replace('\\', '/');
        }
      } else {
        String url = file.getURL().toString();
        if (url.startsWith(root.getURL().toString())) {
          String path = url.substring(root.getURL().toString().length());
          return folder + StringUtils.uriDecode(path, StandardCharsets.UTF_8);
        }
      }
    }
    return folder + Objects.requireNonNull(file.getFilename());
  }

  private static Path pathOf(Resource resource) throws IOException {
    return resource.getFile().toPath().toAbsolutePath().normalize();
  }
}
