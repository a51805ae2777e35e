dependencies {
    api(project(":adk-core"))

    testImplementation(project(":adk-core", "harness"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.awaitility)
    testImplementation(libs.logback.classic)
}
