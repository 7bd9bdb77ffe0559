/** Returns a line of the benchmark. The line counts as failed if its value is above the `limit`. */
export function row(name, value, unit, limit) {
  return { name, value, unit, limit, ok: limit === undefined || value <= limit }
}

/** Returns a line that says what is missing for a measurement. */
export function missing(name, what) {
  return { name, missing: what, ok: true }
}
