package dev.adk4j.jdbc;

import dev.adk4j.jdbc.OddSetup.Site;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.test.StorageContractTests;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract kit over databases as applications set them up. */
@Tag("slow")
@ParameterizedClass
@EnumSource
class OddSetupContractTests extends StorageContractTests {

  private static final Map<OddSetup, Site> SITES = new EnumMap<>(OddSetup.class);

  private final Site site;

  OddSetupContractTests(OddSetup setup) throws Exception {
    synchronized (SITES) {
      if (!SITES.containsKey(setup)) {
        SITES.put(setup, setup.open());
      }
      this.site = SITES.get(setup);
    }
  }

  @Override
  protected PersistentStorage storage() {
    return storage(site.first());
  }

  /** The other application's. */
  @Override
  protected PersistentStorage reopen(PersistentStorage storage) {
    return storage(site.second());
  }

  private PersistentStorage storage(TestDatabase database) {
    return JdbcPersistentStorage.builder(database.dataSource())
        .options(site.options().withFetchLimits(FetchLimits.NONE))
        .build();
  }

  @Override
  protected boolean setTenantStandingInstructions(
      PersistentStorage storage, String tenant, List<Tokenizable> instructions) {
    AdkStorageAdmin.of(site.second().dataSource(), site.options())
        .setStandingInstructions(tenant, instructions.stream().map(Tokenizable::value).toList());
    return true;
  }

  @Override
  protected List<StoredRow> log(PersistentStorage storage, Scope scope) {
    Names names = new Names(site.options().schema(), site.options().tablePrefix());
    String where =
        " where tenant = '"
            + scope.tenant()
            + "' and conversation = '"
            + scope.conversation()
            + "'";
    return site
        .all()
        .query(
            "select seq, 'message', id from "
                + names.of("adk_message")
                + where
                + " union all select seq, 'thought', id from "
                + names.of("adk_thought")
                + where
                + " union all select seq, 'tool call', id from "
                + names.of("adk_tool_call")
                + where
                + " order by 1")
        .stream()
        .map(row -> row.split("\\|", 3))
        .map(row -> new StoredRow(Long.parseLong(row[0]), row[1], TextEscape.unescape(row[2])))
        .toList();
  }
}
