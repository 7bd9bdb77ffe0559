import { setTimeout as sleep } from 'node:timers/promises'
import { explorerLink, isLatchkeyError, type SentTransaction, type TransactionStatus } from 'latchkey'
import { raceAbort } from '../../src/core/async/abort.ts'
import type { Context } from '../context.ts'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import type { Session } from '../session/session.ts'

/** How long a stopped command waits for the hash of its transaction, in ms. Shorter than the time in which the command must end. */
const lastWait = 5_000

/** What is known about a transaction after its command was stopped. */
interface Late {
  readonly phase: TransactionStatus['phase']
  readonly hash?: string | undefined
}

/**
 * Calls `ask`, which asks the wallet to send a transaction. Nothing stops a wallet or node that has the request. So a stopped
 * command waits a few seconds longer, to learn the hash.
 * @throws `cli/wait-ended` after a stop, with `data`, the status, and the hash if it is known; the errors of `ask`
 */
export async function submit(
  { signal, io }: Pick<Context, 'signal' | 'io'>,
  { adapter, network }: Pick<Session, 'adapter' | 'network'>,
  data: object,
  ask: () => Promise<SentTransaction>,
): Promise<SentTransaction> {
  signal.throwIfAborted()
  const events = followed(adapter)
  const asked = ask()
  try {
    const sent = await raceAbort(asked, signal)
    io.sent?.(sent.hash)
    return sent
  } catch (error) {
    if (!signal.aborted) throw error
    const { phase, hash } = await lateAnswer(asked, events)
    if (hash !== undefined) io.sent?.(hash)
    const explorer = hash === undefined ? null : (explorerLink(network, 'transaction', hash) ?? null)
    const sent = hash === undefined ? {} : { hash, explorer }
    throw new CliError(
      'cli/wait-ended',
      exitCodes.interrupted,
      `Stopped waiting for ${hash ?? 'the wallet'}`,
      {
        cause: error,
        data: { ...data, ...sent, status: { phase } },
      },
    )
  } finally {
    events.stop()
  }
}

/** Follows the events of the next send. The adapter emits them even if the call that sends was aborted. */
function followed(adapter: Session['adapter']) {
  let signed: string | undefined
  const stops: (() => void)[] = []
  const result = new Promise<Late>((resolve, reject) => {
    stops.push(
      adapter.on('transactionSent', ({ hash }) => resolve({ phase: 'pending', hash })),
      adapter.on('sending', ({ step, hash }) => {
        if (step === 'signed') signed = hash
        else reject(new Error('The signed transaction was not sent'))
      }),
    )
  })
  result.catch(() => {})
  return {
    result,
    signed: () => signed,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

/** Waits for the wallet's answer, but only a few seconds. @throws the error of a send that failed */
async function lateAnswer(
  asked: Promise<SentTransaction>,
  { result, signed }: ReturnType<typeof followed>,
): Promise<Late> {
  const over = new AbortController()
  const answered = asked.then(
    ({ hash }): Late => ({ phase: 'pending', hash }),
    (error: unknown): Late | Promise<Late> => {
      // The call ended early, but the wallet may have the request.
      if (isLatchkeyError(error, 'flow/aborted')) return result
      if (isLatchkeyError(error, 'rpc/maybe-sent')) return { phase: 'unknown', hash: error.hash }
      throw error
    },
  )
  const silent = sleep(lastWait, undefined, { signal: over.signal }).then(
    (): Late => ({ phase: 'unknown', hash: signed() }),
  )
  silent.catch(() => {})
  try {
    return await Promise.race([answered, silent])
  } finally {
    over.abort()
  }
}
