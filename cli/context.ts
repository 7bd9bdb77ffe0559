import type { Io } from './io.ts'
import type { Output } from './output/output.ts'

/** The global options, each from the command line, or else from the environment. */
export interface Flags {
  readonly network?: string | undefined
  readonly rpc?: readonly string[] | undefined
  /** The URL of the data service for tokens, activity and names. */
  readonly data?: string | undefined
  readonly wallet?: string | undefined
  /** In ms; undefined means the command's own limit. */
  readonly timeout?: number | undefined
  /** Whether to prompt. False with `--no-input` and in CI. False isn't consent, so signing then needs `yes`. */
  readonly input: boolean
  readonly yes: boolean
}

/** The values that every command receives. */
export interface Context {
  readonly io: Io
  readonly out: Output
  readonly flags: Flags
  /** Aborted when the program is interrupted or times out. */
  readonly signal: AbortSignal
}

/** Returns whether a prompt can be shown and answered. */
export function canAsk({ io, flags }: Pick<Context, 'io' | 'flags'>): boolean {
  return flags.input && io.stdin.isTTY === true && io.stderr.isTTY === true
}
