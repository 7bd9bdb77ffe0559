import type { Hono } from 'hono'
import { loadPeer } from '../load-peer.ts'
import type { WalletServiceOptions } from './options.ts'
import type { ServeWalletOptions, WalletServer } from './serve-wallet.ts'

const peers = { feature: 'The wallet service', install: 'npm install hono @hono/node-server' } as const

/**
 * Returns the embedded wallet's service as a Hono app, for the host's own server. Call `openWalletStore` first, and `sweepWalletStore` regularly.
 * @throws `config/peer-missing` without hono.
 */
export async function walletService(options: WalletServiceOptions): Promise<Hono> {
  const { walletServiceApp } = await loadPeer(() => import('./wallet-service.ts'), peers)
  // The cast hides the app's context variables, which aren't part of the public type.
  return walletServiceApp(options) as unknown as Hono
}

/**
 * Serves the embedded wallet's service on a port. Migrates its tables and deletes expired rows.
 * @throws `config/peer-missing` without hono and @hono/node-server.
 * @example
 * const database = await embedded('data')
 * const options = { database, mail, key, config, now: Date.now, onError }
 * const server = await serveWalletService({ ...options, host, port })
 * await server.close()
 */
export async function serveWalletService(options: ServeWalletOptions): Promise<WalletServer> {
  const { serveWallet } = await loadPeer(() => import('./serve-wallet.ts'), peers)
  return serveWallet(options)
}
