dependencies {
    api(project(":adk-core"))
    api(libs.djl.tokenizers)

    testImplementation(project(":adk-test"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.logback.classic)
}
