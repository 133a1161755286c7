package dev.turnstile.policies.admission;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.spi.ChangedWorkers;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.WorkerView;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The account of every worker: what its programs charge, kept up to date with each change.
 *
 * <p>An active program bound to a worker charges its tokens, weighted while it is between turns and
 * rounded down, plus a fixed amount per program. Paused and unbound programs charge nothing.
 */
final class WorkerLedger {
  private final ThunderConfig config;
  private final @Nullable BlockTree tree;
  private final List<Account> accounts = new ArrayList<>();
  private final ChangedWorkers changed = new ChangedWorkers();
  private long acting;

  /** The highest resume ceiling of a worker; 0 while none is known. */
  private long ceilingTokens;

  private long overCeiling;

  /** Makes the accounts of all workers of the context. */
  WorkerLedger(ThunderConfig config, PolicyContext context) {
    this.config = config;
    tree = config.sharedPrefixBudget ? context.blocks() : null;
    for (int worker = 0; worker < context.workerCount(); worker++) {
      open(context.worker(worker));
    }
  }

  /** Opens an account for a worker that joins, unless it has one. */
  void open(WorkerView worker) {
    if (worker.id() == accounts.size()) {
      Budget budget = Budget.of(worker, config);
      accounts.add(new Account(budget, newShared()));
      ceilingTokens = Math.max(ceilingTokens, budget.resumeTokens());
      changed.mark(worker.id());
    }
  }

  private @Nullable SharedPrefixes newShared() {
    return tree == null ? null : new SharedPrefixes(tree, weighted(tree.blockTokens()));
  }

  /** Brings a program's line up to date with its record. */
  void settle(Program p) {
    if (!p.overCeiling && ceilingTokens > 0 && need(p) > ceilingTokens) {
      p.overCeiling = true;
      overCeiling++;
    }
    int worker = p.paused ? Program.NO_WORKER : p.worker;
    Program.Entry entry = p.entry;
    if (entry.worker != Program.NO_WORKER) {
      withdraw(p, accounts.get(entry.worker), entry.worker != worker);
    }
    boolean moved = entry.worker != worker;
    entry.worker = worker;
    if (worker != Program.NO_WORKER) {
      write(p, accounts.get(worker), moved);
    }
  }

  /** Strikes a program out. */
  void forget(Program p) {
    if (p.entry.worker != Program.NO_WORKER) {
      withdraw(p, accounts.get(p.entry.worker), true);
      p.entry.worker = Program.NO_WORKER;
    }
  }

  private void withdraw(Program p, Account account, boolean leaves) {
    Program.Entry entry = p.entry;
    changed.mark(entry.worker);
    account.charged -= entry.chargeTokens;
    addActing(account, entry.acting ? -1 : 0);
    if (entry.shared) {
      account.sharedPrefixes().count(entry.node, entry.blocks, entry.acting, -1);
    }
    if (leaves) {
      account.residents.remove(p);
    }
  }

  private void write(Program p, Account account, boolean joins) {
    Program.Entry entry = p.entry;
    entry.acting = p.acting;
    entry.shared = tree != null && p.chain.confirmed;
    entry.node = p.chain.node;
    entry.blocks = p.chain.blocks;
    entry.chargeTokens = charge(p);
    changed.mark(entry.worker);
    account.charged += entry.chargeTokens;
    addActing(account, entry.acting ? 1 : 0);
    if (entry.shared) {
      account.sharedPrefixes().count(entry.node, entry.blocks, entry.acting, 1);
    }
    if (joins) {
      account.residents.add(p);
    }
  }

  private void addActing(Account account, int change) {
    account.acting += change;
    acting += change;
  }

  /** What a program charges by itself, beside the prefixes it shares. */
  long charge(Program p) {
    long tokens = p.tokens;
    if (tree != null && p.chain.confirmed) {
      long covered = SharedPrefixes.coveredTokens(tree, p.chain.node, p.chain.blocks);
      tokens = Math.max(0, tokens - covered);
    }
    return (p.acting ? weighted(tokens) : tokens) + config.perProgramTokens;
  }

  /** What a program needs to come back: its tokens in full and the fixed amount. */
  long need(Program p) {
    return p.tokens + config.perProgramTokens;
  }

