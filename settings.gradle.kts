pluginManagement {
    repositories {
        mavenCentral()
    }
}

dependencyResolutionManagement {
    repositoriesMode = RepositoriesMode.FAIL_ON_PROJECT_REPOS
    repositories {
        mavenCentral()
    }
}

rootProject.name = "adk-parent"

include("build-checks")
include("adk-bom")
include("adk-core")
include("adk-artifacts")
include("adk-prompt")
include("adk-vector")
include("adk-memory")
include("adk-test")
include("adk-jdbc-storage")
include("adk-jpa-storage")
include("adk-durable")
include("adk-tokenizers")
include("adk-spring-ai")
include("adk-spring-web")
include("adk-spring-boot-starter")
include("adk-spring-boot-test")
include("adk-agent-starter")
include("sample-app")
include("docs-tests")
include("benchmarks")
