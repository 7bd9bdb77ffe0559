import type { RunnerTask } from 'vitest'

/** Adds a line to the errors of a failed test. Skips an error that has the line. */
export function addToErrors({ result }: Pick<RunnerTask, 'result'>, line: string): void {
  for (const error of result?.errors ?? []) {
    const { message, stack } = error
    if (message.includes(line)) continue
    error.message = `${message}\n\n${line}`
    error.stack = stack?.replace(message, () => error.message)
  }
}
