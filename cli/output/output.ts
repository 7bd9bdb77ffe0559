import { version } from '../../src/version.ts'
import { type Env, type TextSink, usesColour } from '../io.ts'
import { CliError } from './cli-error.ts'
import { type Paint, paint, styled } from './paint.ts'
import { printable, printableJson, printableLines } from './printable.ts'

/** Of the JSON object; a field is added without, and changed or removed only with, a new number. */
const schemaVersion = 1

/** What a command found. */
export interface Outcome {
  /** The `data` of the JSON object; bigints become decimal text. */
  readonly data: object
  /** What people read. */
  readonly text: string
  /** What `--quiet` prints: an address, a hash. */
  readonly primary: string
  /** CAIP-2, for `meta`. */
  readonly network?: string | undefined
  /** The command ran to its end, and what it found is bad: the text is printed all the same. */
  readonly failure?: CliError | undefined
  /** Runs after the outcome is printed; the program stays up until it settles. */
  readonly afterwards?: (() => Promise<void>) | undefined
}

export interface ErrorReport {
  readonly code: string
  readonly message: string
  readonly hint: string | null
}

/**
 * Data goes to standard output, once; everything else to standard error. Secrets go nowhere. Nothing that is printed acts on
 * the terminal but line ends and the styles of `colour`, wherever its text came from.
 */
export class Output {
  json = false
  quiet = false
  verbose = false
  command = ''
  readonly colour: Paint
  readonly errorColour: Paint
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
    this.colour = paint(usesColour(io.stdout, io.env))
    this.errorColour = paint(usesColour(io.stderr, io.env))
  }

  /** True where lines may be redrawn. */
  get interactive(): boolean {
    return this.#stderr.isTTY === true
  }

  /** From here on the text is masked wherever it would be printed. */
  secret(text: string): void {
    const plain = text.trim()
    if (plain.length < 6) return
    this.#secrets.add(plain)
    if (plain.startsWith('0x')) this.#secrets.add(plain.slice(2))
  }

  publish(outcome: Outcome): void {
    if (this.json) {
      this.#object(true, outcome.data, null, outcome.network)
      return
    }
    const text = this.quiet ? outcome.primary : outcome.text
    if (text !== '') this.#write(this.#stdout, text.endsWith('\n') ? text : `${text}\n`)
  }

  /** With `--json`, a line of its own for what happens while a command runs; then its outcome is one line as well. */
  event(name: string, data: object): void {
    if (!this.json) return
    this.#streaming = true
    this.#write(this.#stdout, json({ schemaVersion, event: name, ...data }))
  }

  /** Help and the like: text that is data, but no command's outcome. */
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
    const { bold, red } = this.errorColour
    const lines = [`${red(bold('error'))} ${indented(report.message)} [${report.code}]`]
    const { details } = (error ?? {}) as { details?: unknown }
    if (this.verbose) lines.push(...causes(error).map((cause) => `  because ${printable(cause)}`))
    else if (typeof details === 'string' && details !== '')
      lines.push(`  because: ${printable(details.slice(0, 300))}`)
    if (report.hint) lines.push(`  ${indented(report.hint)}`)
    this.log(lines.join('\n'))
  }

  /** A line of progress or of the log. */
  log(line: string): void {
    this.#write(this.#stderr, `${line}\n`)
  }

  /** What is being done, for who watches; scripts and `--quiet` are spared. */
  progress(line: string): void {
    if (!this.quiet) this.log(this.errorColour.dim(line))
  }

  /** What moves the cursor: a line that the next one overwrites, a picture. Text from elsewhere is made printable before. */
  raw(text: string): void {
    this.#write(this.#stderr, text, (same) => same)
  }

  /**
   * Keeps the terminal for a question: what else would be shown there waits until it is answered. What goes to a file or a
   * program is not kept back.
   */
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
    if (this.verbose) this.log(this.errorColour.dim(line))
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

  #send(sink: TextSink, text: string, form: (text: string) => string): void {
    let masked = text
    for (const secret of this.#secrets) masked = masked.replaceAll(secret, '***')
    sink.write(form(masked))
  }
}

/** The one form of text on a terminal. */
function shown(text: string): string {
  return styled(printableLines(text))
}

/** In lines of which only the first can be taken for one of the program's own. */
function indented(text: string): string {
  return text.split('\n').map(printable).join('\n    ')
}

function json(value: object, indent = 0): string {
  return `${printableJson(JSON.stringify(value, plain, indent))}\n`
}

/** `hint` is asked for the text that says what to do about a code. */
export function reportOf(error: unknown, hint: (code: string) => string | undefined): ErrorReport {
  const known = error as { code?: unknown; message?: unknown; hint?: unknown } | null | undefined
  const code = typeof known?.code === 'string' ? known.code : 'internal/unexpected'
  const message = typeof known?.message === 'string' && known.message !== '' ? known.message : String(error)
  const own = typeof known?.hint === 'string' ? known.hint : undefined
  return { code, message, hint: own ?? hint(code) ?? null }
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function causes(error: unknown): readonly string[] {
  const found: string[] = []
  let one = (error as { cause?: unknown } | null)?.cause
  for (let depth = 0; one !== undefined && one !== null && depth < 8; depth++) {
    const { message, details } = one as { message?: unknown; details?: unknown }
    found.push(
      [message, details].filter((part) => typeof part === 'string' && part !== '').join(' — ') || String(one),
    )
    one = (one as { cause?: unknown }).cause
  }
  return found
}
