package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.loop.Tool;
import dev.adk4j.storage.FetchToolsCallback;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for the callback that returns tools. */
interface ToolRules {

  @Test
  default void toolsHaveDistinctNames(StorageFixture storage) throws Exception {
    List<Tool> tools = tools(storage).fetchTools(storage.ctx);
    assertThat(tools).doesNotContainNull().extracting(Tool::name).doesNotHaveDuplicates();
  }

  @Test
  default void theSameScopeIsOfferedTheSameTools(StorageFixture storage) throws Exception {
    FetchToolsCallback tools = tools(storage);
    List<String> first = tools.fetchTools(storage.ctx).stream().map(Tool::name).toList();
    assertThat(tools.fetchTools(storage.ctx)).extracting(Tool::name).isEqualTo(first);
  }

  private static FetchToolsCallback tools(StorageFixture storage) {
    FetchToolsCallback tools = storage.tests.tools(storage.storage);
    assumeTrue(tools != null, "the storage offers no tools");
    return tools;
  }
}
