/** One line of the benchmark. `limit` is the budget. A line without a limit is informational. */
export function row(name, value, unit, limit) {
  return { name, value, unit, limit, ok: limit === undefined || value <= limit }
}

/** Replaces a line that can't be measured here. */
export function missing(name, what) {
  return { name, missing: what, ok: true }
}
