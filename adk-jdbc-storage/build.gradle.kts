dependencies {
    api(project(":adk-core"))
    testImplementation(project(":adk-artifacts"))
    compileOnly(project(":adk-prompt"))
    testImplementation(project(":adk-prompt"))
    compileOnly(project(":adk-vector"))
    testImplementation(project(":adk-vector"))
    compileOnly(project(":adk-memory"))
    testImplementation(project(":adk-memory"))
    api(libs.spring.jdbc)

    // what the application may choose: Maven's optional
    compileOnly(libs.spring.orm)
    compileOnly(libs.hibernate.core)
    testImplementation(libs.spring.orm)
    testImplementation(libs.hibernate.core)
    compileOnly(libs.boot.starter.flyway)
    compileOnly(libs.flyway.postgresql)
    compileOnly(libs.boot.starter.liquibase)
    compileOnly(libs.postgresql)
    testImplementation(libs.boot.starter.flyway)
    testImplementation(libs.flyway.postgresql)
    testImplementation(libs.boot.starter.liquibase)
    testImplementation(libs.postgresql)

    testImplementation(project(":adk-test"))
    testImplementation(libs.h2)
    testImplementation(libs.boot.starter.data.jpa.test)
    testImplementation(libs.boot.starter.flyway.test)
    testImplementation(libs.boot.starter.liquibase.test)
    testImplementation(libs.boot.testcontainers)
    testImplementation(libs.testcontainers.junit.jupiter)
    testImplementation(libs.testcontainers.postgresql)
    testImplementation(libs.embedded.postgres)
}

// what the tests of the modules above share with this one's
val harness by configurations.creating
artifacts.add("harness", tasks.register<Jar>("testJar") {
    archiveClassifier = "tests"
    from(sourceSets.test.get().output)
})
