/** The surroundings of one run, handed in so that tests need no process. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: TextSink
  readonly stderr: TextSink
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that the program was started in. */
  readonly cwd: string
  /** Aborted with an `Interruption` when the program shall stop. */
  readonly signal: AbortSignal
}

export interface TextSink {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export type Env = Io['env']

/** Colour where a person reads it: https://no-color.org, and FORCE_COLOR for pipes that keep it. */
export function usesColour(sink: TextSink, env: Env): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return sink.isTTY === true && env.TERM !== 'dumb'
}
