/**
 * The bytes of a trace: files, directories and standard input, read as lines or as JSON.
 *
 * <p>Start with {@link dev.turnstile.workload.trace.source.TraceInput}. A {@link
 * dev.turnstile.workload.trace.source.TraceFile} opens as a {@link
 * dev.turnstile.workload.trace.source.TraceStream} of plain bytes that counts and digests what it
 * reads; {@link dev.turnstile.workload.trace.source.LineReader} cuts it into lines and {@link
 * dev.turnstile.workload.trace.source.JsonRow} walks over the fields of one JSON value. Everything
 * streams: nothing here keeps more than one line.
 */
@NullMarked
package dev.turnstile.workload.trace.source;

import org.jspecify.annotations.NullMarked;
