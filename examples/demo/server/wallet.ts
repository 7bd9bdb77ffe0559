import { randomBytes } from 'node:crypto'
import { startMailbox, startSmartAccounts } from 'latchkey/devnet'
import { embedded, serveWalletService, smtpMailer } from 'latchkey/servers'
import type { LazyServer } from './lazy-server-plugin.ts'
import type { World } from './world.ts'

/**
 * The embedded wallet of the page: its service with a database in memory, and a mailbox that delivers nothing and that the
 * page shows. Wallets end with it.
 */
export async function startWallet({ networks, embeddedWallet }: World, port: number): Promise<LazyServer> {
  const [database, mailbox, smartAccounts] = await Promise.all([
    embedded(),
    startMailbox(),
    startSmartAccounts({ networks }),
  ])
  const mail = await smtpMailer({ url: mailbox.url, from: 'wallet@demo.example', name: 'Demo wallet' })
  const server = await serveWalletService({
    database,
    mail,
    key: randomBytes(32),
    now: Date.now,
    assets: embeddedWallet?.assets,
    host: '127.0.0.1',
    port: 0,
    config: {
      name: 'Demo wallet',
      // Who tries it logs in on a second browser at once.
      lifetimes: { cooldown: 1000 },
      origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
      smartAccounts: smartAccounts.chains,
      networks: networks
        .filter(({ chainNamespace }) => chainNamespace === 'eip155' || chainNamespace === 'solana')
        .map(({ caipNetworkId, name, rpcUrls, nativeCurrency, testnet }) => ({
          ...{ id: caipNetworkId, name, nativeCurrency, testnet },
          rpcUrl: rpcUrls.default.http[0] ?? '',
        })),
    },
    onError: (error) =>
      void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  })
  return {
    answer({ url }, response) {
      response.setHeader('content-type', 'application/json')
      response.setHeader('cache-control', 'no-store')
      const told = url?.endsWith('/where') ? { url: `${server.url}/sdk` } : mailbox.mails()
      response.end(JSON.stringify(told))
    },
    async close() {
      await server.close()
      mail.close()
      await Promise.all([mailbox.stop(), smartAccounts.stop(), database.close()])
    },
  }
}
