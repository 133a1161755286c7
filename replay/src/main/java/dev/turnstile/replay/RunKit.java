package dev.turnstile.replay;

import dev.turnstile.engine.kernel.RandomStreams;
import dev.turnstile.engine.kernel.Simulation;

/** What all parts of one run share. */
record RunKit(Simulation simulation, RandomStreams streams, JsonlDecisionLog log) {}
