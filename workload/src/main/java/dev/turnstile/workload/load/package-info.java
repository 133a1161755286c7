/**
 * Load control: when each request of a session graph is sent.
 *
 * <p>Start with {@link dev.turnstile.workload.load.LoadDriver}; {@link
 * dev.turnstile.workload.load.LoadSettings} says how the load is shaped, {@link
 * dev.turnstile.workload.load.SessionCopies} multiplies a workload. The driver knows neither
 * workers nor policies: its {@link dev.turnstile.workload.load.LoadDriver.Host} wakes it up and
 * takes the requests. Times are nanoseconds of simulated time.
 */
@NullMarked
package dev.turnstile.workload.load;

import org.jspecify.annotations.NullMarked;
