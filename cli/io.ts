/** The command's access to the process. Tests replace it. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: TextSink
  readonly stderr: TextSink
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Aborts with an `Interruption` when the program must stop. */
  readonly signal: AbortSignal
  /** Called with the hash of each transaction that the wallet sent, because standard output may not take it. */
  readonly sent?: ((hash: string) => void) | undefined
}

export interface TextSink {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export type Env = Io['env']

/** Returns whether to use colors. NO_COLOR (https://no-color.org) decides first, then FORCE_COLOR. Without them, only a terminal gets colors. */
export function usesColor(sink: TextSink, env: Env): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return sink.isTTY === true && env.TERM !== 'dumb'
}
