import { CommanderError } from 'commander'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'

/** What commander threw, as our own error; `done` when it printed what was asked for; undefined when it is not commander's. */
export function usageError(error: unknown, argv: readonly string[]): CliError | 'done' | undefined {
  if (!(error instanceof CommanderError)) return undefined
  // Help and version, asked for.
  if (error.exitCode === 0) return 'done'
  if (error.code === 'commander.help') {
    return usage('A command is missing', 'See latchkey --help.')
  }
  const [what = '', suggestion = ''] = error.message.replace(/^error: /, '').split('\n')
  return usage(
    maskKeys(what, argv),
    suggestion.replace(/^\((.*)\)$/, '$1') || 'See latchkey --help, or --help after the command.',
  )
}

function usage(message: string, hint: string): CliError {
  return new CliError('cli/usage', exitCodes.usage, message, { hint })
}

/** Commander repeats the words that it does not understand: a key typed there by mistake is not repeated. */
function maskKeys(message: string, argv: readonly string[]): string {
  return argv.some((word) => /[0-9a-f]{64}/i.test(word))
    ? message.replace(/(0x)?[0-9a-f]{64,}/gi, '***')
    : message
}
