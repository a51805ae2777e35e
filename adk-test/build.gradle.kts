dependencies {
    api(project(":adk-core"))
    api(project(":adk-artifacts"))
    api(project(":adk-vector"))
    api(project(":adk-memory"))
    api(libs.junit.jupiter)
    api(libs.assertj.core)
    api(libs.awaitility)

    testImplementation(libs.junit.platform.testkit)
    testImplementation(libs.logback.classic)
    testImplementation(libs.langchain4j.embeddings.minilm)
}
