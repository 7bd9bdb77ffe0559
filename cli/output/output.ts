import { version } from '../../src/version.ts'
import { type Env, type TextSink, usesColor } from '../io.ts'
import { CliError } from './cli-error.ts'
import { chainOf } from './exit-codes.ts'
import { type Paint, paint, styled } from './paint.ts'
import { printable, printableJson, printableLines } from './printable.ts'
import { wrapped } from './wrapped.ts'

/** The version of the JSON output. Adding a field keeps it; changing or removing one increments it. */
const schemaVersion = 1

export interface Outcome {
  /** `data` in the JSON output; bigints become decimal strings. */
  readonly data: object
  readonly text: string
  /** The text that `--quiet` prints, such as an address or a hash. */
  readonly primary: string
  /** The CAIP-2 id in `meta`. */
  readonly network?: string | undefined
  /** Set if the command finished with a bad result. The text is printed as well. */
  readonly failure?: CliError | undefined
  /** Runs after the outcome is printed; the program stays up until it settles. */
  readonly afterwards?: (() => Promise<void>) | undefined
}

export interface ErrorReport {
  readonly code: string
  readonly message: string
  readonly hint: string | null
  /** The hash of a transaction that was signed before the error. */
  readonly hash?: string | undefined
  /** The host of the endpoint that failed. */
  readonly host?: string | undefined
  /** The host's own error text. */
  readonly details?: string | undefined
}

/**
 * Writes data to standard output, once, and everything else to standard error. Masks secrets. Escapes control characters in
 * all text except line ends, so that untrusted text can't act on the terminal.
 */
export class Output {
  json = false
  quiet = false
  verbose = false
  command = ''
  readonly color: Paint
  readonly errorColor: Paint
  readonly #stdout: TextSink
  readonly #stderr: TextSink
  readonly #secrets = new Set<string>()
  readonly #startedAt = performance.now()
  #held: (() => void)[] | undefined
  #published = false
  #streaming = false

  constructor(io: { stdout: TextSink; stderr: TextSink; env: Env }) {
    this.#stdout = io.stdout
    this.#stderr = io.stderr
    this.color = paint(usesColor(io.stdout, io.env))
    this.errorColor = paint(usesColor(io.stderr, io.env))
  }

  /** Whether lines can be redrawn. */
  get interactive(): boolean {
    return this.#stderr.isTTY === true
  }

  /** Masks this text in all later output. */
  secret(text: string): void {
    const plain = text.trim()
    if (plain.length < 6) return
    this.#secrets.add(plain)
    if (plain.startsWith('0x')) this.#secrets.add(plain.slice(2))
  }

  /** Whether a command's outcome was printed. */
  get published(): boolean {
    return this.#published
  }

  publish(outcome: Outcome): void {
    this.#published = true
    if (this.json) {
      this.#object(true, outcome.data, null, outcome.network)
      return
    }
    const text = this.quiet ? outcome.primary : outcome.text
    if (text !== '') this.#write(this.#stdout, text.endsWith('\n') ? text : `${text}\n`)
  }

  /** With `--json`, prints an event as one line; the outcome is then one line too. */
  event(name: string, data: object): void {
    if (!this.json) return
    this.#streaming = true
    this.#write(this.#stdout, json({ schemaVersion, event: name, ...data }))
  }

  /** Prints text that isn't a command's outcome, such as help. */
  page(key: string, text: string): void {
    if (this.json) this.#object(true, { [key]: text.trimEnd() }, null, undefined)
    else this.#write(this.#stdout, text)
  }

