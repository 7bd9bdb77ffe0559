import { familyMeant } from '../args/family-meant.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families/families.ts'
import { invalid } from '../output/cli-error.ts'
import { sessionFile, type WalletRecord } from '../state/session.ts'
import { parseWallet } from '../wallets/reference.ts'
import { heldWallet, withHeld } from './held-wallet.ts'
import { type ConnectRequest, notConnected, type Session, type SessionRequest } from './session.ts'
import { currentNetwork, networkFor, requireFamily, requireUsable } from './session-network.ts'

/** Connects a wallet. `keep` stores the connection for later commands. */
export async function connectWallet<T>(
  context: Context,
  use: (session: Session) => Promise<T>,
  wanted: ConnectRequest = {},
): Promise<T> {
  const { keep = false, mentions = [], others = [], swaps } = wanted
  const file = sessionFile(context)
  const family = wanted.family ?? (await familyMeant(context, file, mentions))
  const record = family && file.of(family)
  // Without `--wallet`, use the family's own wallet. If there is none, use the active wallet if it
  // is a devnet account, because a devnet account exists in all families.
  const named = context.flags.wallet ?? record?.wallet ?? devWallet(file.active())
  if (named === undefined)
    throw invalid(
      'wallet',
      'is missing',
      'Use --wallet dev:alice, keystore:<file>, key:<file>, key:env:<NAME>, key:- or walletconnect',
    )
  const reference = parseWallet(named)
  const network = await networkFor(context, reference, record, wanted)
  requireFamily(network, wanted.family)
  requireUsable(reference, network)
  if (reference.kind === 'walletconnect') {
    const { pairWallet } = await import('../walletconnect/over-relay.ts')
    return pairWallet(context, file, network, wanted, use)
  }
  const wallet = await heldWallet(context, reference, network, wanted)
  const storage = keep ? file.store(familyOf(network)) : undefined
  await wallet.unlock()
  // The new wallet is open, so the previous wallet's data can be deleted.
  if (storage && file.of(familyOf(network))?.wallet !== reference.text)
    for (const key of storage.keys()) storage.remove(key)
  return withHeld(context, { wallet, reference, file, network, others, storage, swaps, isNew: true }, use)
}

/** Restores the stored wallet without a prompt, and calls `use`. With `--wallet`, uses that wallet for this command only. */
export async function withSession<T>(
  context: Context,
  use: (session: Session) => Promise<T>,
  wanted: SessionRequest = {},
): Promise<T> {
  if (context.flags.wallet !== undefined) return connectWallet(context, use, wanted)
  const { mentions, others = [], swaps } = wanted
  const file = sessionFile(context)
  const family = wanted.family ?? (await familyMeant(context, file, mentions))
  const record = family && file.of(family)
  if (!record) throw notConnected(file.active() && family)
  const reference = parseWallet(record.wallet)
  if (reference.kind === 'walletconnect') {
    const { restoreWallet } = await import('../walletconnect/over-relay.ts')
    return restoreWallet(context, { file, record, others, swaps }, use)
  }
  const network = await currentNetwork(context, record)
  requireUsable(reference, network)
  const wallet = await heldWallet(context, reference, network, wanted, record.address)
  const storage = file.store(familyOf(network))
  return withHeld(context, { wallet, reference, file, network, others, storage, swaps }, use)
}

function devWallet(record: WalletRecord | undefined): string | undefined {
  return record?.wallet.startsWith('dev:') ? record.wallet : undefined
}
