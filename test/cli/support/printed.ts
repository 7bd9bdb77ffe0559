interface Running {
  readonly written: { readonly stdout: string; readonly stderr: string }
  /** Calls the listener each time the program has written. */
  onWrite(listener: () => void): void
  /** Settles when the program has ended. */
  readonly done: Promise<unknown>
}

/**
 * Below the limit of a test, in ms. Five families, or a database, start in a second or, on a busy machine, in a minute.
 */
const limit = 110_000

/**
 * Waits until the program has printed this, and returns it; also in hooks, where `expect.poll` can't be used. Rejects
 * with the output when the program ends without it.
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
