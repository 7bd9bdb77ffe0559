interface Running {
  readonly written: { readonly stdout: string; readonly stderr: string }
  /** Calls the listener after each output of the program. */
  onWrite(listener: () => void): void
  /** Settles when the program has ended. */
  readonly done: Promise<unknown>
}

/**
 * A time limit in ms, shorter than the time limit of a test. Starting five families or a database takes a second, but
 * on a busy machine up to a minute.
 */
const limit = 110_000

/**
 * Waits until the program has printed a text that matches, and returns this text. Rejects with the output if the
 * program ends first. Hooks can call this too, although `expect.poll` doesn't work in hooks.
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
