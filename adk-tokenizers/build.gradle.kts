dependencies {
    api(project(":adk-core"))
    api(libs.djl.tokenizers)

    testImplementation(project(":adk-test"))
    testImplementation(libs.logback.classic)
}
