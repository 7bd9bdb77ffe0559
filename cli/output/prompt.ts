import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Context, canAsk } from '../context.ts'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'

/** Asks on a terminal, unless told not to. @throws exit code 3 when the visitor says no. */
export async function confirm(context: Context, question: string, done = 'sent'): Promise<void> {
  if (!asks(context)) return
  const answer = await ask(context, `${question} [y/N] `, false)
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new CliError('cli/declined', exitCodes.rejected, `Declined: nothing was ${done}`)
}

/** Shows what would be signed, then asks. Who is asked is shown it also with `--quiet`. */
export async function review(context: Context, what: string, question: string): Promise<void> {
  if (!context.out.quiet || asks(context)) context.out.log(what)
  await confirm(context, question, 'signed')
}

function asks(context: Context): boolean {
  return !context.flags.yes && canAsk(context)
}

/** Asks for a line that is not shown. Call it only when `canAsk`. */
export function askSecret(context: Context, question: string): Promise<string> {
  return ask(context, question, true)
}

async function ask({ io, out, signal }: Context, question: string, hidden: boolean): Promise<string> {
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) out.raw(String(chunk))
      done()
    },
  })
  if (hidden) out.raw(question)
  const lines = createInterface({ input: io.stdin, output: echo, terminal: true })
  // On a terminal Ctrl-C reaches readline, which swallows the signal.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await lines.question(hidden ? '' : question, { signal })
  } finally {
    lines.close()
    if (hidden) out.raw('\n')
  }
}
