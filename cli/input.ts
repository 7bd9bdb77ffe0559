import { readFileSync } from 'node:fs'
import { invalid } from './cli-error.ts'
import type { Context } from './context.ts'
import type { Io } from './io.ts'

/** More than anybody signs or pastes. */
const maximum = 4 * 1024 * 1024

/** What was given in one of three ways: as the argument, in a file, or on standard input. */
export async function readInput(
  { io, signal }: Pick<Context, 'io' | 'signal'>,
  field: string,
  given: { readonly input?: string | undefined; readonly file?: string | undefined },
): Promise<string> {
  if (given.input !== undefined && given.file !== undefined)
    throw invalid(field, 'is given twice: as the argument and with --file')
  if (given.file !== undefined) return readTextFile(field, given.file)
  if (given.input === '-') return readStdin(io, field, signal)
  if (given.input === undefined)
    throw invalid(
      field,
      'is missing',
      'Give it as the argument, with --file <path>, or - for standard input.',
    )
  return given.input
}

export function readTextFile(field: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw invalid(field, `${path} cannot be read: ${reasonOf(error)}`)
  }
}

export async function readStdin(io: Pick<Io, 'stdin'>, field: string, signal: AbortSignal): Promise<string> {
  const stop = () => io.stdin.emit('error', signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of io.stdin) {
      const bytes = Buffer.from(chunk as Uint8Array | string)
      size += bytes.length
      if (size > maximum) throw invalid(field, `is longer than ${maximum} bytes`)
      chunks.push(bytes)
    }
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  return typeof code === 'string' ? code : String(error)
}
