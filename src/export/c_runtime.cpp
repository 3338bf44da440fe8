#include "export/c_runtime.hpp"

namespace dashpot::exporting {

namespace {

constexpr const char* denseText = R"(
/* Elimination with partial pivoting of an n by n matrix by rows: factors in place, and the order of the rows. */
static int dense_factor(REAL *a, int *order, int n) {
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (ABS(a[i * n + k]) > ABS(a[p * n + k])) p = i;
    order[k] = p;
    if (!(ABS(a[p * n + k]) > (REAL)0)) return 1;
    if (p != k)
      for (int j = 0; j < n; ++j) {
        const REAL t = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = t;
      }
    for (int i = k + 1; i < n; ++i) {
      const REAL f = a[i * n + k] / a[k * n + k];
      a[i * n + k] = f;
      if (f != (REAL)0)
        for (int j = k + 1; j < n; ++j) a[i * n + j] -= f * a[k * n + j];
    }
  }
  return 0;
}

static void dense_solve(const REAL *a, const int *order, REAL *b, int n) {
  for (int k = 0; k < n; ++k) {
    const REAL t = b[order[k]];
    b[order[k]] = b[k];
    b[k] = t;
  }
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j) b[i] -= a[i * n + j] * b[j];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
}
)";

constexpr const char* scatterText = R"(
/* The entries of a sparse matrix by columns, as a dense one by rows. */
static void scatter(const REAL *entries, const INDEX *start, const INDEX *row, REAL *a, int n) {
  for (int k = 0; k < n * n; ++k) a[k] = (REAL)0;
  for (int j = 0; j < n; ++j)
    for (int k = start[j]; k < start[j + 1]; ++k) a[row[k] * n + j] = entries[k];
}
)";

// The algebraic unknowns z of y: 0 = F_z with everything else held. Their columns and rows of the Jacobian are picked.
constexpr const char* algebraicText = R"(
static int solve_algebraic(PREFIX_model *m) {
  PREFIX_work *const k = &m->work;
  const int n = PREFIX_ALGEBRAIC;
  for (int iteration = 0; iteration < PREFIX_ITERATIONS; ++iteration) {
    const struct PREFIX_inputs in = arguments(m);
    REAL largest = (REAL)0;
    if (PREFIX_rhs(&in, k->work, k->f) || PREFIX_jacobian(&in, k->work, k->jacobian)) return PREFIX_not_finite;
    for (int i = 0; i < n * n; ++i) k->dense[i] = (REAL)0;
    for (int j = 0; j < n; ++j) {
      const int column = algebraic[j];
      for (int e = jacobian_start[column]; e < jacobian_start[column + 1]; ++e)
        for (int i = 0; i < n; ++i)
          if (algebraic[i] == jacobian_row[e]) k->dense[i * n + j] = k->jacobian[e];
    }
    for (int i = 0; i < n; ++i) k->update[i] = k->f[algebraic[i]];
    if (dense_factor(k->dense, k->order, n)) return PREFIX_singular;
    dense_solve(k->dense, k->order, k->update, n);
    for (int i = 0; i < n; ++i) {
      REAL *const z = &m->state.y[algebraic[i]];
      const REAL change = ABS(k->update[i]) / (ABS(*z) + size_of_y[algebraic[i]]);
      *z -= k->update[i];
      if (!(change <= largest)) largest = change;
    }
    if (!(largest < INFINITY)) return PREFIX_not_finite;
    if (largest <= PREFIX_TOLERANCE) return PREFIX_ok;
  }
  return PREFIX_not_converged;
}
)";

constexpr const char* timeText = R"(
/* Whether what is planned for one time happens at the other, or should have happened before it. */
static int is_due(REAL planned, REAL now) { return planned <= now + (REAL)32 * EPSILON * ABS(now); }
)";

constexpr const char* relationText = R"(
static int holds(int relation, REAL value) {
  switch (relation) {
    case 0: return value < (REAL)0;
    case 1: return value <= (REAL)0;
    case 2: return value > (REAL)0;
    case 3: return value >= (REAL)0;
    case 4: return value == (REAL)0;
    default: return value != (REAL)0;
  }
}

