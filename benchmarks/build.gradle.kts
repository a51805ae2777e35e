dependencies {
    implementation(project(":adk-core"))
    implementation(project(":adk-jpa-storage"))
    implementation(project(":adk-tokenizers"))
    implementation(project(":adk-spring-ai"))
    implementation(project(":adk-spring-boot-starter"))
    implementation(project(":adk-spring-boot-test"))
    implementation(project(":adk-test"))
    implementation(libs.jmh.core)

    annotationProcessor(libs.jmh.generator.annprocess)
}
