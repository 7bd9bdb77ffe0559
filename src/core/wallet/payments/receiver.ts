import type { ChainNamespace } from '../../chain/namespace.ts'

/**
 * A warning about a recipient, shown before sending:
 * - `other-network`: the address was entered in another network's format (polkadot). The same key controls the address on all
 *   networks.
 * - `look-alike`: the address resembles an address that the visitor knows, as in address poisoning.
 * - `own`: the recipient is the sending account.
 * - `token`: the recipient is the token's own contract or mint, so the funds would be lost.
 * - `first-time`: the recipient is neither an account of the visitor nor a recipient of a known earlier payment.
 */
export type ReceiverWarning = 'other-network' | 'look-alike' | 'own' | 'token' | 'first-time'

export interface KnownReceivers {
  /** The sending account. */
  readonly from: string
  /** The visitor's other accounts, and the recipients of earlier payments. */
  readonly known: readonly string[]
  /** The contract or mint of the sent token. */
  readonly token?: string | undefined
  /** Whether the recipient's address was entered in another network's format. */
  readonly reformatted?: boolean | undefined
}

/**
 * Returns the warnings about a recipient, the most serious warning first. All addresses must be in the family's canonical form.
 */
export function receiverWarnings(
  namespace: ChainNamespace,
  receiver: string,
  { from, known, token, reformatted }: KnownReceivers,
): readonly ReceiverWarning[] {
  if (receiver === from) return ['own']
  if (receiver === token) return ['token']
  const format = reformatted ? (['other-network'] as const) : []
  if (known.includes(receiver)) return format
  const twin = resembledReceiver(namespace, receiver, { from, known })
  return [...(twin === undefined ? [] : (['look-alike'] as const)), ...format, 'first-time']
}

/**
 * Returns the known address that the recipient resembles but isn't. All addresses must be in the family's canonical form.
 */
export function resembledReceiver(
  namespace: ChainNamespace,
  receiver: string,
  { from, known }: Pick<KnownReceivers, 'from' | 'known'>,
): string | undefined {
  const all = [from, ...known]
  return all.includes(receiver) ? undefined : all.find((one) => looksLike(namespace, one, receiver))
}

/**
 * The prefixes that all addresses of a family or kind share. They don't distinguish addresses, so the comparison ignores them.
 */
const sameForAll: Record<ChainNamespace, RegExp> = {
  eip155: /^0x/i,
  solana: /^/,
  polkadot: /^./,
  bip122: /^(bc1[qp]|tb1[qp]|bcrt1[qp]|.)/i,
  cosmos: /^.+1(?=[^1]*$)/,
}

/**
 * Returns whether two different addresses have the same first four and last four characters. Ignores the prefixes above, and
 * upper and lower case.
 */
function looksLike(namespace: ChainNamespace, one: string, other: string): boolean {
  if (one === other) return false
  const [a, b] = [one, other].map((address) => address.replace(sameForAll[namespace], '').toLowerCase()) as [
    string,
    string,
  ]
  return a.slice(0, 4) === b.slice(0, 4) && a.slice(-4) === b.slice(-4)
}
