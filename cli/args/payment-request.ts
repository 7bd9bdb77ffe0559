import { formatUnits, isLatchkeyError, parseAmount } from 'latchkey'
import { invalid } from '../output/cli-error.ts'

/** Returns the recipient and the amount. `to` can be a `bitcoin:` link (BIP-21), which contains the address and maybe the amount. */
export async function requestedPayment(given: {
  readonly to?: string | undefined
  readonly amount?: string | undefined
}): Promise<{ readonly to?: string | undefined; readonly amount?: string | undefined }> {
  if (!/^bitcoin:/i.test(given.to ?? '')) return given
  const { parsePaymentRequest } = await import('latchkey/adapters/bip122')
  let request: Awaited<ReturnType<typeof parsePaymentRequest>>
  try {
    request = await parsePaymentRequest(given.to ?? '')
  } catch (error) {
    throw isLatchkeyError(error) ? invalid('to', `this link is invalid: ${error.values.reason}`) : error
  }
  const { address: to, amount } = request
  if (amount === undefined) return { to, amount: given.amount }
  if (given.amount !== undefined && parseAmount(given.amount, 8) !== amount)
    throw invalid('amount', `the link asks for ${formatUnits(amount, 8)} BTC, not for ${given.amount}`)
  return { to, amount: formatUnits(amount, 8) }
}
