import { randomBytes } from 'node:crypto'
import { startFarcasterRelay, startMailbox, startSmartAccounts, startSocialProvider } from 'latchkey/devnet'
import { embedded, serveWalletService, smtpMailer } from 'latchkey/servers'
import type { LazyServer } from './lazy-server-plugin.ts'
import type { World } from './world.ts'

/**
 * Starts the embedded wallet and its parts: a database in memory, a mailbox that the page shows, a login provider, and a page that
 * replaces a phone with the Farcaster app. At the login provider, visitors choose a user. Visitors' wallets are lost when the
 * server stops. If a part fails to start, the other parts are stopped.
 */
export async function startWallet(
  {
    networks,
    tokens,
    embeddedWallet,
    openDatabase = () => embedded(),
  }: Pick<World, 'networks' | 'tokens' | 'embeddedWallet' | 'openDatabase'>,
  port: number,
): Promise<LazyServer> {
  const ends: (() => unknown)[] = []
  const keep = async <T>(starting: Promise<T>, end: (part: T) => unknown): Promise<T> => {
    const part = await starting
    ends.push(() => end(part))
    return part
  }
  /** Closes the parts in reverse order of their start. */
  async function close(): Promise<void> {
    for (const end of ends.splice(0).reverse()) await end()
  }
  const stop = (part: { stop(): Promise<void> }) => part.stop()

  try {
    // The database starts first. Creating its files blocks this process for seconds, on a busy machine for more than a minute. Requests to nodes
    // would time out in this time.
    const database = await keep(openDatabase(), (each) => each.close())
    const parts = [
      keep(startMailbox(), stop),
      keep(startSocialProvider(), stop),
      keep(startFarcasterRelay(), stop),
      keep(startSmartAccounts({ networks }), stop),
    ] as const
    // Wait for all parts, so that `close` also stops parts that start after another part failed.
    await Promise.allSettled(parts)
    const [mailbox, provider, farcaster, smartAccounts] = await Promise.all(parts)
    const mail = await keep(
      smtpMailer({ url: mailbox.url, from: 'wallet@demo.example', name: 'Demo wallet' }),
      (each) => each.close(),
    )
    const server = await keep(
      serveWalletService({
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
          // People who try the demo use a second browser right away, so they must not wait between mails.
          lifetimes: { cooldown: 1000 },
          origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
          smartAccounts: smartAccounts.chains,
          networks: networks
            .filter(({ chainNamespace }) => chainNamespace === 'eip155' || chainNamespace === 'solana')
            .map(({ caipNetworkId, name, rpcUrls, nativeCurrency, testnet }) => ({
              ...{ id: caipNetworkId, name, nativeCurrency, testnet },
              rpcUrl: rpcUrls.default.http[0] ?? '',
              tokens: tokens.flatMap(({ asset, symbol, decimals }) => {
                const [network, contract] = asset.split('/erc20:')
                return network === caipNetworkId && contract ? [{ contract, symbol, decimals }] : []
              }),
            })),
        },
        onError: (error) =>
          void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
      }),
      (each) => each.close(),
    )
    await provider.serve(server.url)
    return {
      answer({ url }, response) {
        response.setHeader('content-type', 'application/json')
        response.setHeader('cache-control', 'no-store')
        const told = url?.endsWith('/where') ? { url: `${server.url}/sdk` } : mailbox.mails()
        response.end(JSON.stringify(told))
      },
      close,
    }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}
