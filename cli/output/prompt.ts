import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, canAsk } from '../context.ts'
import type { Io } from '../io.ts'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import { printable } from './printable.ts'

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

/** In ms: how long nothing may have been typed before a question is asked. */
const quietTime = 250

async function ask({ io, out, signal }: Context, question: string, hidden: boolean): Promise<string> {
  const screen = out.hold()
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) screen.write(String(chunk))
      done()
    },
  })
  try {
    // A password may be typed ahead; a yes belongs to the question that was read.
    if (!hidden) await discardTyped(io.stdin, signal)
    const { columns } = io.stderr
    const lines = createInterface({
      input: io.stdin,
      output: Object.assign(echo, columns !== undefined && { columns }),
      terminal: true,
    })
    // Only now does the terminal no longer show what is typed.
    if (hidden) screen.write(question)
    // On a terminal Ctrl-C reaches readline, which swallows the signal.
    lines.on('SIGINT', interrupt)
    try {
      return await lines.question(hidden ? '' : printable(question), { signal })
    } finally {
      lines.close()
      if (hidden || signal.aborted) screen.write('\n')
    }
  } finally {
    screen.release()
  }
}

/** Throws away what was typed before the question, until nobody has typed for a moment. */
async function discardTyped(stdin: Io['stdin'], signal: AbortSignal): Promise<void> {
  const terminal = stdin as Io['stdin'] & { setRawMode?(raw: boolean): unknown }
  let last = performance.now()
  const discard = (chunk: Buffer | string) => {
    last = performance.now()
    if (String(chunk).includes('\u0003')) interrupt()
  }
  // Otherwise the terminal would keep the beginning of a line until its end is typed, which then answers the question.
  terminal.setRawMode?.(true)
  stdin.on('data', discard)
  // It stays paused by itself after an earlier question.
  stdin.resume()
  try {
    for (let left = quietTime; left > 0; left = last + quietTime - performance.now())
      await sleep(left, undefined, { signal })
  } catch (error) {
    terminal.setRawMode?.(false)
    throw error
  } finally {
    stdin.off('data', discard)
    stdin.pause()
  }
}

function interrupt(): void {
  process.kill(process.pid, 'SIGINT')
}
