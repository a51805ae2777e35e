package dev.langchain4j.service.spring;

/** Stands for the annotation of LangChain4j's starter, which is not on the class path. */
public @interface AiService {}
