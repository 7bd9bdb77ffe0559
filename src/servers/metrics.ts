/** Counts events since the server started, and writes the counters in Prometheus format. Labels never identify a visitor. */
export interface Metrics<Counter extends string> {
  count(name: Counter, label: string): void
  /** Records the duration of a request. @param ms In milliseconds. */
  took(route: string, ms: number): void
  text(): string
}

export interface MetricsOptions<Counter extends string> {
  /** The counters. Each has the name of its metric, a help text and the name of its label. */
  readonly counters: Readonly<Record<Counter, readonly [metric: string, help: string, label: string]>>
  /** The name of the metric of request durations. */
  readonly duration: string
}

/** The upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.005, 0.02, 0.1, 0.5, 2, 10, 30]

export function metricsOf<Counter extends string>({
  counters,
  duration,
}: MetricsOptions<Counter>): Metrics<Counter> {
  const counts = new Map<string, number>()
  const durations = new Map<string, { readonly within: number[]; sum: number; count: number }>()
  return {
    count(name, label) {
      const [metric, , key] = counters[name]
      const line = `${metric}{${key}="${label}"}`
      counts.set(line, (counts.get(line) ?? 0) + 1)
    },
    took(route, ms) {
      const found = durations.get(route) ?? { within: bounds.map(() => 0), sum: 0, count: 0 }
      durations.set(route, found)
      found.sum += ms / 1000
      found.count++
      for (const [at, bound] of bounds.entries())
        if (ms / 1000 <= bound) found.within[at] = (found.within[at] ?? 0) + 1
    },
    text() {
      const lines: string[] = []
      for (const [metric, help] of Object.values<readonly [string, string, string]>(counters)) {
        lines.push(`# HELP ${metric} ${help}`, `# TYPE ${metric} counter`)
        for (const [line, value] of counts) if (line.startsWith(`${metric}{`)) lines.push(`${line} ${value}`)
      }
      lines.push(`# HELP ${duration} How long requests took.`, `# TYPE ${duration} histogram`)
      for (const [route, { within, sum, count }] of durations) {
        for (const [at, bound] of bounds.entries())
          lines.push(`${duration}_bucket{route="${route}",le="${bound}"} ${within[at]}`)
        lines.push(`${duration}_bucket{route="${route}",le="+Inf"} ${count}`)
        lines.push(`${duration}_sum{route="${route}"} ${sum}`, `${duration}_count{route="${route}"} ${count}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
