import type { RunnerTask } from 'vitest'

/** Adds a line once to each error of a failed test. */
export function addToErrors({ result }: Pick<RunnerTask, 'result'>, line: string): void {
  for (const error of result?.errors ?? []) {
    const { message, stack } = error
    if (message.includes(line)) continue
    error.message = `${message}\n\n${line}`
    error.stack = stack?.replace(message, () => error.message)
  }
}