  fail(error: unknown, report: ErrorReport): void {
    const data = error instanceof CliError ? (error.data ?? null) : null
    if (this.json) {
      if (!this.#published) this.#object(false, data, report, undefined)
      return
    }
    const { bold, red } = this.errorColor
    const lines = [`${red(bold('error'))} ${indented(report.message)} [${report.code}]`]
    const { details } = (error ?? {}) as { details?: unknown }
    if (this.verbose) lines.push(...causes(error).map((cause) => `  because ${printable(cause)}`))
    else if (typeof details === 'string' && details !== '')
      lines.push(`  because: ${printable(details.slice(0, 300))}`)
    if (report.host !== undefined && !report.message.includes(report.host))
      lines.push(`  host: ${printable(report.host)}`)
    if (report.hint) lines.push(`  ${indented(report.hint)}`)
    if (report.hash !== undefined) lines.push(`  transaction ${indented(report.hash)}`)
    this.log(lines.join('\n'))
  }

  /** Prints a line to standard error. */
  log(line: string): void {
    this.#write(this.#stderr, `${line}\n`)
  }

  /** Prints progress; `--quiet` suppresses it. */
  progress(line: string): void {
    if (!this.quiet) this.log(this.errorColor.dim(line))
  }

  /** Prints text that moves the cursor, such as a line to overwrite or a QR code. Escape untrusted text first. */
  raw(text: string): void {
    this.#write(this.#stderr, text, (same) => same)
  }

  /** Reserves the terminal for a prompt: other output to it waits until `release`. */
  hold(): { write(text: string): void; release(): void } {
    const held: (() => void)[] = []
    this.#held = held
    return {
      write: (text) => this.#send(this.#stderr, text, (same) => same),
      release: () => {
        if (this.#held === held) this.#held = undefined
        for (const write of held.splice(0)) write()
      },
    }
  }

  debug(line: string): void {
    if (this.verbose) this.log(this.errorColor.dim(line))
  }

  #object(ok: boolean, data: object | null, error: ErrorReport | null, network: string | undefined): void {
    this.#published = true
    const meta = {
      version,
      command: this.command,
      ...(network && { network }),
      durationMs: Math.round(performance.now() - this.#startedAt),
    }
    this.#write(this.#stdout, json({ schemaVersion, ok, data, error, meta }, this.#streaming ? 0 : 2))
  }

  #write(sink: TextSink, text: string, form = shown): void {
    if (this.#held && sink.isTTY) this.#held.push(() => this.#send(sink, text, form))
    else this.#send(sink, text, form)
  }

  #send(sink: TextSink, plain: string, form: (text: string) => string): void {
    let masked = plain
    for (const secret of this.#secrets) masked = masked.replaceAll(secret, '***')
    const text = form(masked)
    // Text for the cursor and JSON keep their lines.
    sink.write(form === shown && sink.isTTY && !this.json ? wrapped(text, sink.columns) : text)
  }
}

/** Escapes the text for a terminal and applies styles. */
function shown(text: string): string {
  return styled(printableLines(text))
}

/** Indents all lines but the first, so that they can't be mistaken for the program's own. */
function indented(text: string): string {
  return text.split('\n').map(printable).join('\n    ')
}

function json(value: object, indent = 0): string {
  return `${printableJson(JSON.stringify(value, plain, indent))}\n`
}

/** Builds the error report. `hint` maps a code to its hint. */
export function reportOf(error: unknown, hint: (code: string) => string | undefined): ErrorReport {
  const known = error as { code?: unknown; message?: unknown; hint?: unknown } | null | undefined
  const code = typeof known?.code === 'string' ? known.code : 'internal/unexpected'
  const message = typeof known?.message === 'string' && known.message !== '' ? known.message : String(error)
  const own = typeof known?.hint === 'string' ? known.hint : undefined
  const hash = hashOf(error)
  return {
    ...{ code, message, hint: own ?? hint(code) ?? null },
    ...(hash !== undefined && { hash }),
    ...hostOf(error),
  }
}

/** Returns the host that the error or one of its causes names, and what the host said. */
function hostOf(error: unknown): Pick<ErrorReport, 'host' | 'details'> {
  const chain = chainOf(error) as readonly {
    host?: unknown
    values?: { host?: unknown }
    details?: unknown
  }[]
  const [host] = chain.map((one) => one.host ?? one.values?.host).filter((name) => name)
  if (typeof host !== 'string') return {}
  const [details] = chain.map((one) => one.details).filter((said) => said)
  return { host, ...(typeof details === 'string' && { details: details.slice(0, 300) }) }
}

/** Returns the hash that the error or one of its causes has. */
function hashOf(error: unknown): string | undefined {
  const found = chainOf(error).find(({ hash }) => typeof hash === 'string')
  return found?.hash as string | undefined
}

/** Writes bigints as decimal text in JSON. */
export function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function causes(error: unknown): readonly string[] {
  return chainOf(error)
    .slice(1)
    .map(
      (one) =>
        [one.message, one.details].filter((part) => typeof part === 'string' && part !== '').join(' — ') ||
        String(one),
    )
}
