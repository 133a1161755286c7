package dev.turnstile.replay.scenario;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares one setting on the record component that holds it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Setting {
  /** Last part of the path, {@code snake_case}. */
  String key();

  /** The default as it would be written; {@code none} where a limit is off. */
  String value();

  /** Smallest value, or empty. A leading {@code >} excludes the bound itself. */
  String min() default "";

  /** Largest value, or empty. */
  String max() default "";

  /** Unit of the number; {@code s} or {@code ms} makes it a duration, {@code bytes} a size. */
  String unit() default "";

  /** The option of the command line, or empty. */
  String option() default "";

  /** Other names of the option. */
  String[] aliases() default {};

  /** One sentence: what it does. */
  String doc();
}
