import type { Hono } from 'hono'
import { loadPeer } from '../load-peer.ts'
import type { WalletServiceOptions } from './options.ts'
import type { ServeWalletOptions, WalletServer } from './serve-wallet.ts'

const peers = { feature: 'The wallet service', install: 'npm install hono @hono/node-server' } as const

/**
 * The service of the embedded wallet as an app of Hono, for a server of the host's own. Its tables are there after
 * `openWalletStore`; the host calls `sweepWalletStore` now and then.
 * @throws `config/peer-missing` without hono.
 */
export async function walletService(options: WalletServiceOptions): Promise<Hono> {
  const { walletServiceApp } = await loadPeer(() => import('./wallet-service.ts'), peers)
  // What its requests carry is its own affair.
  return walletServiceApp(options) as unknown as Hono
}

/**
 * The service of the embedded wallet on a port, with its tables made and swept.
 * @throws `config/peer-missing` without hono and its server for Node.
 * @example
 * const server = await serveWalletService({ database: await embedded('data'), mail, key, config, host, port, now: Date.now, onError })
 * await server.close()
 */
export async function serveWalletService(options: ServeWalletOptions): Promise<WalletServer> {
  const { serveWallet } = await loadPeer(() => import('./serve-wallet.ts'), peers)
  return serveWallet(options)
}
