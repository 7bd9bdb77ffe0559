import type { ChainNetwork } from 'latchkey'
import { knownNetworks } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { isLocal } from '../families/local-networks.ts'
import type { ConnectRequest, Session } from '../session/session.ts'
import type { SessionFile } from '../state/session.ts'
import { overRelay } from './over-relay.ts'
import { chooseRelay } from './relay.ts'
import { pairingOnTerminal } from './show-pairing.ts'
import { relayStore } from './store.ts'

/** Pairs with a WalletConnect wallet by QR code. The families that the wallet approves are available to later commands. */
export async function pairWallet<T>(
  context: Context,
  file: SessionFile,
  network: ChainNetwork,
  { keep = false, pairing: { relay: asked, uriOnly = false } = {} }: ConnectRequest,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { env } = context.io
  const relay = chooseRelay(env, asked)
  const storage = keep ? file.store('walletconnect') : undefined
  const devnet = isLocal(network) ? (await knownNetworks(env)).filter(({ devnet }) => devnet) : []
  const networks = devnet.map(({ network }) => network)
  const sessions = storage && relayStore(env)
  const shown = pairingOnTerminal(context, uriOnly)
  try {
    return await overRelay(
      context,
      { file, relay, network, networks, storage, sessions, show: shown.show },
      (session) => {
        shown.end()
        return use(session)
      },
    )
  } finally {
    shown.end()
  }
}
