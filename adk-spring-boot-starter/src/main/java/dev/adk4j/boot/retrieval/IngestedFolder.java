package dev.adk4j.boot.retrieval;

import dev.adk4j.boot.internal.properties.RetrievalProperties;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.DocumentSource;
import dev.adk4j.vector.retrieval.DocumentSplitter;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.IngestionListener;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Creates the ingestion of the folder that the properties name, with their owner. */
record IngestedFolder(
    RetrievalProperties settings,
    @Nullable DocumentSplitter splitter,
    @Nullable IngestionListener listener) {

  private static final Logger log = LoggerFactory.getLogger(IngestedFolder.class);

  static final String PROPERTY = "adk.retrieval.ingestion.folder";

  Ingestion into(@Nullable VectorDb db, @Nullable VectorEncoder encoder) {
    RetrievalProperties.Ingestion ingestion = settings.ingestion();
    String named = Objects.requireNonNull(ingestion.folder());
    Path folder = folder(named);
    if (!settings.documents().isEmpty()) {
      throw refused(
          named, "is set together with " + DocumentFiles.PROPERTY + ", which replaces it");
    }
    Ingestion.Builder made = Ingestion.of(DocumentSource.folder(folder));
    if (ingestion.tenant() != null) {
      made.owner(Scope.of(ingestion.tenant(), ingestion.subject(), null));
    }
    VectorDb store = store(named, db, encoder);
    String language = WordLanguage.of(store, ingestion.collection(), settings.language());
    PropertyMapper given = PropertyMapper.get();
    given.from(language).to(made::fullText);
    given.from(splitter).to(made::splitter);
    given.from(listener).to(made::listener);
    return made.into(store, ingestion.collection());
  }

  private static Path folder(String named) {
    try {
      Path folder = Path.of(named);
      if (Files.isDirectory(folder)) {
        return folder;
      }
    } catch (InvalidPathException e) {
      throw refused(named, "is not a path (" + e.getReason() + ")");
    }
    throw refused(named, "is not a folder");
  }

  private static VectorDb store(
      String folder, @Nullable VectorDb db, @Nullable VectorEncoder encoder) {
    if (db != null && DocumentSearch.isFit(db)) {
      return db;
    }
    if (encoder == null) {
      throw refused(
          folder, "needs an embedding model: an EmbeddingModel of Spring AI or a VectorEncoder");
    }
    log.info(
        "The folder is ingested into memory, again at each startup; adk.vector.backend=pgvector "
            + "stores the result.");
    return VectorDb.builder(new InMemoryVectorBackend()).encoder(encoder).build();
  }

  private static InvalidConfigurationPropertyValueException refused(String folder, String why) {
    return new InvalidConfigurationPropertyValueException(PROPERTY, folder, why);
  }
}
