package dev.adk4j.artifact;

/** What stands for an artifact in a prompt: whose it is and how large, without a look into it. */
public record ArtifactHandle(
    String callId, SpooledArtifact artifact, long byteLength, long lineCount) {}
