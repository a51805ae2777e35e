dependencies {
    api(project(":adk-spring-boot-starter"))
    api(project(":adk-spring-ai"))
    api(project(":adk-jdbc-storage"))
    api(libs.json.schema.validator)
    api(libs.boot.starter.jdbc)

    testImplementation(libs.boot.starter.test)
    testImplementation(libs.h2)
}
