import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import { mostAccounts } from '../../core/wallet-limits.ts'
import { accountRecord } from '../injected/bitcoin/answers.ts'
import { member } from '../injected/bitcoin/member.ts'

/** An address of a Bitcoin account, as the wallet reports it. */
export interface BitcoinAddress {
  readonly address: string
  readonly intention?: 'payment' | 'ordinal' | undefined
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
}

export type BitcoinAddresses = ReadonlyMap<CaipNetworkId, readonly BitcoinAddress[]>

const derivation = /^m(\/\d{1,10}['h]?){1,10}$/

/**
 * Reads an answer to `getAccountAddresses`, or the payload of `bip122_addressesChanged`. Some wallets return a list of plain
 * address texts instead of a list of objects. Drops entries that aren't addresses.
 * https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin
 */
export function readBitcoinAddresses(answer: unknown): readonly BitcoinAddress[] {
  if (!Array.isArray(answer)) return []
  const found = new Map<string, BitcoinAddress>()
  for (const entry of answer.slice(0, mostAccounts)) {
    const intention = member(entry, 'intention')
    const text = typeof entry === 'string' ? entry : member(entry, 'address')
    const record = accountRecord(text, 'payment', member(entry, 'publicKey'))
    if (!record || found.has(record.address)) continue
    const path = member(entry, 'path')
    found.set(record.address, {
      address: record.address,
      ...(record.publicKey !== undefined && { publicKey: record.publicKey }),
      ...((intention === 'payment' || intention === 'ordinal') && { intention }),
      ...(typeof path === 'string' && derivation.test(path) && { path }),
    })
  }
  return [...found.values()]
}

/**
 * Adds the wallet's addresses to a session's accounts. Ordinals accounts come last.
 *
 * A session names each approved account by its first payment address. The WalletConnect specification says that a page must not
 * show the account's other payment addresses. So this function adds only ordinals addresses. These addresses can be trusted,
 * because they come from the wallet that approved the account, over the same session. Latchkey never sends from these addresses.
 */
export function withBitcoinAddresses(
  accounts: readonly AccountRecord[],
  known: BitcoinAddresses,
): readonly AccountRecord[] {
  const approved = accounts.map((account): AccountRecord => {
    if (account.namespace !== 'bip122') return account
    const said = (account.networks ?? [])
      .flatMap((network) => known.get(network) ?? [])
      .find(({ address }) => address === account.address)
    if (!said) return account
    const { intention = 'payment', publicKey, path } = said
    return { ...account, type: intention, ...(publicKey && { publicKey }), ...(path && { path }) }
  })
  const added = new Map<string, AccountRecord & { readonly networks: CaipNetworkId[] }>()
  for (const [network, addresses] of known) {
    if (!approved.some(({ networks }) => networks?.includes(network))) continue
    for (const { address, intention, publicKey, path } of addresses) {
      if (intention !== 'ordinal' || approved.some((account) => account.address === address)) continue
      const before = added.get(address)
      if (before) before.networks.push(network)
      else
        added.set(address, {
          namespace: 'bip122',
          address,
          type: 'ordinal',
          ...(publicKey && { publicKey }),
          ...(path && { path }),
          networks: [network],
        })
    }
  }
  const isOrdinal = ({ type }: AccountRecord) => type === 'ordinal'
  const all = [...approved, ...added.values()]
  return [...all.filter((account) => !isOrdinal(account)), ...all.filter(isOrdinal)]
}
