dependencies {
    api(project(":adk-spring-boot-starter"))
    api(project(":adk-test"))
    api(libs.boot.test)
    api(libs.boot.test.autoconfigure)

    testImplementation(libs.boot.starter.test)
}