/* The truth of every relation; those that time alone decides have that from this time on. */
static int relations(PREFIX_model *m, REAL *truth) {
  PREFIX_work *const k = &m->work;
  const struct PREFIX_inputs in = arguments(m);
  if (PREFIX_events(&in, k->work, truth)) return PREFIX_not_finite;
  for (int i = 0; i < PREFIX_MODES; ++i) truth[i] = holds(relation[i], truth[i]) ? (REAL)1 : (REAL)0;
TIME_MODES  return PREFIX_ok;
}
)";

constexpr const char* timeModeText = R"(  if (m->phases[0] == (REAL)0) {
    (void)PREFIX_timeEvents(&in, k->work, k->turns);
    for (int i = 0; i < PREFIX_TIME_MODES; ++i) {
      const int due = k->turns[i] == k->turns[i] && is_due(k->turns[i], m->state.time);
      const int mode = time_mode[i];
      truth[mode] = holds(relation[mode], due == time_mode_rises[i] ? (REAL)1 : (REAL)-1) ? (REAL)1 : (REAL)0;
    }
  }
)";

constexpr const char* stateSetText = R"(
/* Elimination with pivots by columns: the first `forced` columns must be pivots, of the others those that are allowed.
   Gives the determinant, and marks the candidates that were pivots. */
static REAL pivot_columns(const REAL *from, REAL *a, int rows, int forced, int candidates, const unsigned char *allowed,
                          unsigned char *used) {
  const int columns = forced + candidates;
  REAL determinant = (REAL)1;
  for (int i = 0; i < rows * columns; ++i) a[i] = from[i];
  for (int j = 0; j < columns; ++j) used[j] = 0;
  for (int k = 0; k < rows; ++k) {
    int row = -1, column = -1;
    for (int j = 0; j < columns; ++j) {
      if (used[j] || (j < forced) != (k < forced) || (j >= forced && !allowed[j - forced])) continue;
      for (int i = k; i < rows; ++i)
        if (row < 0 || ABS(a[i * columns + j]) > ABS(a[row * columns + column])) row = i, column = j;
    }
    if (row < 0) return (REAL)0;
    used[column] = 1;
    for (int j = 0; j < columns; ++j) {
      const REAL t = a[k * columns + j];
      a[k * columns + j] = a[row * columns + j];
      a[row * columns + j] = t;
    }
    determinant *= ABS(a[k * columns + column]);
    if (a[k * columns + column] == (REAL)0) continue;
    for (int i = k + 1; i < rows; ++i) {
      const REAL f = a[i * columns + column] / a[k * columns + column];
      for (int j = 0; j < columns; ++j) a[i * columns + j] -= f * a[k * columns + j];
    }
  }
  return determinant;
}

/* States that are chosen while the run goes on: 1 if another choice was made. */
static int reselect(PREFIX_model *m) {
  PREFIX_work *const k = &m->work;
  const struct PREFIX_inputs in = arguments(m);
  int changed = 0, at = 0, selection = 0, state = 0;
  (void)PREFIX_selection(&in, k->work, k->selection);
  for (int s = 0; s < PREFIX_STATE_SETS; ++s) {
    const int rows = set_constraints[s], forced = set_dependent[s], candidates = set_candidates[s];
    const int size = set_size[s], levels = set_levels[s], columns = forced + candidates;
    const REAL *const jacobian = k->selection + at, *const values = jacobian + rows * columns;
    unsigned char all[PREFIX_MOST_CANDIDATES], left_out[PREFIX_MOST_CANDIDATES], used[PREFIX_MOST_COLUMNS];
    REAL best, present;
    for (int j = 0; j < candidates; ++j) {
      all[j] = left_out[j] = 1;
      for (int i = 0; i < size; ++i)
        if (m->state.d[set_selection[selection + i * candidates + j]] != (REAL)0) left_out[j] = 0;
    }
    present = pivot_columns(jacobian, k->set_matrix, rows, forced, candidates, left_out, used);
    best = pivot_columns(jacobian, k->set_matrix, rows, forced, candidates, all, used);
    if (best == best && present < (REAL)0.4 * best) {
      int chosen = 0;
      for (int i = 0; i < size * candidates; ++i) m->state.d[set_selection[selection + i]] = (REAL)0;
      for (int j = 0; j < candidates && chosen < size; ++j) {
        if (used[forced + j]) continue;
        m->state.d[set_selection[selection + chosen * candidates + j]] = (REAL)1;
        for (int level = 0; level < levels; ++level)
          m->state.y[set_states[state + level * size + chosen]] = values[level * candidates + j];
        ++chosen;
      }
      changed = 1;
    }
    at += rows * columns + levels * candidates;
    selection += size * candidates;
    state += levels * size;
  }
  return changed;
}
)";

