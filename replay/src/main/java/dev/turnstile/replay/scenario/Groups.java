package dev.turnstile.replay.scenario;

import dev.turnstile.engine.timing.TimingSpec;
import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySpec;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the declarations off the scenario's records and builds changed copies of them. */
final class Groups {
  /** A declared setting and the record component that holds its value. */
  record Slot(String group, RecordComponent component, Declaration declaration) {}

  /** Components are kept, as new ones would parse their annotations anew. */
  private static final ClassValue<RecordComponent[]> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          return type.getRecordComponents();
        }
      };

  private static final Map<String, Slot> SLOTS = findSlots();

  private Groups() {}

  private static RecordComponent[] components(Class<?> type) {
    return COMPONENTS.get(type);
  }

  private static Map<String, Slot> findSlots() {
    Map<String, Slot> slots = new LinkedHashMap<>();
    for (RecordComponent group : components(Scenario.class)) {
      Setting own = group.getAnnotation(Setting.class);
      if (own != null) {
        slots.put(own.key(), new Slot("", group, Declaration.of("", group, own)));
      } else if (group.getType().isRecord()) {
        String prefix = group.getName() + ".";
        for (RecordComponent component : components(group.getType())) {
          Setting setting = component.getAnnotation(Setting.class);
          if (setting != null) {
            Declaration declaration = Declaration.of(prefix, component, setting);
            slots.put(declaration.path(), new Slot(group.getName(), component, declaration));
          }
        }
      }
    }
    return slots;
  }

  static List<Declaration> declarations() {
    return SLOTS.values().stream().map(Slot::declaration).toList();
  }

  static Scenario defaultScenario() {
    Object[] groups = Arrays.stream(components(Scenario.class)).map(Groups::defaultOf).toArray();
    return (Scenario) create(Scenario.class, groups);
  }

  private static Object defaultOf(RecordComponent component) {
    Class<?> type = component.getType();
    if (type == PolicyGroup.class) {
      return new PolicyGroup(PolicyRegistry.builtIn(), PolicySpec.parse(PolicyGroup.DEFAULT_SPEC));
    } else if (type == TimingSpec.class) {
      return TimingSpec.parse(TimingPaths.DEFAULT_PROVIDER);
    }
    Setting setting = component.getAnnotation(Setting.class);
    if (setting != null) {
      return Values.parse(Declaration.of("", component, setting), type, setting.value());
    }
    return create(type, Arrays.stream(components(type)).map(Groups::defaultOf).toArray());
  }

  static boolean has(Scenario scenario, String path) {
    return SLOTS.containsKey(path)
        || (path.startsWith("policy.") && scenario.policy().has(path.substring(7)))
        || TimingPaths.has(scenario.timing(), path);
  }

  static Scenario with(Scenario scenario, String path, String value) {
    Slot slot = SLOTS.get(path);
    if (slot != null) {
      return with(scenario, slot, parse(slot, value));
    } else if (path.startsWith("policy.")) {
      PolicyGroup changed = scenario.policy().with(path.substring(7), value);
      return (Scenario) replace(scenario, "policy", changed);
    } else if (TimingPaths.has(scenario.timing(), path)) {
      return (Scenario)
          replace(scenario, "timing", TimingPaths.with(scenario.timing(), path, value));
    }
    List<String> paths = paths(scenario);
    if (paths.stream().anyMatch(p -> p.startsWith(path + "."))) {
      throw new ScenarioException(path, "is a group of settings, not one", null);
    }
    throw new ScenarioException(path, "no such setting", CloseMatch.hint(path, paths));
  }

  private static List<String> paths(Scenario scenario) {
    List<String> paths = new ArrayList<>(SLOTS.keySet());
    paths.addAll(TimingPaths.paths(scenario.timing()));
    scenario.policy().paths().forEach(path -> paths.add("policy." + path));
    return paths;
  }

  private static Object parse(Slot slot, String value) {
    try {
      return Values.parse(slot.declaration, slot.component.getType(), value);
    } catch (IllegalArgumentException e) {
      String rule = String.valueOf(e.getMessage());
      throw new ScenarioException(slot.declaration.path(), rule + ", got '" + value + "'", null);
    }
  }

  private static Scenario with(Scenario scenario, Slot slot, Object value) {
    if (slot.group.isEmpty()) {
      return (Scenario) replace(scenario, slot.component.getName(), value);
    }
    Record group = (Record) get(scenario, slot.group);
    return (Scenario)
        replace(scenario, slot.group, replace(group, slot.component.getName(), value));
  }

  /** All settings as nested maps in the order of declaration. */
  static Map<String, Object> export(Scenario scenario) {
    Map<String, Object> root = new LinkedHashMap<>();
    for (RecordComponent component : components(Scenario.class)) {
      Object value = get(scenario, component);
      Setting own = component.getAnnotation(Setting.class);
      if (own != null) {
        root.put(own.key(), Values.export(Declaration.of("", component, own), value));
      } else if (value instanceof PolicyGroup policy) {
        root.put(component.getName(), exportPolicy(policy));
      } else {
        root.put(component.getName(), exportGroup(scenario, (Record) value));
      }
    }
    return root;
  }

  private static Map<String, Object> exportPolicy(PolicyGroup policy) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("spec", policy.composition());
    policy.parts().forEach(part -> map.put(part.factory().id(), typed(part.params().asMap())));
    return map;
  }

  private static Map<String, Object> exportGroup(Scenario scenario, Record group) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (RecordComponent component : components(group.getClass())) {
      Setting setting = component.getAnnotation(Setting.class);
      Object value = get(group, component);
      if (setting != null) {
        map.put(setting.key(), Values.export(Declaration.of("", component, setting), value));
      } else {
        TimingSpec resolved = TimingPaths.resolve(scenario);
        map.put("provider", resolved.provider());
        map.putAll(typed(resolved.parameters()));
      }
    }
    return map;
  }

  /** Parameters that read as numbers or truth values are exported as such. */
  private static Map<String, Object> typed(Map<String, String> texts) {
    Map<String, Object> map = new LinkedHashMap<>();
    texts.forEach((name, text) -> map.put(name, typed(text)));
    return map;
  }

  private static Object typed(String text) {
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    return text.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?") ? new java.math.BigDecimal(text) : text;
  }

  /** All settings as text by path. */
  static Map<String, String> flatten(Scenario scenario) {
    Map<String, String> flat = new LinkedHashMap<>();
    flatten("", export(scenario), flat);
    return flat;
  }

  private static void flatten(String prefix, Map<?, ?> map, Map<String, String> flat) {
    map.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> nested) {
            flatten(prefix + key + ".", nested, flat);
          } else {
            flat.put(prefix + key, String.valueOf(value));
          }
        });
  }

  private static Object get(Record record, String name) {
    for (RecordComponent component : components(record.getClass())) {
      if (component.getName().equals(name)) {
        return get(record, component);
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static Object get(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Record replace(Record record, String name, Object value) {
    Object[] values =
        Arrays.stream(components(record.getClass()))
            .map(c -> c.getName().equals(name) ? value : get(record, c))
            .toArray();
    return create(record.getClass(), values);
  }

  private static Record create(Class<?> type, Object[] values) {
    Class<?>[] types =
        Arrays.stream(components(type)).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      return (Record) constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
