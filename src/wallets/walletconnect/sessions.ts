import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Logger } from '../../ports.ts'
import { ProviderError } from '../provider-error.ts'
import { fieldsOf } from './family-wallet.ts'
import type { HeadlessSession } from './headless.ts'
import { type Approver, accountsOn } from './session-approval.ts'
import type { Namespaces, WalletClient } from './sign-client.ts'
import { userDisconnected } from './wire-errors.ts'

/** The wallet's sessions and their changes. */
export interface HeadlessSessions {
  all(): readonly HeadlessSession[]
  get(topic: string): HeadlessSession
  /** Sets the networks of a session, and the accounts on them. */
  update(topic: string, networks: readonly CaipNetworkId[]): Promise<void>
  /**
   * Answers a network switch (EIP-3326). The wallet has no current network, so it only emits `chainChanged` with the requested
   * network, which must be in the session.
   */
  moveChain(topic: string, params: unknown): null
  disconnect(topic: string): Promise<void>
  /** Call this when a session was ended by the page or the wallet, or has expired. */
  end(topic: string): void
}

export function headlessSessions(
  client: WalletClient,
  { networks, wallets }: Approver,
  { log, ended }: { readonly log: Logger; readonly ended: (topic: string) => void },
): HeadlessSessions {
  /** The topics of ended sessions. sign-client deletes a session some time after its end. */
  const over = new Set<string>()
  const sessionOf = ({ topic, peer, namespaces, expiry }: ReturnType<typeof client.session.get>) => ({
    topic,
    peer: peer.metadata,
    namespaces,
    expiresAt: expiry * 1000,
  })
  const end = (topic: string) => {
    if (over.has(topic)) return
    over.add(topic)
    ended(topic)
  }
  const update: HeadlessSessions['update'] = async (topic, wanted) => {
    const namespaces: Namespaces = {}
    for (const [namespace, scope] of Object.entries(client.session.get(topic).namespaces)) {
      const wallet = wallets.get(namespace as ChainNamespace)
      const chosen = networks.filter(
        ({ chainNamespace, caipNetworkId }) => chainNamespace === namespace && wanted.includes(caipNetworkId),
      )
      if (!wallet || chosen.length === 0) continue
      const chains = chosen.map(({ caipNetworkId }) => caipNetworkId)
      namespaces[namespace] = { ...scope, chains, accounts: await accountsOn(wallet, chosen) }
    }
    await client.update({ topic, namespaces })
  }
  return {
    all: () =>
      client.session
        .getAll()
        .filter(({ topic }) => !over.has(topic))
        .map(sessionOf),
    get(topic) {
      if (over.has(topic)) throw new ProviderError(4100, 'The session has ended.')
      return sessionOf(client.session.get(topic))
    },
    update,
    moveChain(topic, params) {
      const id = chainOf(params)
      client
        .emit({ topic, event: chainChanged(id), chainId: id })
        .catch((error) => log.warn('Sending chainChanged to the page failed', error))
      return null
    },
    async disconnect(topic) {
      if (over.has(topic)) return
      await client.disconnect({ topic, reason: userDisconnected })
      end(topic)
    },
    end,
  }
}

/** Returns the event of a network switch. The event's data is a number on eip155, and the CAIP-2 reference on other networks. */
export function chainChanged(network: CaipNetworkId): { readonly name: string; readonly data: unknown } {
  const reference = network.slice(network.indexOf(':') + 1)
  return { name: 'chainChanged', data: network.startsWith('eip155:') ? Number(reference) : reference }
}

/** Returns the network in the parameters of EIP-3085 and EIP-3326. */
export function chainOf(params: unknown): CaipNetworkId {
  const { chainId } = fieldsOf({ params })
  return `eip155:${Number(chainId)}`
}
