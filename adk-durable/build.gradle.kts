dependencies {
    api(project(":adk-jdbc-storage"))
    api(libs.db.scheduler)

    testImplementation(project(":adk-jdbc-storage", "harness"))
    testImplementation(project(":adk-test"))
    testImplementation(libs.h2)
    testImplementation(libs.boot.starter.data.jpa.test)
    testImplementation(libs.postgresql)
    testImplementation(libs.testcontainers.postgresql)
    testImplementation(libs.embedded.postgres)
}
