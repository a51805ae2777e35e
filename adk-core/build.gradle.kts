dependencies {
    api(libs.slf4j.api)
    api(libs.jspecify)
    api(libs.jackson.databind)
    api(libs.jtokkit)
    api(libs.json.schema.validator)
    api(libs.jsonschema.generator)
    api(libs.jsonschema.module.jackson)
    api(libs.json.path)
    api(libs.commonmark)
    api(libs.commonmark.ext.autolink)
    api(libs.commonmark.ext.gfm.strikethrough)
    api(libs.commonmark.ext.gfm.tables)
    api(libs.commonmark.ext.task.list.items)
    api(libs.re2j)
    api(libs.snakeyaml.engine)
    api(libs.uuid.creator)

    // what the application may choose: Maven's optional
    compileOnly(libs.httpclient5)

    testImplementation(libs.httpclient5)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.awaitility)
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.logback.classic)
}
