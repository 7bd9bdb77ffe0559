import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { Exchange } from '../../../core/wallet/exchange.ts'

/** @throws `adapter/unsupported` for a custom adapter without an exchange. */
export function exchangeOf({ exchange }: ChainAdapter<'eip155'>): Exchange<'eip155'> {
  if (exchange) return exchange
  throw unsupported()
}

/** @throws `adapter/unsupported` for a custom adapter that sends no transactions. */
export function sendingOf({ sendTransaction }: ChainAdapter<'eip155'>) {
  if (sendTransaction) return sendTransaction
  throw unsupported()
}

function unsupported() {
  return latchkeyError('adapter/unsupported', { values: { capability: 'swap', subject: 'this adapter' } })
}
