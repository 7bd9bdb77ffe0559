import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Danger } from 'latchkey/wallets'
import { type Context, canAsk } from '../context.ts'
import type { Io } from '../io.ts'
import { cliError } from './cli-error.ts'
import { printable } from './printable.ts'

/**
 * Asks the user to confirm. `--yes` confirms too. With `word`, for a dangerous request, the user
 * must type this word instead of `y`. Without a terminal, only `--yes` confirms. Shows the question
 * even without a prompt, because it contains the fee. With both `--quiet` and `--yes`, doesn't show
 * it. @throws `cli/declined`
 */
export async function confirm(
  context: Context,
  question: string,
  done = 'sent',
  word?: string,
): Promise<void> {
  const { out, flags } = context
  if (flags.yes) return out.progress(printable(question))
  if (!canAsk(context)) {
    out.log(printable(question))
    const { stdin, stderr } = context.io
    const hasEnded = flags.input && stdin.isTTY === true && stderr.isTTY === true && !stdin.readable
    throw cliError('cli/declined', `No one confirmed: nothing was ${done}`, {
      hint: hasEnded
        ? 'Standard input has ended: give the input with --file to confirm it, or add --yes.'
        : 'Run it on a terminal to confirm it, or add --yes. CI is never a terminal.',
    })
  }
  const how = word === undefined ? '[y/N]' : `Type "${word}" to approve, anything else declines:`
  const answer = (await ask(context, `${question} ${how} `, false)).trim()
  if (word === undefined ? /^y(es)?$/i.test(answer) : answer.toLowerCase() === word) return
  throw cliError('cli/declined', `Declined: nothing was ${done}`)
}

/**
 * Shows what will be signed, then asks the user to confirm. With both `--quiet` and `--yes`, doesn't show what will be signed.
 */
export async function review(context: Context, what: string, question: string, risk?: Risk): Promise<void> {
  if (!context.out.quiet || !context.flags.yes) context.out.log(what)
  const word = risk?.dangers.find((danger) => !risk.allowed.includes(danger))
  if (word !== undefined && !asks(context))
    throw cliError('cli/declined', 'The request is dangerous: nothing was signed', {
      hint: `Approve it on a terminal, or with --allow-danger ${word} --yes.`,
    })
  await confirm(context, question, 'signed', word)
}

export interface Risk {
  readonly dangers: readonly Danger[]
  readonly allowed: readonly Danger[]
}

export function asks(context: Context): boolean {
  return !context.flags.yes && canAsk(context)
}

/** Asks for a line without showing it. Call it only if `canAsk`. */
export function askSecret(context: Context, question: string): Promise<string> {
  return ask(context, question, true)
}

/** How long the keyboard must be idle before the question is shown, in ms. */
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
    // The user may type a password before the question appears. But a yes must be typed after the question appears.
    if (!hidden) await discardTyped(io.stdin, signal)
    const { columns } = io.stderr
    const lines = createInterface({
      input: io.stdin,
      output: Object.assign(echo, columns !== undefined && { columns }),
      terminal: true,
    })
    // readline has now turned off the echo.
    if (hidden) screen.write(question)
    // On a terminal, Ctrl-C reaches readline as a key press, not as a signal.
    lines.on('SIGINT', interrupt)
    try {
      const answer = lines.question(hidden ? '' : printable(question), { signal })
      // Ctrl-D closes readline. Only some versions of Node then reject the question.
      const closed = once(lines, 'close').then(() => '')
      return await Promise.race([closed, answer.catch(() => (signal.aborted ? answer : ''))])
    } finally {
      lines.close()
      if (hidden || signal.aborted) screen.write('\n')
    }
  } finally {
    screen.release()
  }
}

/** Discards what was typed before the question. */
async function discardTyped(stdin: Io['stdin'], signal: AbortSignal): Promise<void> {
  const terminal = stdin as Io['stdin'] & { setRawMode?(raw: boolean): unknown }
  let last = performance.now()
  const discard = (chunk: Buffer | string) => {
    last = performance.now()
    if (String(chunk).includes('\u0003')) interrupt()
  }
  // In cooked mode, the terminal would keep a partial line and add it to the answer.
  terminal.setRawMode?.(true)
  stdin.on('data', discard)
  // An earlier question may have paused the stream.
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
