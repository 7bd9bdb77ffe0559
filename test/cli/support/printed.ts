import { expect } from 'vitest'

interface Running {
  readonly written: { readonly stdout: string; readonly stderr: string }
  /** Settles when the program has ended. */
  readonly done: Promise<unknown>
}

/** Five families start in a second or in a minute: it depends on what else uses the machine. */
export const devnetStart = { timeout: 110_000 }

/** Waits until the program has printed this, and returns it. A program that ends without it fails with what it printed. */
export async function printed(
  { written, done }: Running,
  what: RegExp,
  { at = 'stdout', ...limit }: { readonly at?: 'stdout' | 'stderr'; readonly timeout?: number } = {},
): Promise<string> {
  let ended = false
  const end = () => {
    ended = true
  }
  done.then(end, end)
  await expect
    .poll(() => ended || what.test(written[at]), { message: `the program prints ${what}`, ...limit })
    .toBe(true)
  const found = what.exec(written[at])?.[0]
  if (found === undefined) throw new Error(`the program ended without ${what}: ${written.stderr}`)
  return found
}
