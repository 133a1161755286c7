/**
 * Admission gates: what may run now, and what waits.
 *
 * <p>{@link dev.turnstile.policies.admission.ThunderAgent} is the program-aware gate. It is read
 * from the top: {@code ThunderAgent} receives the callbacks, {@code AdmissionRules} decides on a
 * request, {@code SchedulerTick} works off the periodic tick with {@code ResumePacking} and {@code
 * PauseRule}. {@code ProgramTable} owns the program records and all their transitions, {@code
 * WorkerLedger} the accounting in tokens. {@code ThunderProfile} and {@code ThunderParameters} say
 * what the profiles and parameters are.
 */
@NullMarked
package dev.turnstile.policies.admission;

import org.jspecify.annotations.NullMarked;
