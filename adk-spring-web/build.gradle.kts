dependencies {
    api(project(":adk-core"))

    // what the application may choose: Maven's optional
    compileOnly(libs.spring.webmvc)
    compileOnly(libs.jakarta.servlet.api)
    compileOnly(libs.spring.security.core)
    compileOnly(libs.mcp.spring.webmvc)
    testImplementation(libs.spring.webmvc)
    testImplementation(libs.jakarta.servlet.api)
    testImplementation(libs.spring.security.core)
    testImplementation(libs.mcp.spring.webmvc)

    testImplementation(project(":adk-test"))
    testImplementation(libs.boot.starter.test)
}
