import type { Io } from './io.ts'
import type { Output } from './output/output.ts'

/** The options that every command takes; what was not given comes from the environment. */
export interface Flags {
  readonly network?: string | undefined
  readonly rpc?: string | undefined
  /** Of the service that knows tokens, activity and names. */
  readonly data?: string | undefined
  readonly wallet?: string | undefined
  /** Milliseconds; undefined: the command's own limit. */
  readonly timeout?: number | undefined
  /** False with `--no-input` and in CI: nothing is asked. */
  readonly input: boolean
  readonly yes: boolean
}

/** What a command gets. */
export interface Context {
  readonly io: Io
  readonly out: Output
  readonly flags: Flags
  /** Aborted when the program is interrupted or the time is up. */
  readonly signal: AbortSignal
}

/** True where a question can be asked and answered. */
export function canAsk({ io, flags }: Pick<Context, 'io' | 'flags'>): boolean {
  return flags.input && io.stdin.isTTY === true && io.stderr.isTTY === true
}
