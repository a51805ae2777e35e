dependencies {
    api(project(":adk-core"))

    testImplementation(project(":adk-core", "harness"))
    testImplementation(project(":adk-artifacts"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.awaitility)
    testImplementation(libs.logback.classic)
}
