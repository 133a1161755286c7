/**
 * What the simulated workers run on: catalogues of GPUs and models, and the KV room that a model
 * leaves on a GPU.
 *
 * <p>Start with {@link dev.turnstile.engine.hardware.Catalogue}; a {@link
 * dev.turnstile.engine.hardware.Deployment} puts one model on some GPUs, and {@link
 * dev.turnstile.engine.hardware.KvCapacity} says how many KV blocks that gives. The bundled tables
 * are {@code gpus.json} and {@code models.json} beside these classes; what could not be confirmed
 * in a primary source is listed in each entry's unverified fields. Memory is in bytes, bandwidth in
 * bytes per second (1 GB/s is 1e9 B/s), compute in dense floating-point operations per second.
 */
@NullMarked
package dev.turnstile.engine.hardware;

import org.jspecify.annotations.NullMarked;
