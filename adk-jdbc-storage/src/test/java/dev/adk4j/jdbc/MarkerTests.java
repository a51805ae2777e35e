package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every place where a subject's text can lie, before an erasure and after it. */
class MarkerTests extends OnSharedDatabase {

  private final Markers markers = new Markers(database, tenant, "ann");
  private final Markers neighbor = new Markers(database, tenant, "bea");
  private final AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());

  MarkerTests(DatabaseKind kind) {
    super(kind);
  }

  private static Set<String> all() {
    return union(Markers.OWN, Markers.BEGUN, Markers.PERSONAL, Markers.GUEST);
  }

  @SafeVarargs
  private static Set<String> union(Set<String>... sets) {
    Set<String> all = new TreeSet<>();
    List.of(sets).forEach(all::addAll);
    return all;
  }

  @Test
  void aSubjectsTextIsNowhereAfterItsErasure() throws Exception {
    markers.write("1");
    neighbor.write("2");
    assertThat(markers.found()).isEqualTo(all());
    ErasureTarget target = new ErasureTarget.Subject(tenant, "ann");

    ErasureReport preview = admin.preview(target);
    assertThat(admin.erase(target)).isEqualTo(preview);

    assertThat(markers.found()).isEmpty();
    assertThat(neighbor.found()).as("another subject's").isEqualTo(all());
    assertThat(admin.preview(target)).isEqualTo(ErasureReport.NOTHING);
  }

  @Test
  void erasureCanKeepContributionsToOtherConversations() throws Exception {
    markers.write("1");
    ErasureTarget target = new ErasureTarget.Subject(tenant, "ann", true);

    ErasureReport preview = admin.preview(target);
    assertThat(admin.erase(target)).isEqualTo(preview);

    Set<String> kept = union(Markers.GUEST);
    kept.removeAll(Set.of("guestcaptured", "guestgate"));
    assertThat(markers.found()).isEqualTo(kept);
  }

  @Test
  void erasureOfAConversationLeavesNoTextOfAnyWriter() throws Exception {
    markers.write("1");

    for (String conversation : List.of("own1", "alone1", "nobody1", "hosts1")) {
      ErasureTarget target = new ErasureTarget.Conversation(tenant, conversation);
      ErasureReport preview = admin.preview(target);
      assertThat(admin.erase(target)).isEqualTo(preview);
    }

    assertThat(markers.found()).isEqualTo(Markers.PERSONAL);
  }

  @Test
  void aTenantsTextIsNowhereAfterItsErasure() throws Exception {
    Markers other = new Markers(database, tenant + "2", "ann");
    markers.write("1");
    other.write("1");
    ErasureTarget target = new ErasureTarget.Tenant(tenant);

    ErasureReport preview = admin.preview(target);
    assertThat(admin.erase(target)).isEqualTo(preview);

    assertThat(markers.found()).isEmpty();
    assertThat(other.found()).isEqualTo(all());
  }

  @Nested
  @Tag("slow")
  class Killed {

    @Test
    void writersAndErasuresLeaveNoText(@TempDir Path directory) throws Exception {
      killAgainAndAgain(directory, 2);
    }
  }

  @Nested
  @Tag("soak")
  class KilledTwentyTimes {

    @Test
    void writersAndErasuresLeaveNoText(@TempDir Path directory) throws Exception {
      killAgainAndAgain(directory, 20);
    }
  }

  private void killAgainAndAgain(Path directory, int kills) throws Exception {
    Address address = Address.of(kind, directory);
    Random random = new Random(7);
    for (int kill = 0; kill < kills; kill++) {
      Process writer = address.start(MarkerProcess.class, tenant, "write");
      ForkedJvm.killAfter(writer, 2 + random.nextInt(3), random.nextInt(400_000_000));
      Process eraser = address.start(MarkerProcess.class, tenant, "erase");
      ForkedJvm.killAfter(eraser, 1, random.nextInt(400_000_000));
    }
    try (TestDatabase left = address.open(4).alone()) {
      Markers lying = new Markers(left, tenant, "ann");
      int before = lying.found().size();

      AdkStorageAdmin.of(left.dataSource()).erase(new ErasureTarget.Subject(tenant, "ann"));

      assertThat(lying.found()).isEmpty();
      System.out.printf(
          "%s: %d kills of writers and as many of erasures, %d of %d places held text before the"
              + " last erasure, none after it%n",
          kind, kills, before, all().size());
    }
  }
}
