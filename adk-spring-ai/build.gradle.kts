dependencies {
    api(project(":adk-core"))
    api(libs.spring.ai.model)

    // what the application may choose: Maven's optional
    compileOnly(libs.spring.ai.vector.store)
    testImplementation(libs.spring.ai.vector.store)

    testImplementation(project(":adk-test"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.logback.classic)
}
