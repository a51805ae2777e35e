dependencies {
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
}

// it reads the build files of all modules, which Gradle does not know
tasks.test {
    outputs.upToDateWhen { false }
}
