import type { Wallet, WalletAccount, WalletIcon } from '@wallet-standard/base'
import { type CaipAddress, type CaipNetworkId, caipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord, ConnectionOf } from '../../core/wallet/connection.ts'
import { bridgeFeature } from '../../core/wallet/wallet-standard-bridge.ts'
import type { Unsubscribe } from '../../ports.ts'
import { type BridgedClient, connectionThrough } from './connection-through.ts'

type Chain = `${string}:${string}`

export interface StandardWalletOptions {
  /** The name that apps show for the wallet. Default: `Latchkey`. */
  readonly name?: string | undefined
  readonly icon?: WalletIcon | undefined
  /**
   * The id of the wallet's connector, to connect without the modal. Default: the visitor chooses a wallet in the modal, which the
   * page must render.
   */
  readonly connectorId?: string | undefined
}

/** The parts that differ between families. */
export interface StandardFamily<N extends ChainNamespace> {
  readonly namespace: N
  /** Returns the wallet-standard ids of a network. */
  chainsOf(network: ChainNetwork<N>): readonly Chain[]
  /**
   * Returns the fields of an account that apps see in addition to the address. Returns undefined for an account that the bridge
   * can't sign with.
   */
  account(record: AccountRecord<N>): Pick<WalletAccount, 'publicKey'> | undefined
  /** The features for connecting and signing. */
  features(deps: FamilyDeps<N>): Readonly<Record<Chain, object>>
}

/** The functions that a family's features use. */
export interface FamilyDeps<N extends ChainNamespace> {
  readonly client: BridgedClient<N>
  connect(input?: { readonly silent?: boolean | undefined }): Promise<{
    readonly accounts: readonly WalletAccount[]
  }>
  /**
   * Returns the CAIP-10 id of an account on the request's network. Default: the connection's network.
   * @throws `connection/account-not-connected`, `network/not-requested`
   */
  caipAddressOf(account: WalletAccount, chain?: string): CaipAddress<N>
}

/** A wallet-standard wallet, and a function that removes its listeners. */
export interface StandardWallet {
  readonly wallet: Wallet
  readonly release: Unsubscribe
}

/**
 * Creates one wallet-standard wallet from a client's wallets. Its accounts are the accounts of the family's connection, even if
 * another part of the page made this connection. Notifies the apps of changes.
 */
export function standardWallet<N extends ChainNamespace>(
  client: BridgedClient<N>,
  family: StandardFamily<N>,
  { name = 'Latchkey', icon = defaultIcon, connectorId }: StandardWalletOptions,
): StandardWallet {
  const { namespace } = family
  const changes = new Emitter<{ change: { readonly accounts: readonly WalletAccount[] } }>()
  const known = () => client.connections.of(namespace) as ConnectionOf<N> | undefined
  const requested = () => client.network.requested(namespace) as readonly ChainNetwork<N>[]
  const chains = () => [...new Set(requested().flatMap((network) => family.chainsOf(network)))]
  let from: unknown
  let accounts: readonly WalletAccount[] = []
  let features: Wallet['features'] = {}

  /** Returns the accounts. Returns the same objects while the connection is unchanged, because apps compare them by identity. */
  function shown(): readonly WalletAccount[] {
    const connection = known()
    if (connection === from) return accounts
    from = connection
    const approved = (network: ChainNetwork) =>
      connection?.approvedNetworks?.includes(network.caipNetworkId as never) ?? true
    const on = [
      ...new Set(
        requested()
          .filter(approved)
          .flatMap((network) => family.chainsOf(network)),
      ),
    ]
    const signing = Object.keys(features).filter(
      (feature) => !/^(standard|latchkey):|:connect$/.test(feature),
    )
    accounts = (connection?.accounts ?? []).flatMap((record) => {
      const fields = family.account(record as AccountRecord<N>)
      if (!fields) return []
      return [Object.freeze({ ...fields, address: record.address, chains: on, features: signing as Chain[] })]
    })
    return accounts
  }

  const deps: FamilyDeps<N> = {
    client,
    async connect({ silent } = {}) {
      await connectionThrough(client, namespace, { connectorId, silent })
      return { accounts: shown() }
    },
    caipAddressOf({ address }, chain) {
      const connection = known()
      if (!connection?.accounts.some((record) => record.address === address))
        throw latchkeyError('connection/account-not-connected', { values: { account: address } })
      const here: CaipNetworkId<N> = connection.network.caipNetworkId as CaipNetworkId<N>
      const network = requested().find((one) => family.chainsOf(one).includes(chain as Chain))
      if (chain !== undefined && !network)
        throw latchkeyError('network/not-requested', { values: { network: chain } })
      return caipAddress(network?.caipNetworkId ?? here, address)
    },
  }
  features = {
    'standard:connect': { version: '1.0.0', connect: deps.connect },
    'standard:disconnect': { version: '1.0.0', disconnect: () => client.disconnect(namespace) },
    'standard:events': {
      version: '1.0.0',
      on: (event: 'change', listener: (properties: object) => void) => changes.on(event, listener),
    },
    // Marks the wallet as a bridge, so that Latchkey clients don't list it.
    [bridgeFeature]: {},
    ...family.features(deps),
  }
  let before = shown()
  const stop = client.connections.subscribe(() => {
    const now = shown()
    if (now === before) return
    before = now
    changes.emit('change', { accounts: now })
  })
  const wallet: Wallet = Object.freeze({
    version: '1.0.0' as const,
    name,
    icon,
    get chains() {
      return chains()
    },
    get accounts() {
      return shown()
    },
    features: Object.freeze(features),
  })
  return {
    wallet,
    release() {
      stop()
      changes.clear()
    },
  }
}

/** A key in a keyhole. The icon was drawn for this project. */
const defaultIcon: WalletIcon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzFmMjkzNyIvPjxjaXJjbGUgY3g9IjE2IiBjeT0iMTMiIHI9IjQiIGZpbGw9IiNmZmYiLz48cGF0aCBkPSJNMTQuNSAxNmgzTDE5IDI0aC02eiIgZmlsbD0iI2ZmZiIvPjwvc3ZnPg=='