// Relations, discrete variables and algebraic unknowns are made to agree; then actions are performed, and pre() moves on.
constexpr const char* settleBegin = R"(
static int settle_once(PREFIX_model *m) {
  PREFIX_work *const k = &m->work;
  int status = PREFIX_ok;
  (void)k;
  for (int round = 0; round < PREFIX_EVENT_ROUNDS; ++round) {
    int agreed = 0, restarted = 0, moved = 0;
    for (int pass = 0; pass < PREFIX_EVENT_ROUNDS && !agreed; ++pass) {
      agreed = 1;
)";
constexpr const char* settleModes = R"(      if (relations(m, k->truth)) return PREFIX_not_finite;
      for (int i = 0; i < PREFIX_MODES; ++i) {
        if (k->truth[i] != m->state.modes[i]) agreed = 0;
        m->state.modes[i] = k->truth[i];
      }
)";
constexpr const char* settleDiscrete = R"(      {
        const struct PREFIX_inputs in = arguments(m);
        if (PREFIX_discrete(&in, k->work, k->next)) return PREFIX_not_finite;
        for (int i = 0; i < PREFIX_DISCRETE; ++i) {
          if (k->next[i] != m->state.d[i]) agreed = 0;
          m->state.d[i] = k->next[i];
        }
      }
)";
constexpr const char* settleAlgebraic = R"(      if (!agreed) {
        const int solved = solve_algebraic(m);
        if (solved) return solved;
      }
)";
constexpr const char* settleAgreed = R"(    }
    if (!agreed) return status | PREFIX_unsettled;
)";
constexpr const char* settleActions = R"(    {
      const struct PREFIX_inputs in = arguments(m);
      if (PREFIX_actions(&in, k->work, k->actions)) return status | PREFIX_not_finite;
      for (int i = 0; i < PREFIX_ACTIONS; ++i) {
        if (k->actions[2 * i] == (REAL)0) continue;
        if (action_kind[i] == 0) {
          m->state.y[action_target[i]] = k->actions[2 * i + 1];
          restarted = 1;
        } else if (action_kind[i] == 2) {
          status |= PREFIX_terminated;
        } else if (action_kind[i] == 1 && k->actions[2 * i + 1] == (REAL)0) {
          status |= PREFIX_assertion;
        }
      }
    }
)";
constexpr const char* settleRestart = R"(    if (restarted) {
      const int solved = solve_algebraic(m);
      if (solved) return status | solved;
    }
)";
constexpr const char* settlePre = R"(    for (int i = 0; i < PREFIX_DISCRETE; ++i) {
      if (m->state.pre[i] != m->state.d[i]) moved = 1;
      m->state.pre[i] = m->state.d[i];
    }
)";
constexpr const char* settleArriving = R"(    arrive(m);
)";
constexpr const char* settleEnd = R"(    if (!restarted && !moved) return status;
  }
  return status | PREFIX_unsettled;
}
)";

constexpr const char* arrivingText = R"(
/* Continuous variables as they arrive at an event. */
static void arrive(PREFIX_model *m) {
  PREFIX_work *const k = &m->work;
  const struct PREFIX_inputs in = arguments(m);
  if (PREFIX_arriving(&in, k->work, k->arriving)) return;
  for (int i = 0; i < PREFIX_ARRIVING; ++i)
    m->state.d[arriving_place[i]] = m->state.pre[arriving_place[i]] = k->arriving[i];
}
)";

constexpr const char* clockText = R"(
static REAL tick(const PREFIX_model *m, int clock) {
  return m->clock_first[clock] + m->state.ticks[clock] * m->clock_interval[clock];
}

