plugins {
    application
    alias(libs.plugins.spring.boot)
}

application {
    mainClass = "dev.adk4j.sample.SampleApplication"
}

dependencies {
    implementation(project(":adk-spring-boot-starter"))
    implementation(project(":adk-jpa-storage"))
    implementation(project(":adk-spring-ai"))
    implementation(libs.spring.ai.starter.model.openai)
    implementation(libs.spring.ai.openai)
    implementation(libs.langchain4j.embeddings.minilm)
    implementation(libs.boot.starter.webmvc)
    implementation(libs.boot.starter.actuator)
    implementation(libs.boot.starter.flyway)

    runtimeOnly(project(":adk-durable"))
    runtimeOnly(libs.flyway.postgresql)
    runtimeOnly(libs.h2)
    runtimeOnly(libs.postgresql)

    testImplementation(project(":adk-test"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.boot.starter.webmvc.test)
    testImplementation(libs.embedded.postgres)
    testImplementation(libs.playwright)
}

tasks.processResources {
    from("..") {
        include("README.md", "docs/**/*.md")
        into("askdocs")
    }
}

tasks.bootJar {
    manifest {
        // the model of sentences loads a native library, which Java 25 warns about
        attributes("Enable-Native-Access" to "ALL-UNNAMED")
    }
}
