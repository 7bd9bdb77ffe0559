import {
  explorerLink,
  formatUnits,
  isLatchkeyError,
  type SentTransaction,
  type TransactionStatus,
} from 'latchkey'
import type { Context } from '../context.ts'
import { blockLimit, slowBlockLimit } from '../deadline.ts'
import { isLocal } from '../families/families.ts'
import { CliError } from '../output/cli-error.ts'
import { type ExitCode, exitCodeOf, exitCodes } from '../output/exit-codes.ts'
import type { Outcome } from '../output/output.ts'
import { fields } from '../output/table.ts'
import type { Session } from '../session/session.ts'

/** Reports a submitted transaction. With `wait`, first waits until the transaction is in a block. `what` names what was sent. */
export async function reportSent(
  context: Context,
  session: Session,
  submitted: SentTransaction,
  what: { readonly data: object; readonly rows: readonly (readonly [string, string | undefined])[] },
  wait: boolean | undefined,
): Promise<Outcome> {
  const { network } = session
  const { hash } = submitted
  const explorer = explorerLink(network, 'transaction', hash) ?? null
  const sent = { ...what.data, hash, explorer }
  const settled = wait ? await waitFor(context, session, submitted, sent) : undefined
  const status: TransactionStatus = settled ?? { phase: 'pending' }
  const { decimals, symbol } = network.nativeCurrency
  const fee = 'fee' in status && status.fee !== undefined && `${formatUnits(status.fee, decimals)} ${symbol}`
  return {
    data: { ...sent, status },
    text: fields([
      ['hash', hash],
      ...what.rows,
      ['network', `${network.name} (${network.caipNetworkId})`],
      ['status', status.phase],
      ['fee', fee || undefined],
      ['explorer', explorer ?? undefined],
    ]),
    primary: hash,
    network: network.caipNetworkId,
  }
}

async function waitFor(
  { out, signal, extend }: Context,
  { adapter, network }: Session,
  submitted: SentTransaction,
  sent: object,
): Promise<TransactionStatus> {
  const { hash } = submitted
  out.progress(`Sent ${hash}; waiting for a block …`)
  extend?.(network.chainNamespace === 'bip122' && !isLocal(network) ? slowBlockLimit : blockLimit)
  try {
    return await adapter.waitForTransaction(network.caipNetworkId, submitted, { signal })
  } catch (error) {
    // The transaction is already sent, so the error has its hash.
    const ended = (code: string, exit: ExitCode, message: string, phase: TransactionStatus['phase']) =>
      new CliError(code, exit, message, { cause: error, data: { ...sent, status: { phase } } })
    if (signal.aborted)
      throw ended('cli/wait-ended', exitCodes.interrupted, `Stopped waiting for ${hash}`, 'pending')
    const known = isLatchkeyError(error)
    const { code, message } = known ? error : { code: 'internal/unexpected', message: String(error) }
    throw ended(code, exitCodeOf(error), `${hash}: ${message}`, phaseOf(code))
  }
}

function phaseOf(code: string): TransactionStatus['phase'] {
  if (code === 'node/transaction-failed') return 'failed'
  return code === 'node/transaction-replaced' ? 'replaced' : 'unknown'
}
