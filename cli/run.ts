import { type GivenFlags, resolveFlags } from './args/flags.ts'
import { usageError } from './args/usage.ts'
import { asCliError, withDeadline } from './deadline.ts'
import type { Io } from './io.ts'
import { CliError } from './output/cli-error.ts'
import { exitCodeOf, exitCodes } from './output/exit-codes.ts'
import { Output, reportOf } from './output/output.ts'
import { createProgram } from './program.ts'
import type { CommandRun } from './tree/command-run.ts'

/** Runs a command line without the program's name. Resolves with the exit code, and never rejects. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const out = new Output(io)
  const given = beforeDashes(argv)
  // `out.json` is set before parsing, so that parse errors are printed as JSON too.
  out.json = given.includes('--json') || wantsReport(given, 'json')
  out.verbose = given.includes('--verbose')
  const pages: string[] = []
  try {
    const program = createProgram(
      (command) => execute(command, out, io),
      (text) => pages.push(text),
    )
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' })
    return exitCodes.ok
  } catch (thrown) {
    const error = usageError(thrown, argv) ?? stopped(thrown, io)
    if (error === 'done') {
      out.page('text', pages.join(''))
      return exitCodes.ok
    }
    const hints = await import('./output/error-hint.ts').catch(() => undefined)
    const report = reportOf(error, (code) => hints?.errorHint(code))
    if (wantsReport(given, 'junit') && !out.json && !out.published) {
      const { brokenReport } = await import('./check/junit-report.ts')
      out.page('report', brokenReport(error, report))
    }
    out.fail(error, report)
    return exitCodeOf(error)
  }
}

async function execute(
  { name, options, limit, run: command }: CommandRun,
  out: Output,
  io: Io,
): Promise<void> {
  out.command = name
  out.json ||= options.json === true
  out.quiet = options.quiet === true
  const flags = resolveFlags(options as GivenFlags, io.env)
  await withDeadline(io, flags.timeout ?? limit, async (signal, time) => {
    // The option --timeout is a limit for the whole command.
    const extend = flags.timeout === undefined ? time.restart : undefined
    const outcome = await command({ io, out, flags, signal, health: new Map(), extend })
    // The command was stopped after it got its result. The error contains the result, such as the hash of a payment.
    if (signal.aborted) throw outcome.failure ?? stoppedWith(outcome.data)
    time.end()
    // With `--json`, `out.fail` prints the failure.
    if (!outcome.failure || !out.json) out.publish(outcome)
    if (outcome.failure) throw outcome.failure
    await outcome.afterwards?.()
  })
}

function stoppedWith(data: object): CliError {
  return new CliError('cli/interrupted', exitCodes.interrupted, 'Interrupted', { data })
}

function stopped(error: unknown, io: Io): unknown {
  return io.signal.aborted && error === io.signal.reason ? asCliError(error) : error
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end < 0 ? argv : argv.slice(0, end)
}

function wantsReport(argv: readonly string[], format: 'json' | 'junit'): boolean {
  return (
    argv.includes(`--reporter=${format}`) ||
    argv.some((word, at) => word === '--reporter' && argv[at + 1] === format)
  )
}
