import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChainNamespace, ChainNetwork } from 'latchkey'
import { type Devnet, devAccounts, devZone } from 'latchkey/devnet'
import type { Database } from 'latchkey/servers'

/**
 * The local services that the page uses, and the keys of the test accounts. If a service is absent, the page works
 * without it.
 */
export interface World extends Pick<Devnet, 'networks' | 'tokens' | 'accounts'> {
  /** The WalletConnect relay. */
  readonly relay?: { readonly url: string } | undefined
  /** The wallet catalogue. If it is absent, the page lists its own wallets and the wallets in the package. */
  readonly catalogue?: { readonly url: string } | undefined
  /** The data service for balances, prices, activity and names. If it is absent, the page reads from the chains. */
  readonly data?: { readonly url: string; readonly zone: string } | undefined
  /** Whether the data service has quotes for swaps. */
  readonly exchange?: boolean | undefined
  /** The on-ramp, for buying. */
  readonly onramp?: { readonly meld: { readonly publicKey: string; readonly url: string } } | undefined
  /** The folder with the embedded wallet's page. */
  readonly embeddedWallet?: { readonly assets: string } | undefined
  /** Opens a database for the demo's servers. Default: an embedded database in memory. */
  readonly openDatabase?: (() => Promise<Database>) | undefined
  /** Loads a TypeScript module of the demo's servers. Default: Vite loads it. */
  readonly loadSource?: (<Module>(path: string) => Promise<Module>) | undefined
}

/** The part of `World` that the page gets. It contains no keys. */
export interface PublicWorld {
  readonly networks: readonly ChainNetwork[]
  readonly tokens: World['tokens']
  /** The URL of the WalletConnect relay. */
  readonly relay?: string | undefined
  /** The URL of the wallet catalogue. */
  readonly catalogue?: string | undefined
  /** The URL of the data service, and the domain under which the service registers names (its zone). */
  readonly data?: { readonly url: string; readonly zone: string } | undefined
  /** Whether the data service has quotes for swaps. */
  readonly exchange: boolean
  /** The on-ramp that simulates Meld. */
  readonly meld?: { readonly publicKey: string; readonly url: string } | undefined
  /** Whether the page can use the embedded wallet. */
  readonly embeddedWallet: boolean
  /** The addresses of the test accounts, by account name, then by chain family. */
  readonly addresses: Readonly<Record<string, Readonly<Partial<Record<ChainNamespace, string>>>>>
  /** Icons for wallets without an icon, by connector id. They mark a wallet as a development wallet. */
  readonly connectorImages: Readonly<Record<string, string>>
}

export function publicWorld(
  { networks, tokens, accounts, relay, catalogue, data, exchange, onramp, embeddedWallet }: World,
  connectorImages: PublicWorld['connectorImages'],
): PublicWorld {
  const addresses = Object.entries(accounts).map(([name, families]) => [
    name,
    Object.fromEntries(Object.entries(families).map(([family, { address }]) => [family, address])),
  ])
  return {
    networks,
    tokens,
    relay: relay?.url,
    catalogue: catalogue?.url,
    data: data && { url: data.url, zone: data.zone },
    exchange: exchange === true,
    meld: onramp?.meld,
    embeddedWallet: embeddedWallet !== undefined,
    addresses: Object.fromEntries(addresses),
    connectorImages,
  }
}

/** Reads the devnet that runs on this machine from `latchkey devnet status`. */
export function runningWorld(): World {
  const cli = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [cli, 'devnet', 'status', '--json'], { encoding: 'utf8' })
  const { data } = JSON.parse(stdout || '{}') as {
    data?: {
      running: boolean
      relay?: string
      catalogue?: string
      exchange?: readonly object[]
      data?: string
      meld?: { publicKey: string; url: string }
    } & Pick<World, 'networks' | 'tokens'>
  }
  if (!data?.running) throw new Error('No devnet is running. Start one with: npm start')
  const { networks, tokens, relay, catalogue, exchange = [], data: service, meld } = data
  const at = (url: string | undefined) => (url === undefined ? undefined : { url })
  return {
    networks,
    tokens,
    accounts: devAccounts,
    relay: at(relay),
    catalogue: at(catalogue),
    data: service === undefined ? undefined : { url: service, zone: devZone },
    exchange: exchange.length > 0,
    onramp: meld && { meld },
    embeddedWallet: { assets: fileURLToPath(new URL('../../../dist/embedded-wallet', import.meta.url)) },
  }
}
