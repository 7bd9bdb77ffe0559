/** One line of the bench. `limit` is the figure that an issue promised; without one the line only informs. */
export function row(name, value, unit, limit) {
  return { name, value, unit, limit, ok: limit === undefined || value <= limit }
}

/** In the place of a line that cannot be had here. */
export function missing(name, what) {
  return { name, missing: what, ok: true }
}
