package dev.adk4j.artifact;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.json.JsonFormat;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArtifactTypesTests {

  private static final SpoolReader READER = SpoolReader.of("{\"a\":1}");

  static final class CsvArtifact extends SpooledArtifact {
    CsvArtifact(SpoolReader reader) {
      super(reader);
    }
  }

  static class TableArtifact extends SpooledJsonArtifact {
    TableArtifact(SpoolReader reader) {
      super(reader);
    }
  }

  private static final ArtifactType<CsvArtifact> CSV =
      ArtifactType.of("csv", CsvArtifact.class, ArtifactTypes.SPOOLED, CsvArtifact::new);

  @Test
  void theBuiltInTypesAreThere() {
    ArtifactTypes types = ArtifactTypes.builtIns();
    assertThat(types.all())
        .extracting(ArtifactType::id)
        .containsExactly("spooled", "json", "markdown");
    assertThat(types.byId("markdown").create(READER)).isInstanceOf(SpooledMarkdownArtifact.class);
    assertThat(types.typeOf(new SpooledArtifact(READER))).isSameAs(ArtifactTypes.SPOOLED);
    assertThat(types.byId("json").create(READER).reader()).isSameAs(READER);
  }

  @Test
  void unknownTypesAreNamedErrors() {
    ArtifactTypes types = ArtifactTypes.builtIns();
    assertFails(AdkErrorCode.E_ARTIFACT_TYPE_UNKNOWN, () -> types.byId("csv"))
        .hasMessageContaining("csv")
        .hasMessageContaining("spooled, json, markdown");
    assertFails(AdkErrorCode.E_ARTIFACT_TYPE_UNKNOWN, () -> types.typeOf(new CsvArtifact(READER)))
        .hasMessageContaining(CsvArtifact.class.getName());
  }

  @Test
  void ownTypesAreRegisteredOnceAndAfterTheirParents() {
    ArtifactTypes types = ArtifactTypes.builtIns().register(CSV);
    assertThat(types.typeOf(new CsvArtifact(READER))).isSameAs(CSV);
    assertThatThrownBy(() -> types.register(CSV)).hasMessageContaining("csv");
    assertThatThrownBy(
            () ->
                types.register(
                    ArtifactType.of(
                        "json", TableArtifact.class, SpooledJsonArtifact.TYPE, TableArtifact::new)))
        .hasMessageContaining("json");
    ArtifactType<CsvArtifact> stranger =
        ArtifactType.of("strange", CsvArtifact.class, ArtifactTypes.SPOOLED, CsvArtifact::new);
    assertThatThrownBy(
            () ->
                ArtifactTypes.builtIns()
                    .register(ArtifactType.of("x", CsvArtifact.class, stranger, CsvArtifact::new)))
        .hasMessageContaining("strange");
    assertThat(ArtifactTypes.builtIns().all()).hasSize(3);
  }

  @Test
  void aSubclassHasTheQueriesOfItsSuperclasses() {
    List<ArtifactType<?>> types = ArtifactTypes.builtIns().all();
    List<ArtifactQuery<?>> ofTable = new ArrayList<>(ArtifactTypes.SPOOLED.queries());
    ofTable.addAll(SpooledJsonArtifact.TYPE.queries());
    assertThat(ArtifactTypes.queries(new TableArtifact(READER), types)).isEqualTo(ofTable);
    assertThat(ArtifactTypes.queries(new CsvArtifact(READER), types))
        .isEqualTo(ArtifactTypes.SPOOLED.queries());
    assertThat(SpooledJsonArtifact.TYPE.isInstance(new TableArtifact(READER))).isTrue();
    assertThat(SpooledMarkdownArtifact.TYPE.isInstance(new TableArtifact(READER))).isFalse();
    assertThat(SpooledJsonArtifact.TYPE.isInstance(null)).isFalse();
  }

  @Test
  void aJsonArtifactStoresItsFormatOnceItIsKnown() throws Exception {
    SpooledJsonArtifact artifact = new SpooledJsonArtifact(READER);
    assertThat(SpooledJsonArtifact.TYPE.attributesOf(artifact)).isEmpty();
    artifact.jsonType();
    Map<String, JsonValue> attributes = SpooledJsonArtifact.TYPE.attributesOf(artifact);
    assertThat(attributes).hasToString("{format=\"json\"}");
    assertThat(SpooledJsonArtifact.TYPE.create(READER, attributes).knownFormat())
        .contains(JsonFormat.JSON);
    assertThat(ArtifactTypes.SPOOLED.attributesOf(artifact)).isEmpty();
    assertFails(
        AdkErrorCode.VALIDATION_EXCEPTION,
        () ->
            SpooledJsonArtifact.TYPE.create(
                READER, Map.of("format", JsonValue.of((Object) "xml"))));
    assertFails(
        AdkErrorCode.VALIDATION_EXCEPTION,
        () ->
            SpooledJsonArtifact.TYPE.create(
                READER, Map.of("format", JsonValue.of((Object) List.of()))));
  }

  @Test
  void aTypeIsChecked() {
    assertThatThrownBy(
            () -> ArtifactType.of("", CsvArtifact.class, ArtifactTypes.SPOOLED, CsvArtifact::new))
        .hasMessageContaining("$.id");
    assertThatThrownBy(
            () ->
                new ArtifactQuery<CsvArtifact>(
                    "bad name", "", JsonValue.of((Object) 1), (a, args) -> null))
        .hasMessageContaining("$.name")
        .hasMessageContaining("$.description")
        .hasMessageContaining("$.argsSchema");
  }
}
