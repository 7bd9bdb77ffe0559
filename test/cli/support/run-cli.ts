import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { run } from '../../../cli/run.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Returns the object that `--json` printed. Throws if the output isn't exactly one object. */
  json(): Envelope
}

export interface Envelope {
  readonly schemaVersion: number
  readonly ok: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please
  readonly data: any
  readonly error: {
    readonly code: string
    readonly message: string
    readonly hint: string | null
    readonly hash?: string
  } | null
  readonly meta: { readonly version: string; readonly command: string; readonly durationMs: number }
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stdin?: string | Uint8Array
  readonly cwd?: string
  readonly signal?: AbortSignal
  /** Whether standard error is a terminal. */
  readonly watched?: boolean
}

/** Runs a command in this process, with its own streams and environment. */
export async function runCli(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const started = startCli(argv, options)
  return started.done
}

/** Starts a command that keeps running. The test can read the output so far. */
export function startCli(
  argv: readonly string[],
  {
    env = {},
    stdin = '',
    cwd = process.cwd(),
    signal = new AbortController().signal,
    watched,
  }: RunOptions = {},
) {
  const written = { stdout: '', stderr: '' }
  const listeners: (() => void)[] = []
  const sink = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text
      for (const listener of listeners) listener()
    },
  })
  const done = run(argv, {
    stdin: Readable.from(stdin === '' ? [] : [stdin]),
    stdout: sink('stdout'),
    stderr: { ...sink('stderr'), ...(watched && { isTTY: true }) },
    env,
    cwd,
    signal,
  }).then(
    (code): Ran => ({
      code,
      ...written,
      json: () => JSON.parse(written.stdout) as Envelope,
    }),
  )
  return { done, written, onWrite: (listener: () => void) => void listeners.push(listener) }
}

/** Creates a new temporary folder, and returns its path. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-cli-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
