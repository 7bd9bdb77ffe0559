import type { ChainNetwork } from 'latchkey'
import { knownNetworks, resolveNetwork, withEndpoints } from '../args/networks.ts'
import type { Context } from '../context.ts'
import type { Session } from '../session/session.ts'
import type { SessionFile, WalletRecord } from '../state/session.ts'
import { overRelay } from './over-relay.ts'
import { chooseRelay } from './relay.ts'
import { relayStore } from './store.ts'

/** Restores the session of an earlier pairing without asking the wallet. */
export async function restoreWallet<T>(
  context: Context,
  file: SessionFile,
  record: WalletRecord,
  others: readonly ChainNetwork[],
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { io, flags } = context
  const relay = chooseRelay(io.env, undefined, record)
  const running = (await knownNetworks(io.env)).filter(({ devnet }) => devnet)
  const fresh = (one: ChainNetwork) =>
    running.find(({ network }) => network.caipNetworkId === one.caipNetworkId)?.network ?? one
  const covered = (record.networks ?? []).map(fresh)
  const named =
    flags.network === undefined ? undefined : await resolveNetwork(io.env, flags.network, { rpc: flags.rpc })
  const network = named ?? (flags.rpc ? withEndpoints(record.network, flags.rpc) : fresh(record.network))
  return overRelay(
    context,
    {
      file,
      relay,
      network,
      networks: [...covered, record.network, ...others],
      covered,
      storage: file.store('walletconnect'),
      sessions: relayStore(io.env),
    },
    use,
  )
}
