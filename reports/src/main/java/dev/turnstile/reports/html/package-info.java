/**
 * The report that people forward: one HTML page that needs nothing but itself.
 *
 * <p>Start with {@link dev.turnstile.reports.html.HtmlReport}. A page class ({@code RunPage},
 * {@code ComparisonPage}) says what is on a page, in the order verdict, comparison, evidence,
 * details; the templates in {@code src/main/jte} say how it is written and escape everything;
 * {@code report.css} and {@code report.js} are put into the page, and its content security policy
 * allows nothing but them. Every number carries its exact value and its place in the JSON document.
 */
@NullMarked
package dev.turnstile.reports.html;

import org.jspecify.annotations.NullMarked;