  /** What a program would charge with the tokens of an idle one halved every half-life. */
  long decayedCharge(Program p, long nowNanos) {
    long tokens = p.tokens;
    if (p.acting) {
      double halfLives = (nowNanos - p.actingSinceNanos) / config.decayTauNanos;
      tokens = (long) (tokens * StrictMath.pow(2, -halfLives));
    }
    return tokens + config.perProgramTokens;
  }

  /** Tokens charged to a worker. */
  long used(int worker) {
    Account account = accounts.get(worker);
    long shared = account.shared == null ? 0 : account.shared.tokens();
    return account.charged + account.reserved + shared;
  }

  /** Tokens charged to a worker with idle programs decayed; walks its programs. */
  long decayed(int worker, long nowNanos) {
    Account account = accounts.get(worker);
    long sum = account.reserved;
    for (Program p : account.residents) {
      sum += decayedCharge(p, nowNanos);
    }
    return sum;
  }

  /** One of the two usages. */
  long usage(int worker, boolean decayed, long nowNanos) {
    return decayed ? decayed(worker, nowNanos) : used(worker);
  }

  /** Sets tokens aside on a worker for a request without a program; negative gives them back. */
  void reserve(int worker, long tokens) {
    accounts.get(worker).reserved += tokens;
    changed.mark(worker);
  }

  /** Number of programs that have been too large to come back to any worker by themselves. */
  long overCeiling() {
    return overCeiling;
  }

  /** The budget of a worker. */
  Budget budget(int worker) {
    return accounts.get(worker).budget;
  }

  /** Active programs bound to a worker, in the order in which they were bound; a copy. */
  List<Program> residents(int worker) {
    return new ArrayList<>(accounts.get(worker).residents);
  }

  /** Number of accounts, one per worker. */
  int size() {
    return accounts.size();
  }

  /** Number of active programs bound to a worker. */
  int residentCount(int worker) {
    return accounts.get(worker).residents.size();
  }

  /** Number of active programs between turns on a worker. */
  int actingCount(int worker) {
    return accounts.get(worker).acting;
  }

  /** Number of active programs between turns on any worker. */
  long actingCount() {
    return acting;
  }

  /** Marks of workers whose account has changed. */
  ChangedWorkers changed() {
    return changed;
  }

  /** Number of active programs with a turn on a worker. */
  int turns(int worker) {
    return residentCount(worker) - actingCount(worker);
  }

  /**
   * Adds everything up again and compares.
   *
   * @throws IllegalStateException if an account is wrong
   */
  void verify() {
    for (int worker = 0; worker < accounts.size(); worker++) {
      Account account = accounts.get(worker);
      long sum = 0;
      SharedPrefixes shared = newShared();
      for (Program p : account.residents) {
        if (p.paused || p.worker != worker) {
          throw new IllegalStateException(
              "program " + p.lane.sessionId + " is charged to worker " + worker + " but not on it");
        }
        sum += charge(p);
        if (shared != null && p.chain.confirmed) {
          shared.count(p.chain.node, p.chain.blocks, p.acting, 1);
        }
      }
      if (shared != null && shared.tokens() != account.sharedPrefixes().tokens()) {
        throw new IllegalStateException("worker " + worker + " counts shared prefixes wrongly");
      }
      if (sum != account.charged) {
        throw new IllegalStateException(
            "worker " + worker + " is charged " + account.charged + " tokens, its programs " + sum);
      }
    }
  }

  private long weighted(long tokens) {
    if (config.actingTokenWeight.compareTo(BigDecimal.ONE) == 0) {
      return tokens;
    }
    return config
        .actingTokenWeight
        .multiply(BigDecimal.valueOf(tokens))
        .setScale(0, RoundingMode.FLOOR)
        .longValueExact();
  }

  private static final class Account {
    final Budget budget;
    final @Nullable SharedPrefixes shared;
    final Set<Program> residents = new LinkedHashSet<>();
    long charged;
    long reserved;
    int acting;

    Account(Budget budget, @Nullable SharedPrefixes shared) {
      this.budget = budget;
      this.shared = shared;
    }

    SharedPrefixes sharedPrefixes() {
      if (shared == null) {
        throw new IllegalStateException("shared prefixes are not counted");
      }
      return shared;
    }
  }
}
