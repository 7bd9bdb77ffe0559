/** Returns the fastest of several runs, in ms. */
export function best(run, times = 7) {
  let fastest = Number.POSITIVE_INFINITY
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    run()
    fastest = Math.min(fastest, performance.now() - started)
  }
  return fastest
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

export function round(value) {
  return Math.round(value * 100) / 100
}
