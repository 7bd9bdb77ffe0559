import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChainNamespace, ChainNetwork } from 'latchkey'
import { type Devnet, devAccounts } from 'latchkey/devnet'

/** The local world that the page plays in, with the keys of its people. */
export type World = Pick<Devnet, 'networks' | 'tokens' | 'accounts'>

/** What the page may know of it. */
export interface PublicWorld {
  readonly networks: readonly ChainNetwork[]
  readonly tokens: World['tokens']
  /** By name, then by family. */
  readonly addresses: Readonly<Record<string, Readonly<Partial<Record<ChainNamespace, string>>>>>
  /** Marked as development's, for wallets that bring no picture. */
  readonly connectorImages: Readonly<Record<string, string>>
}

export function publicWorld(
  { networks, tokens, accounts }: World,
  connectorImages: PublicWorld['connectorImages'],
): PublicWorld {
  const addresses = Object.entries(accounts).map(([name, families]) => [
    name,
    Object.fromEntries(Object.entries(families).map(([family, { address }]) => [family, address])),
  ])
  return { networks, tokens, addresses: Object.fromEntries(addresses), connectorImages }
}

/** The devnet that is up on this machine, as the command tells of it. */
export function runningWorld(): World {
  const cli = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [cli, 'devnet', 'status', '--json'], { encoding: 'utf8' })
  const { data } = JSON.parse(stdout || '{}') as {
    data?: { running: boolean } & Pick<World, 'networks' | 'tokens'>
  }
  if (!data?.running) throw new Error('No devnet is running. Start one with: npm start')
  return { networks: data.networks, tokens: data.tokens, accounts: devAccounts }
}
