plugins {
    java
    id("org.springframework.boot") version "4.1.2"
}

group = "com.example"
version = "1.0.0"

repositories {
    // as long as ADK for Java has no release, its artifacts are those that were installed here
    mavenLocal()
    mavenCentral()
}

tasks.withType<JavaCompile>().configureEach {
    options.release = 21
    options.compilerArgs.add("-parameters")
}

configurations.configureEach {
    // Spring Boot 4.1.2 names a newer Netty, of which not every jar is published
    resolutionStrategy.eachDependency {
        if (requested.group == "io.netty") useVersion("4.2.17.Final")
    }
}

dependencies {
    implementation(platform(org.springframework.boot.gradle.plugin.SpringBootPlugin.BOM_COORDINATES))
    implementation(platform("dev.adk4j:adk-bom:0.1.0-SNAPSHOT"))

    implementation("dev.adk4j:adk-agent-starter")
    implementation("org.springframework.ai:spring-ai-starter-model-openai")
    implementation("org.springframework.boot:spring-boot-starter-webmvc")
    runtimeOnly("com.h2database:h2")
    runtimeOnly("org.postgresql:postgresql")

    testImplementation("dev.adk4j:adk-spring-boot-test")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.test {
    useJUnitPlatform()
}
