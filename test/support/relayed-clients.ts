import { createLatchkey, type Latchkey, type LatchkeyOptions } from 'latchkey'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { devAccounts, type Relay, startRelay } from 'latchkey/devnet'
import { createHeadlessWallet, type HeadlessWallet, memoryPlatform } from 'latchkey/testing'
import { dangers } from 'latchkey/wallets'
import { afterEach, beforeEach } from 'vitest'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { pairingUri } from './pairing-uri.ts'
import { networks as some } from './walletconnect-app.ts'

/** Returns networks of the families, in the form that development wallets need. */
export function devNetworks(...families: readonly ChainNamespace[]): readonly ChainNetwork[] {
  return some
    .filter(({ chainNamespace }) => families.includes(chainNamespace))
    .map((network) => ({
      ...network,
      testnet: true,
      ...(network.chainNamespace === 'cosmos' && {
        cosmos: { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' },
      }),
    })) as readonly ChainNetwork[]
}

/**
 * Prepares clients over WalletConnect. Each test gets a relay and a wallet with Alice's accounts. The relay and the
 * wallet stop at the end of the test.
 */
export function relayedClients(options: LatchkeyOptions & { readonly networks: readonly ChainNetwork[] }) {
  const { networks } = options
  let relay: Relay
  let wallet: HeadlessWallet
  const releases: (() => unknown)[] = []
  beforeEach(async () => {
    relay = await startRelay()
    const accounts = [devAccounts.alice!]
    wallet = await createHeadlessWallet({ relayUrl: relay.url, networks, accounts, allowDanger: dangers })
    releases.push(() => wallet.stop())
  })
  afterEach(async () => {
    for (const release of releases.splice(0).reverse()) await release()
    await relay.stop()
  })

  /** Creates the client of a page. To reload the page, call this again with the same platform. */
  function client(platform = memoryPlatform({ clock: systemClock }), more: Partial<LatchkeyOptions> = {}) {
    const { connectors = [] } = more
    const latchkey: Latchkey = createLatchkey({
      endpoints: { relay: relay.url },
      platform,
      ...options,
      ...more,
      connectors: [walletConnect({ storage: platform.storage }), ...connectors],
    })
    releases.push(() => latchkey.dispose())
    return { latchkey, platform }
  }

  async function pair(latchkey: Latchkey): Promise<void> {
    await latchkey.ready()
    const pairingUp = latchkey.pairing.pair()
    await wallet.pair(await pairingUri(latchkey, pairingUp))
    await pairingUp
  }

  return {
    get relay() {
      return relay
    },
    get wallet() {
      return wallet
    },
    client,
    pair,
  }
}
