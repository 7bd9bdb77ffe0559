import { CommanderError } from 'commander'
import { type CliError, cliError } from '../output/cli-error.ts'

/** Returns the CLI's error for an error of commander. Returns `'done'` after help or the version, and undefined for other errors. */
export function usageError(error: unknown, argv: readonly string[]): CliError | 'done' | undefined {
  if (!(error instanceof CommanderError)) return undefined
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
  return cliError('cli/usage', message, { hint })
}

/** Masks private keys. Commander quotes unknown words in its messages, and such a word may be a misplaced key. */
function maskKeys(message: string, argv: readonly string[]): string {
  // The second form is a Solana keypair: a list of numbers.
  const key = /(0x)?[0-9a-f]{64,}|(\d{1,3}\s*,\s*){31,}\d{1,3}/gi
  return argv.some((word) => word.search(key) >= 0) ? message.replace(key, '***') : message
}
