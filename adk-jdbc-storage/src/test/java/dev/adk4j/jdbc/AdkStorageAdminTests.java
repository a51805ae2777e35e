package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdkStorageAdminTests extends OnSharedDatabase {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private Instant now = START;
  private final AdkStorageAdmin admin =
      AdkStorageAdmin.of(database.dataSource(), JdbcStorageOptions.DEFAULT, () -> now);
  private final JdbcPersistentStorage storage =
      JdbcPersistentStorage.builder(database.dataSource()).clock(() -> now).build();

  AdkStorageAdminTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void conversationsAreListedByPageTheLatestFirst() throws Exception {
    for (int i = 0; i < 5; i++) {
      now = START.plusSeconds(i / 2); // two share a time
      fill("ann", "c" + i);
    }

    List<String> listed = new ArrayList<>();
    ConversationQuery query = ConversationQuery.of(tenant, 2);
    for (; query != null; ) {
      ConversationPage page = admin.conversations(query);
      page.conversations().forEach(c -> listed.add(c.conversation()));
      query = page.next();
    }

    assertThat(listed).containsExactly("c4", "c2", "c3", "c0", "c1");
    assertThat(admin.conversations(ConversationQuery.of("nobody", 10)).conversations()).isEmpty();
    assertThat(admin.conversation(tenant, "c3"))
        .contains(
            new ConversationSummary(
                tenant, "c3", "ann", 2, 1, 1, START.plusSeconds(1), START.plusSeconds(1)));
    assertThat(admin.conversation(tenant, "c9")).isEmpty();
  }

  @Test
  void conversationsOfOneSubjectCanBeListed() throws Exception {
    fill("ann", "c1");
    fill("bob", "c2");

    assertThat(
            admin
                .conversations(ConversationQuery.of(tenant, 10).withSubject("bob"))
                .conversations())
        .extracting(ConversationSummary::conversation)
        .containsExactly("c2");
  }

  @Test
  void aTenantsInstructionsComeBeforeItsSubjects() {
    AgentContext ctx = Turns.in(tenant, "ann", "c");
    storage.storeStandingInstruction(ctx, Tokenizable.of("Call me Ann."));
    admin.addStandingInstruction(tenant, "Be brief.");
    admin.addStandingInstruction(tenant, "Be kind.");
    admin.addStandingInstruction(tenant, "Be brief.");
    assertThat(told(ctx)).containsExactly("Be brief.", "Be kind.", "Call me Ann.");

    admin.removeStandingInstruction(tenant, "Be brief.");
    admin.removeStandingInstruction(tenant, "never said");
    assertThat(told(ctx)).containsExactly("Be kind.", "Call me Ann.");

    admin.setStandingInstructions(tenant, List.of("B", "A", "B"));
    assertThat(admin.standingInstructions(tenant)).containsExactly("B", "A");
    assertThat(told(Turns.in(tenant, null, "c"))).containsExactly("B", "A");
    assertThat(told(Turns.context())).isEmpty();
  }

  @Test
  void aTurnCannotTouchATenantsInstruction() {
    AgentContext ctx = Turns.in(tenant, "ann", "c");
    admin.addStandingInstruction(tenant, "Be brief.");

    storage.deleteStandingInstruction(ctx, Tokenizable.of("Be brief."));

    assertThat(admin.standingInstructions(tenant)).containsExactly("Be brief.");
  }

  @Test
  void anErasedConversationTakesItsBytesAlongAndNothingElse() throws Exception {
    fill("ann", "gone");
    fill("ann", "kept");
    ErasureTarget target = new ErasureTarget.Conversation(tenant, "gone");
    ErasureReport expected = new ErasureReport(1, 2, 1, 1, 1, 0, 0, 2, 8, 0, 0, 0, 0, 0, 0, 0);

    assertThat(admin.preview(target)).isEqualTo(expected);
    assertThat(admin.erase(target)).isEqualTo(expected);

    assertThat(admin.preview(target)).isEqualTo(ErasureReport.NOTHING);
    assertThat(rows()).isEqualTo(12);
    assertThat(storage.fetchMessages(Turns.in(tenant, "ann", "kept"))).hasSize(2);
    storage.storeMessage(Turns.in(tenant, "ann", "gone"), Turns.user("again"));
    assertThat(storage.fetchMessages(Turns.in(tenant, "ann", "gone"))).hasSize(1);
  }

  @Test
  void anErasedConversationTakesThoseWithinItAlong() throws Exception {
    Scope odd = Scope.of(tenant, "ann", "50%_!");
    fill("ann", odd.conversation());
    fill("ann", odd.within(Ids.next()).conversation());
    fill("ann", Scope.of(tenant, "ann", "50 of!").within(Ids.next()).conversation());
    fill("ann", odd.conversation() + "/~short");
    ErasureTarget target = new ErasureTarget.Conversation(tenant, odd.conversation());

    String inner = odd.within(Ids.next()).conversation();
    fill("ann", inner);
    assertThat(admin.erase(new ErasureTarget.Conversation(tenant, inner)).messages()).isEqualTo(2);
    assertThat(admin.preview(target).conversations()).isEqualTo(2);
    assertThat(admin.erase(target).messages()).isEqualTo(4);
    assertThat(admin.preview(target)).isEqualTo(ErasureReport.NOTHING);
    assertThat(admin.conversations(ConversationQuery.of(tenant, 10)).conversations()).hasSize(2);
  }

  @Test
  void anErasedSubjectTakesItsConversationsAlong() throws Exception {
    fill("ann", "a1");
    fill("ann", "a2");
    fill("bob", "b1");
    ErasureTarget target = new ErasureTarget.Subject(tenant, "ann");
    ErasureReport expected = new ErasureReport(2, 4, 2, 2, 2, 1, 1, 4, 16, 0, 0, 0, 0, 0, 0, 0);

    assertThat(admin.preview(target)).isEqualTo(expected);
    assertThat(admin.erase(target)).isEqualTo(expected);

    assertThat(rows()).isEqualTo(12);
  }

  @Test
  void anErasedTenantIsGoneAndItsNeighborIsNot() throws Exception {
    fill("ann", "a1");
    fill("bob", "b1");
    storage.storeRetrievable(Turns.in(tenant, null, "only-a-document"), Turns.retrievable("r"));
    admin.addStandingInstruction(tenant, "Be brief.");
    AgentContext neighbor = Turns.context();
    storage.storeMessage(neighbor, Turns.user("m"));
    ErasureTarget target = new ErasureTarget.Tenant(tenant);

    ErasureReport preview = admin.preview(target);
    assertThat(admin.erase(target)).isEqualTo(preview);

    assertThat(preview)
        .isEqualTo(new ErasureReport(2, 4, 2, 2, 3, 2, 3, 4, 16, 0, 0, 0, 0, 0, 0, 0));
    assertThat(rows()).isZero();
    assertThat(storage.fetchMessages(neighbor)).hasSize(1);
  }

  @Test
  void retentionErasesConversationsIdleLongEnough() throws Exception {
    fill("ann", "old");
    fill("ann", "woken");
    storage.storeRetrievable(Turns.in(tenant, null, "only-a-document"), Turns.retrievable("r"));
    admin.addStandingInstruction(tenant, "Be brief.");
    now = START.plusSeconds(100);
    storage.storeMessage(Turns.in(tenant, "ann", "woken"), Turns.user("hello again"));
    fill("bob", "new");
    ErasureTarget target = new ErasureTarget.OlderThan(tenant, START.plusSeconds(50));
    ErasureReport expected = new ErasureReport(1, 2, 1, 1, 2, 1, 1, 2, 8, 0, 0, 0, 0, 0, 0, 0);

    assertThat(admin.preview(target)).isEqualTo(expected);
    assertThat(admin.erase(target)).isEqualTo(expected);

    assertThat(admin.conversation(tenant, "old")).isEmpty();
    assertThat(storage.fetchMessages(Turns.in(tenant, "ann", "woken"))).hasSize(3);
    assertThat(admin.standingInstructions(tenant)).containsExactly("Be brief.");
  }

  @Test
  void tenantsWithUnusualNamesAreErasedToo() throws Exception {
    String odd = tenant + "'; \u0000\ud800%_";
    storage.storeMessage(Turns.in(odd, "s", "c\u0000"), Turns.user("m"));

    assertThat(admin.conversations(ConversationQuery.of(odd, 5)).conversations())
        .extracting(ConversationSummary::conversation)
        .containsExactly("c\u0000");
    assertThat(admin.erase(new ErasureTarget.Tenant(odd)).messages()).isEqualTo(1);
  }

  /**
   * Two messages, a thought, a tool call, a retrievable, two blobs of four bytes; a memory and an
   * instruction.
   */
  private void fill(String subject, String conversation) throws Exception {
    AgentContext ctx = Turns.in(tenant, subject, conversation);
    storage.storeMessage(ctx, Turns.user("u"));
    storage.storeThought(ctx, Turns.thought("t"));
    storage.storeToolCall(ctx, Turns.toolCall("c"));
    storage.storeMessage(ctx, Turns.assistant("a"));
    storage.storeRetrievable(ctx, Turns.retrievable("r"));
    storage.storeMemory(ctx, Turns.memory("m"));
    storage.storeStandingInstruction(ctx, Tokenizable.of("Call me " + subject));
    storage.storeMediaBytes(ctx, "m", ByteSource.of("four"));
    storage.spoolStores().forScope(ctx.scope()).write("c", ByteSource.of("four"));
  }

  private List<String> told(AgentContext ctx) {
    return storage.refreshStandingInstructions(ctx).stream().map(Tokenizable::value).toList();
  }

  /** All rows of the tenant. */
  private long rows() {
    long rows = 0;
    for (String table :
        List.of(
            "adk_conversation",
            "adk_message",
            "adk_thought",
            "adk_tool_call",
            "adk_retrievable",
            "adk_memory",
            "adk_standing_instruction",
            "adk_blob",
            "adk_blob_chunk")) {
      rows += rows(table);
    }
    return rows;
  }
}
