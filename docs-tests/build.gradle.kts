dependencies {
    testImplementation(project(":adk-core", "harness"))
    testImplementation(project(":adk-spring-boot-starter"))
    testImplementation(project(":adk-jpa-storage"))
    testImplementation(project(":adk-spring-ai"))
    testImplementation(project(":adk-durable"))
    testImplementation(project(":adk-tokenizers"))
    testImplementation(project(":adk-spring-boot-test"))
    testImplementation(libs.httpclient5)
    testImplementation(libs.boot.starter.webmvc)
    testImplementation(libs.boot.starter.actuator)
    testImplementation(libs.boot.starter.flyway)
    testImplementation(libs.boot.starter.test)
    testImplementation(libs.spring.ai.vector.store)
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.h2)
    testImplementation(libs.embedded.postgres)
    testImplementation(libs.junit.platform.testkit)
}

// it reads the pages, which Gradle does not know
tasks.test {
    outputs.upToDateWhen { false }
}
