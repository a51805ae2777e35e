dependencies {
    api(project(":adk-spring-boot-starter"))
    api(project(":adk-test"))
    api(libs.boot.test)
    api(libs.boot.test.autoconfigure)

    testImplementation(libs.archunit.junit5)
    testImplementation(libs.boot.starter.test)
}
