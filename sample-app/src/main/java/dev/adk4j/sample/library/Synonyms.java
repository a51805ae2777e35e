package dev.adk4j.sample.library;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Words that people say for what the documentation is about, also in German, French and Spanish.
 */
final class Synonyms {

  /** A meaning, then the words for it. */
  private static final String GROUPS =
      """
      database databases db dbs sql datasource jdbc jpa hibernate mysql mariadb oracle sqlite mongodb mongo datenbank datenbanken données datos bases
      postgresql postgres pg psql
      store stores stored storing save saves saved saving keep keeps kept persist persistence persistent storage speichern speichere speicher almacenar guardar stocker enregistrer
      history conversation conversations chat session sessions transcript dialog thread verlauf
      compare comparison compared comparing versus vs difference differences different differ better alternative alternatives instead unterschied comparer comparar diferencia différence
      move migrate migrating migration switch port
      approval approve approves approved approving approver permission permissions confirm confirmation confirms consent human gate gates dangerous reject refuse decide decides decision review supervise oversight hitl signoff boss manager colleague allowed genehmigung genehmigen approbation aprobación aprobar
      who whom authority role roles
      tool tools function functions method callable plugin plugins werkzeug werkzeuge outil outils herramienta herramientas
      model models llm llms provider providers modell modelle modèle modelo modelos
      openai gpt chatgpt
      anthropic claude
      ollama local locally offline selfhosted llama qwen
      gemini google vertex bedrock mistral deepseek azure vllm
      document documents docs rag pdf pdfs knowledge files file folder markdown wiki retrieval retrieve handbook
      vector vectors embedding embeddings pgvector semantic similarity
      citation citations cite source sources quote reference
      test tests testing tested unit mock mocking mocks junit stub fake prueba probar tester testen
      evaluate evals eval quality benchmarked accuracy
      stream streaming streams streamed sse websocket live realtime token-by-token
      browser frontend web page webpage react vue angular javascript ui gui widget
      remember remembers memory memories facts fact recall preferences recuerda mémoire memoria gedächtnis
      delete deletes deleted erase erasure gdpr dsgvo remove removes forget forgotten purge privacy retention löschen supprimer borrar
      window long length limit history context cut truncate trim overflow summarize summary
      cost costs price prices pricing expensive cheap budget budgets money spend spending bill billing quota usage
      free license licence licensing commercial apache mit opensource
      rate limits throttle throttling ratelimit
      metrics metric monitor monitoring prometheus grafana dashboard telemetry tracing trace traces opentelemetry otel observability observe spans
      log logs logged logging
      audit auditing trail compliance
      error errors exception exceptions fail fails failed failing failure fehler erreur throws
      problem problems trouble wrong stuck debug broken troubleshoot troubleshooting issue issues
      install installation setup maven gradle dependency dependencies installieren installer instalar
      start begin started beginning quickstart tutorial getting
      run running runs launch execute demo sample example try
      scale scaling load throughput capacity serve handle concurrent users
      fast performance slow speed latency benchmark benchmarks quick
      node nodes cluster instances instance replicas replica server servers machine kubernetes k8s pod pods deploy deployment deploying
      crash crashes crashed kill killed dies died die restart restarts restarted reboot outage power
      durable resume resumes survive survives survived
      upgrade upgrading update updates version versions newer release
      security secure safe safety injection jailbreak attack attacks against malicious sicherheit seguridad sécurité
      guard guards guardrail guardrails filter filters filtering moderation pii sensitive personal
      tenant tenants multitenancy multitenant multi customer customers isolate isolation separate apart
      login auth authentication authorization oauth oidc jwt security password
      agent agents assistant bot
      several multiple many two multiagent
      handoff delegate supervisor orchestrate orchestration subagent
      workflow workflows pipeline pipelines graph steps chain
      mcp modelcontextprotocol
      a2a agent2agent
      structured typed json object objects record schema pojo class
      image images picture pictures photo photos multimodal vision audio attachment attachments upload
      retry retries retrying retried again
      fallback failover backup
      stop cancel cancels cancelled abort aborts interrupt
      timeout timeouts patience
      parallel concurrently simultaneous
      prompt prompts instruction instructions persona
      see view inspect show
      temperature options parameters topp
      key keys apikey token secret credential
      kotlin scala groovy
      graalvm native graal
      webflux reactive quarkus micronaut
      schedule scheduled cron background periodic nightly job jobs batch
      loop loops circle circles endless infinite
      production stable mature ready prod
      bug bugs report issue github
      """;

  private static final Map<String, Set<String>> MEANINGS = new HashMap<>();

  static {
    GROUPS
        .lines()
        .forEach(
            line -> {
              String[] words = line.split(" ");
              for (String word : words) {
                MEANINGS.computeIfAbsent(Words.stem(word), w -> new HashSet<>()).add(words[0]);
              }
            });
  }

  private Synonyms() {}

  static Set<String> words() {
    return Set.copyOf(List.of(GROUPS.split("\\s+")));
  }

  /** Returns what a word stands for; empty for one that stands for itself alone. */
  static Set<String> meanings(String word) {
    return MEANINGS.getOrDefault(Words.stem(word), Set.of());
  }
}
