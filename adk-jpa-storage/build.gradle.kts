dependencies {
    api(project(":adk-core"))
    api(libs.boot.starter.data.jpa)

    // what the application may choose: Maven's optional
    compileOnly(libs.boot.starter.flyway)
    compileOnly(libs.flyway.postgresql)
    compileOnly(libs.boot.starter.liquibase)
    compileOnly(libs.postgresql)
    testImplementation(libs.boot.starter.flyway)
    testImplementation(libs.flyway.postgresql)
    testImplementation(libs.boot.starter.liquibase)
    testImplementation(libs.postgresql)

    testImplementation(project(":adk-test"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.h2)
    testImplementation(libs.boot.starter.data.jpa.test)
    testImplementation(libs.boot.starter.flyway.test)
    testImplementation(libs.boot.starter.liquibase.test)
    testImplementation(libs.boot.testcontainers)
    testImplementation(libs.testcontainers.junit.jupiter)
    testImplementation(libs.testcontainers.postgresql)
    testImplementation(libs.embedded.postgres)
}
