interface Running {
  readonly written: { readonly stdout: string; readonly stderr: string }
  /** Calls the listener after each output of the program. */
  onWrite(listener: () => void): void
  /** Resolves or rejects when the program has ended. */
  readonly done: Promise<unknown>
}

/**
 * The time limit in ms, below a test's own limit. The start of five families, or of a database, takes a
 * second, or up to a minute on a busy machine.
 */
const limit = 110_000

/**
 * Waits until the program has printed a text that matches, and returns the text. Works also in hooks, where
 * `expect.poll` can't be used. Rejects with the output when the program ends first.
 */
export function printed(
  { written, onWrite, done }: Running,
  what: RegExp,
  at: 'stdout' | 'stderr' = 'stdout',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (how: string) => reject(new Error(`the program ${how} ${what}: ${written.stderr}`))
    const timer = setTimeout(fail, limit, `has in ${limit} ms not printed`)
    const look = () => {
      const [found] = what.exec(written[at]) ?? []
      if (found === undefined) return
      clearTimeout(timer)
      resolve(found)
    }
    const end = () => {
      look()
      clearTimeout(timer)
      fail('ended without')
    }
    onWrite(look)
    done.then(end, end)
    look()
  })
}
