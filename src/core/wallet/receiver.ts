import type { ChainNamespace } from '../chain/namespace.ts'

/**
 * What is unusual about a receiver, for the visitor to know before they pay:
 * - `look-alike`: it is written nearly like an address that they know, but is another, as addresses are that poison a history;
 * - `own`: it is the account that pays;
 * - `token`: it is the contract or mint of the token itself, from which nothing comes back;
 * - `first-time`: nothing was paid to it from here before.
 */
export type ReceiverWarning = 'look-alike' | 'own' | 'token' | 'first-time'

export interface KnownReceivers {
  /** The account that pays. */
  readonly from: string
  /** The other accounts of the visitor, and those that they have paid. */
  readonly known: readonly string[]
  /** The contract or mint of what is sent. */
  readonly token?: string | undefined
}

/** All addresses are of one family, in its normal form. The worst comes first. */
export function receiverWarnings(
  namespace: ChainNamespace,
  receiver: string,
  { from, known, token }: KnownReceivers,
): readonly ReceiverWarning[] {
  if (receiver === from) return ['own']
  if (receiver === token) return ['token']
  if (known.includes(receiver)) return []
  const twin = [from, ...known].some((one) => looksLike(namespace, one, receiver))
  return twin ? ['look-alike', 'first-time'] : ['first-time']
}

/** What every address of the family, or of one kind of it, begins with tells none apart. */
const sameForAll: Record<ChainNamespace, RegExp> = {
  eip155: /^0x/i,
  solana: /^/,
  polkadot: /^./,
  bip122: /^(bc1[qp]|tb1[qp]|bcrt1[qp]|.)/i,
  cosmos: /^.+1(?=[^1]*$)/,
}

/** Whether two addresses look alike where they are shown cut short: the same four characters first and last. */
function looksLike(namespace: ChainNamespace, one: string, other: string): boolean {
  if (one === other) return false
  const [a, b] = [one, other].map((address) => address.replace(sameForAll[namespace], '').toLowerCase()) as [
    string,
    string,
  ]
  return a.slice(0, 4) === b.slice(0, 4) && a.slice(-4) === b.slice(-4)
}
