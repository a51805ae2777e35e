dependencies {
    api(libs.slf4j.api)
    api(libs.jspecify)
    api(libs.jackson.databind)
    api(libs.jtokkit)
    api(libs.json.schema.validator)
    api(libs.jsonschema.generator)
    api(libs.jsonschema.module.jackson)
    api(libs.re2j)
    api(libs.uuid.creator)

    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.awaitility)
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.logback.classic)
}

// what the tests of the modules above share with this one's
val harness by configurations.creating
artifacts.add("harness", tasks.register<Jar>("testJar") {
    archiveClassifier = "tests"
    from(sourceSets.test.get().output)
})