/* Raises the flags of the clocks that are due: 1 if there are any. */
static int raise_clocks(PREFIX_model *m) {
  int raised = 0;
  for (int i = 0; i < PREFIX_CLOCKS; ++i) {
    if (!is_due(tick(m, i), m->state.time)) continue;
    m->state.d[clock_flag[i]] = (REAL)1;
    m->state.ticks[i] += (REAL)1;
    if (is_due(tick(m, i), m->state.time))
      m->state.ticks[i] = FLOOR((m->state.time - m->clock_first[i]) / m->clock_interval[i]) + (REAL)1;
    raised = 1;
  }
  return raised;
}

static void lower_clocks(PREFIX_model *m) {
  for (int i = 0; i < PREFIX_CLOCKS; ++i) m->state.d[clock_flag[i]] = m->state.pre[clock_flag[i]] = (REAL)0;
}
)";

constexpr const char* assertionText = R"(
/* Assertions that hold between events, too. */
static int check_assertions(PREFIX_model *m) {
  PREFIX_work *const k = &m->work;
  const struct PREFIX_inputs in = arguments(m);
  if (PREFIX_actions(&in, k->work, k->actions)) return PREFIX_ok;
  for (int i = 0; i < PREFIX_ACTIONS; ++i)
    if (action_kind[i] == 1 && k->actions[2 * i] != (REAL)0 && k->actions[2 * i + 1] == (REAL)0)
      return PREFIX_assertion;
  return PREFIX_ok;
}
)";

constexpr const char* initialText = R"(
/* 0 = G(z), from the values of the start that the code was made for. */
static int solve_initial(PREFIX_model *m) {
  PREFIX_work *const k = &m->work;
  const int n = PREFIX_INITIAL;
  for (int iteration = 0; iteration < 4 * PREFIX_ITERATIONS; ++iteration) {
    struct PREFIX_inputs in = arguments(m);
    REAL largest = (REAL)0;
    in.y = k->z;
    if (PREFIX_initialResidual(&in, k->work, k->f) || PREFIX_initialJacobian(&in, k->work, k->jacobian))
      return PREFIX_not_finite;
    scatter(k->jacobian, initial_start, initial_row, k->dense, n);
    for (int i = 0; i < n; ++i) k->update[i] = k->f[i];
    if (dense_factor(k->dense, k->order, n)) return PREFIX_singular;
    dense_solve(k->dense, k->order, k->update, n);
    for (int i = 0; i < n; ++i) {
      const REAL change = ABS(k->update[i]) / (ABS(k->z[i]) + (REAL)1);
      k->z[i] -= k->update[i];
      if (!(change <= largest)) largest = change;
    }
    if (!(largest < INFINITY)) return PREFIX_not_finite;
    if (largest <= PREFIX_TOLERANCE) return PREFIX_ok;
  }
  return PREFIX_not_converged;
}
)";

}  // namespace

std::string runtimeText(const RuntimeNeeds& needs) {
  std::string text;
  if (needs.hasDense || needs.hasAlgebraic || needs.hasInitial) text += denseText;
  if (needs.hasDense || needs.hasInitial) text += scatterText;
  if (needs.hasAlgebraic) text += algebraicText;
  if (needs.hasInitial) text += initialText;
  if (needs.hasClocks || needs.hasTimeModes) text += timeText;
  if (needs.hasModes) {
    std::string relations = relationText;
    const std::string word = "TIME_MODES";
    const std::size_t at = relations.find(word + "  return");
    relations.replace(at, word.size(), needs.hasTimeModes ? timeModeText : "");
    text += relations;
  }
  if (needs.hasStateSets) text += stateSetText;
  if (needs.hasClocks) text += clockText;
  if (needs.hasArriving) text += arrivingText;
  if (needs.hasActions) text += assertionText;
  if (!needs.hasEvents()) return text;
  text += settleBegin;
  if (needs.hasModes) text += settleModes;
  if (needs.hasDiscrete) text += settleDiscrete;
  if (needs.hasAlgebraic) text += settleAlgebraic;
  text += settleAgreed;
  if (needs.hasActions) text += settleActions;
  if (needs.hasAlgebraic) text += settleRestart;
  if (needs.hasDiscrete) text += settlePre;
  if (needs.hasArriving) text += settleArriving;
  text += settleEnd;
  return text;
}

}  // namespace dashpot::exporting
