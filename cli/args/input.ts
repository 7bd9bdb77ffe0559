import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import type { Io } from '../io.ts'
import { invalid } from '../output/cli-error.ts'

/** The most that is read from standard input, in bytes. */
const maximum = 4 * 1024 * 1024

interface Source {
  readonly input?: string | undefined
  readonly file?: string | undefined
}

/** Reads a value from the argument, from `--file`, or from standard input (`-`). */
export async function readInput(
  { io, signal }: Pick<Context, 'io' | 'signal'>,
  field: string,
  given: Source,
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

export async function readBytesInput(
  context: Pick<Context, 'io' | 'signal'>,
  field: string,
  given: Source,
): Promise<Buffer> {
  if (given.file === undefined && given.input === '-')
    return readStdinBytes(context.io, field, context.signal)
  if (given.file === undefined || given.input !== undefined)
    return Buffer.from(await readInput(context, field, given))
  return readFileBytes(field, given.file)
}

export function readTextFile(field: string, path: string): string {
  return readFileBytes(field, path).toString('utf8')
}

function readFileBytes(field: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw invalid(field, `${path} cannot be read: ${reasonOf(error)}`)
  }
}

export function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

/**
 * Reads a server's secret from a file or from the environment, and masks it in the output. In the result, `field` is the option
 * or the variable that the secret comes from.
 */
export function readSecretInput(
  { io, out }: Pick<Context, 'io' | 'out'>,
  { file, flag, variable, hint }: { file: string | undefined; flag: string; variable: string; hint: string },
): { readonly field: string; readonly text: string } {
  const field = file === undefined ? variable : flag
  const text = (file === undefined ? io.env[variable] : readTextFile(flag, resolve(io.cwd, file)))?.trim()
  if (!text) throw invalid(field, file === undefined ? `is missing, and so is --${flag}` : 'is empty', hint)
  out.secret(text)
  return { field, text }
}

export async function readStdin(io: Pick<Io, 'stdin'>, field: string, signal: AbortSignal): Promise<string> {
  return (await readStdinBytes(io, field, signal)).toString('utf8')
}

async function readStdinBytes(io: Pick<Io, 'stdin'>, field: string, signal: AbortSignal): Promise<Buffer> {
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
    return Buffer.concat(chunks)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Decodes base64 text, and ignores white space. Returns raw bytes unchanged. `binary` recognizes raw bytes. */
export function decodeBase64(field: string, given: Buffer, binary: (bytes: Buffer) => boolean): Buffer {
  if (binary(given)) return given
  const text = given.toString('utf8').replace(/\s+/g, '')
  const bytes = Buffer.from(text, 'base64')
  if (text === '') throw invalid(field, 'is empty')
  if (bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    throw invalid(field, 'is not base64')
  return bytes
}

export function reasonOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  return typeof code === 'string' ? code : String(error)
}
