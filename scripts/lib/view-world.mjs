// Starts the local world of the benchmark's views: a node, the data service with an exchange, and the embedded wallet's service.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startDevnet, startMailbox } from 'latchkey/devnet'
import { embedded, serveWalletService, smtpMailer } from 'latchkey/servers'
import { root } from './workspace.mjs'

/** Starts the parts. `missing` names the parts whose programs aren't installed. `stop` ends all parts. */
export async function startViewWorld(origin) {
  const ends = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const missing = []
    const devnet = await startDevnet({
      ...{ families: ['eip155'], data: true, exchange: true },
      onMissing: (part) => missing.push(part),
    })
    ends.push(() => devnet.stop())
    const database = await embedded()
    ends.push(() => database.close())
    const mailbox = await startMailbox()
    ends.push(() => mailbox.stop())
    const mail = await smtpMailer({ url: mailbox.url, from: 'wallet@bench.example', name: 'Bench wallet' })
    ends.push(() => mail.close())
    const server = await serveWalletService({
      ...{ database, mail, key: randomBytes(32), now: Date.now, host: '127.0.0.1', port: 0 },
      assets: join(root, 'dist/embedded-wallet'),
      config: {
        name: 'Bench wallet',
        origins: [origin],
        networks: devnet.networks.map(({ caipNetworkId, name, rpcUrls, nativeCurrency, testnet }) => ({
          ...{ id: caipNetworkId, name, nativeCurrency, testnet, tokens: [] },
          rpcUrl: rpcUrls.default.http[0],
        })),
      },
      onError: (error) => console.error(error),
    })
    ends.push(() => server.close())
    return { devnet, mailbox, missing, wallet: `${server.url}/sdk`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
