dependencies {
    api(project(":adk-core"))
    api(libs.json.path)
    api(libs.commonmark)
    api(libs.commonmark.ext.autolink)
    api(libs.commonmark.ext.gfm.strikethrough)
    api(libs.commonmark.ext.gfm.tables)
    api(libs.commonmark.ext.task.list.items)
    api(libs.snakeyaml.engine)

    // what the application may choose: Maven's optional
    compileOnly(libs.httpclient5)

    testImplementation(libs.httpclient5)
    testImplementation(project(":adk-core", "harness"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.awaitility)
    testImplementation(libs.logback.classic)
}
