import { version } from '../../src/version.ts'
import { type Env, type TextSink, usesColor } from '../io.ts'
import { CliError } from './cli-error.ts'
import { chainOf, hashOf } from './exit-codes.ts'
import { type Paint, paint, styled } from './paint.ts'
import { printable, printableJson, printableLines } from './printable.ts'
import { wrapped } from './wrapped.ts'

/** The version of the JSON output. New fields don't change the version. Changed or removed fields do. */
const schemaVersion = 1

export interface Outcome {
  /** The field `data` of the JSON output. Bigints become decimal texts. */
  readonly data: object
  readonly text: string
  /** The output with `--quiet`, such as an address or a hash. */
  readonly primary: string
  /** The CAIP-2 id in `meta`. */
  readonly network?: string | undefined
  /** Set if the command ended with a bad result. The text is printed anyway. */
  readonly failure?: CliError | undefined
  /** Runs after the output is printed. The program ends when the returned promise settles. */
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
  /** The error text from the host. */
  readonly details?: string | undefined
}

/**
 * Writes outcomes and help to standard output. With `--json`, also writes events there, and errors, except after an outcome. Writes
 * everything else to standard error. Masks secrets. Escapes control characters except line breaks, so that untrusted text can't
 * control the terminal.
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

  /** Whether the terminal can redraw lines. */
  get interactive(): boolean {
    return this.#stderr.isTTY === true
  }

  /** Masks a text in all later output, unless it is shorter than six characters. */
  secret(text: string): void {
    const plain = text.trim()
    if (plain.length < 6) return
    this.#secrets.add(plain)
    if (plain.startsWith('0x')) this.#secrets.add(plain.slice(2))
  }

  /** Whether the outcome is printed. */
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

  /** With `--json`, prints an event as one line. After an event, the outcome is printed as one line too. */
  event(name: string, data: object): void {
    if (!this.json) return
    this.#streaming = true
    this.#write(this.#stdout, json({ schemaVersion, event: name, ...data }))
  }

  /** Prints text that isn't an outcome, such as help. */
  page(key: string, text: string): void {
    if (this.json) this.#object(true, { [key]: text.trimEnd() }, null, undefined)
    else this.#write(this.#stdout, text)
  }

  fail(error: unknown, report: ErrorReport): void {
    const data = error instanceof CliError ? (error.data ?? null) : null
    if (this.json && !this.#published) {
      this.#object(false, data, report, undefined)
      return
    }
    // The outcome is the only object on standard output. A program that runs until Ctrl-C needs no error text then.
    if (this.json && report.code === 'cli/interrupted') return
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

  log(line: string): void {
    this.#write(this.#stderr, `${line}\n`)
  }

  progress(line: string): void {
    if (!this.quiet) this.log(this.errorColor.dim(line))
  }

  /** Prints text that moves the cursor, or a QR code. Escape untrusted text first. */
  raw(text: string): void {
    this.#write(this.#stderr, text, (same) => same)
  }

  /** Reserves the terminal for a prompt. Other output waits until `release`. */
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
    // Lines of JSON and of text that moves the cursor aren't wrapped.
    sink.write(form === shown && sink.isTTY && !this.json ? wrapped(text, sink.columns) : text)
  }
}

function shown(text: string): string {
  return styled(printableLines(text))
}

/** Indents all lines but the first, so that the indented lines can't look like lines of the program itself. */
function indented(text: string): string {
  return text.split('\n').map(printable).join('\n    ')
}

function json(value: object, indent = 0): string {
  return `${printableJson(JSON.stringify(value, plain, indent))}\n`
}

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
