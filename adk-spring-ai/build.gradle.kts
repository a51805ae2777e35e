dependencies {
    api(project(":adk-core"))
    api(libs.spring.ai.commons)
    api(libs.spring.ai.model)

    // what the application may choose: Maven's optional
    compileOnly(libs.spring.ai.vector.store)
    compileOnly(libs.spring.ai.mcp)
    compileOnly(libs.spring.ai.openai)
    compileOnly(libs.spring.ai.anthropic)
    compileOnly(libs.spring.ai.google.genai)
    compileOnly(libs.spring.ai.ollama)
    compileOnly(libs.aws.bedrockruntime)
    testImplementation(libs.spring.ai.vector.store)
    testImplementation(libs.spring.ai.mcp)
    testImplementation(libs.spring.ai.openai)
    testImplementation(libs.spring.ai.anthropic)
    testImplementation(libs.spring.ai.google.genai)
    testImplementation(libs.spring.ai.ollama)
    testImplementation(libs.aws.bedrockruntime)

    testImplementation(libs.reactor.netty.http)
    testImplementation(project(":adk-test"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.logback.classic)
}
