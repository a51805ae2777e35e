dependencies {
    api(project(":adk-core"))
    compileOnly(project(":adk-vector"))

    testImplementation(project(":adk-core", "harness"))
    testImplementation(project(":adk-vector"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.awaitility)
    testImplementation(libs.logback.classic)
}
