import type { NodeHealth } from 'latchkey'
import type { Io } from './io.ts'
import type { Output } from './output/output.ts'

/** The global options. If an option other than `--yes` is missing, its value comes from the environment. */
export interface Flags {
  readonly network?: string | undefined
  readonly rpc?: readonly string[] | undefined
  readonly data?: string | undefined
  readonly wallet?: string | undefined
  /** In ms; undefined for the command's own limit. */
  readonly timeout?: number | undefined
  /** Whether prompts are allowed. False with `--no-input` and in CI. Signing without a prompt needs `yes`. */
  readonly input: boolean
  readonly yes: boolean
}

export interface Context {
  readonly io: Io
  readonly out: Output
  readonly flags: Flags
  /** Aborts when the program is interrupted or times out. */
  readonly signal: AbortSignal
  /** The health of the nodes. The client and the wallet of a command share it, so that only one of them waits for a node that hangs. */
  readonly health: NodeHealth
  /** Starts a new time limit for the command, in ms. Absent if the user set the limit. */
  readonly extend?: ((limit: number) => void) | undefined
}

export function canAsk({ io, flags }: Pick<Context, 'io' | 'flags'>): boolean {
  // After Ctrl-D, standard input gives no answer, even on a terminal.
  return flags.input && io.stdin.isTTY === true && io.stdin.readable && io.stderr.isTTY === true
}
