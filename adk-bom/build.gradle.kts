plugins {
    `java-platform`
}

javaPlatform {
    allowDependencies()
}

dependencies {
    api(platform(libs.spring.ai.bom))
    api(platform(libs.netty.bom))
    constraints {
        api(project(":adk-core"))
        api(project(":adk-artifacts"))
        api(project(":adk-prompt"))
        api(project(":adk-vector"))
        api(project(":adk-memory"))
        api(project(":adk-test"))
        api(project(":adk-jdbc-storage"))
        api(project(":adk-jpa-storage"))
        api(project(":adk-durable"))
        api(project(":adk-tokenizers"))
        api(project(":adk-spring-ai"))
        api(project(":adk-spring-web"))
        api(project(":adk-spring-boot-starter"))
        api(project(":adk-spring-boot-test"))
        api(project(":adk-agent-starter"))

        // newer than in Spring AI's own bill: they mend streamed reasoning and aborted streams
        api(libs.spring.ai.commons)
        api(libs.spring.ai.model)
        api(libs.spring.ai.openai)
    }
}
