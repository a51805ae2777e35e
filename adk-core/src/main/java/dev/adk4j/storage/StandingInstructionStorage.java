package dev.adk4j.storage;

/** The callbacks of standing instructions, for one class to implement. */
public interface StandingInstructionStorage
    extends RefreshStandingInstructionsCallback,
        StoreStandingInstructionCallback,
        MutateStandingInstructionCallback,
        DeleteStandingInstructionCallback {}
