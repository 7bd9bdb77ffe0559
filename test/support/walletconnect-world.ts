import { walletConnect } from 'latchkey/connectors/walletconnect'
import type { Relay } from 'latchkey/devnet'
import type { ContractTrait, ContractWorld } from 'latchkey/testing'
import { expect } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { Connector } from '../../src/core/wallet/connector.ts'
import { openFamilyWorld, type Surroundings } from './family-world.ts'
import type { Person, WalletEnd } from './walletconnect-wallet-end.ts'

export interface WalletConnectWorldOptions<N extends ChainNamespace> {
  readonly factory: AdapterFactory<N>
  readonly relay: Relay
  readonly end: WalletEnd
  readonly surroundings: Surroundings<N>
  readonly lacks: readonly ContractTrait[]
  readonly person: Person
  /** How the wallet announces that the user selected another account. Default: with the event `accountsChanged`. */
  readonly tells?: 'event' | 'update'
}

/**
 * Creates what a test of the contract suite needs (`ContractWorld`), with a wallet behind a WalletConnect pairing. The
 * relay and the keys are real, and both sides use the real library.
 */
export async function openWalletConnectWorld<N extends ChainNamespace>({
  factory,
  relay,
  end,
  surroundings,
  lacks,
  person,
  tells = 'event',
}: WalletConnectWorldOptions<N>): Promise<ContractWorld<N>> {
  const served = end.serve(person)
  const { wallet: keys, networks } = surroundings
  const [{ caipNetworkId: first }] = networks
  let connector: Connector | undefined
  // The number of sockets that don't belong to a page. The wallets of all tests share one socket.
  const others = 1
  /** Returns the number of sockets of pages. First gives closing sockets a limited time to close. */
  const pages = async () => {
    await expect
      .poll(() => relay.sockets, { message: 'every page has left the relay', timeout: 2000 })
      .toBe(others)
      .catch(() => {})
    return relay.sockets - others
  }

  return openFamilyWorld({
    factory,
    surroundings: {
      ...surroundings,
      lacks,
      wallet: {
        ...keys,
        next(kind, step) {
          // A page that closes a session waits only for the relay, so the wallet can't delay the page.
          if (kind === 'close' && step === 'never') return relay.script.always('irn_publish', 'never')
          return keys.next(kind, step)
        },
        count: async (kind) =>
          kind === 'close'
            ? served.ended
            : (await keys.count(kind)) + (kind === undefined ? served.ended : 0),
        async moveTo(network, how) {
          await keys.moveTo(network, how)
          if (how?.silent) return
          await served.update()
          await served.emit('chainChanged', reference(network), first)
        },
        async select(address) {
          await keys.select(address)
          await (tells === 'update' ? served.update() : served.emit('accountsChanged', [address], first))
        },
        async revoke() {
          await keys.revoke()
          await served.leave()
        },
        async emitNonsense() {
          for (const payload of [null, undefined, {}, '', '0x', 'zzz', -1, [], [1], ['0x12'], [null]])
            for (const event of ['chainChanged', 'accountsChanged']) await served.emit(event, payload, first)
        },
        emitNetwork: async () => {
          const network = await keys.network()
          await served.emit('chainChanged', reference(network), first)
        },
        // A page stays connected to the relay as long as it listens to a wallet.
        listenerCount: () => pages(),
      },
    },
    async connect(context) {
      if (connector) {
        connector.dispose()
        await pages()
      }
      connector = walletConnect({ relayUrl: relay.url, storage: context.storage })(context)
      connector.on('displayUri', ({ uri }) => void served.pair(uri).catch(() => {}))
      await connector.prepare?.()
      return connector
    },
    async release() {
      relay.script.clear()
      await served.leave()
    },
  })
}

function reference(network: string): string | number {
  const text = network.slice(network.indexOf(':') + 1)
  return network.startsWith('eip155:') ? Number(text) : text
}
