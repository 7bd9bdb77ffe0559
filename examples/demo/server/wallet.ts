import { randomBytes } from 'node:crypto'
import { startFarcasterRelay, startMailbox, startSmartAccounts, startSocialProvider } from 'latchkey/devnet'
import { embedded, serveWalletService, smtpMailer } from 'latchkey/servers'
import type { LazyServer } from './lazy-server-plugin.ts'
import type { World } from './world.ts'

/**
 * The embedded wallet of the page: its service with a database in memory, and a mailbox that delivers nothing and that the
 * page shows, and a provider in place of those of the world, where everybody says who they want to be. Another page stands in for a phone with Farcaster. Wallets end with it.
 */
export async function startWallet({ networks, embeddedWallet }: World, port: number): Promise<LazyServer> {
  const [database, mailbox, provider, farcaster, smartAccounts] = await Promise.all([
    embedded(),
    startMailbox(),
    startSocialProvider(),
    startFarcasterRelay(),
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
      socials: provider.socials,
      farcaster: { relay: farcaster.url, rpcUrl: farcaster.rpcUrl },
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
  await provider.serve(server.url)
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
      await Promise.all([
        mailbox.stop(),
        provider.stop(),
        farcaster.stop(),
        smartAccounts.stop(),
        database.close(),
      ])
    },
  }
}
