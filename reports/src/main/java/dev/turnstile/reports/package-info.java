/**
 * What people and programs read: tables, JSON, CSV and timelines, each made from a run result
 * alone, so that it can be made again without a rerun.
 */
@NullMarked
package dev.turnstile.reports;

import org.jspecify.annotations.NullMarked;
