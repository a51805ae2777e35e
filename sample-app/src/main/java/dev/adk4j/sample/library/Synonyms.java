package dev.adk4j.sample.library;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Words that people say, with the words of the documentation for the same. */
final class Synonyms {

  private static final Map<String, Set<String>> WORDS = new HashMap<>();

  static {
    List.of(
            "database: db dbs datenbank",
            "postgresql: postgres pg psql",
            "!postgresql h2 storage: databases datenbanken mysql mariadb oracle sqlite mongodb données"
                + " datos bases",
            "storage: store stores storing save saves saved saving keep persist persistence persistent"
                + " speichern speichere speicher almacenar guardar stocker enregistrer",
            "compare: comparison compared versus vs difference differences different differ better"
                + " alternative alternatives unterschied comparer comparar diferencia différence",
            "move: migrate migrating migration switch port",
            "approval: dangerous loop approve approves permission confirm confirmation consent genehmigung"
                + " genehmigen approbation aprobación aprobar",
            "tool: tools function functions werkzeug werkzeuge outil outils herramienta herramientas",
            "model: models llm llms modell modelle modèle modelo modelos",
            "openai: gpt chatgpt",
            "anthropic: claude",
            "ollama: local locally offline",
            "retrieval: documents document rag pdf knowledge files",
            "test: tests testing unit mock mocking junit prueba probar tester testen",
            "stream: streaming streams sse live",
            "memory: memories facts recuerda mémoire memoria gedächtnis",
            "erase: delete deletes erasure gdpr remove forget löschen supprimer borrar",
            "datasource: connect connection jdbc url",
            "window: long history context cut",
            "cost: costs price prices expensive budget budgets money spend spending",
            "metrics: monitor monitoring prometheus dashboard telemetry tracing opentelemetry observe",
            "error: errors exception exceptions fail fails failed fehler erreur",
            "troubleshooting: trouble problem problems wrong stuck debug broken",
            "install: installation setup installieren installer instalar",
            "start: begin started beginning quickstart tutorial",
            "sizing: scale scaling load throughput capacity serve handle concurrent",
            "benchmarks: benchmark fast performance slow speed latency",
            "node: cluster instances replicas server servers machine",
            "died: crash crashes crashed kill killed dies",
            "upgrade: upgrading update version versions",
            "security: secure safe injection attack attacks against sicherheit seguridad sécurité",
            "tenant: tenants multitenancy customer customers",
            "google: gemini")
        .forEach(Synonyms::add);
  }

  private Synonyms() {}

  /** An exclamation mark: the words themselves mean something else on the pages. */
  private static void add(String line) {
    String[] sides = line.replace("!", "").split(": ");
    for (String word : sides[1].split(" ")) {
      Set<String> own = line.startsWith("!") ? Set.of() : Set.of(word);
      Set<String> meanings = WORDS.computeIfAbsent(word, w -> new LinkedHashSet<>(own));
      meanings.addAll(List.of(sides[0].split(" ")));
    }
  }

  /** Returns the words of the pages for a word: mostly itself, and others of its meaning. */
  static Set<String> of(String word) {
    return WORDS.getOrDefault(word, Set.of(word));
  }
}
