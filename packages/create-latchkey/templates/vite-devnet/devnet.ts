import { getRequestListener } from '@hono/node-server'
import { startDevnet } from 'latchkey/devnet'
import { devWallets, injectedWallets } from 'latchkey/testing'
import { createServer, type Plugin } from 'vite'
import { families } from './src/families.ts'

/** The page uses nodes on this machine, and test wallets that approve every request. */
const devnet = await startDevnet({ families })
process.env.VITE_DEVNET_NETWORKS = JSON.stringify(devnet.networks)

const wallets = injectedWallets(Object.values(devWallets(devnet)))
const script = wallets.script({ kind: 'http', call: '/dev-wallets/call', events: '/dev-wallets/events' })

async function answer(request: Request): Promise<Response> {
  // Each call's answer has the new events, so the page needn't request them. Status 204 tells the page to stop requesting them.
  if (!request.url.endsWith('/call')) return new Response(null, { status: 204 })
  return new Response(await wallets.call(await request.text()))
}

const inject: Plugin = {
  name: 'wallets',
  transformIndexHtml: () => [{ tag: 'script', children: script, injectTo: 'head-prepend' }],
  configureServer: ({ middlewares }) => {
    middlewares.use('/dev-wallets', getRequestListener(answer, { overrideGlobalObjects: false }))
  },
}
const port = Number(process.env.PORT ?? 5173)
const server = await createServer({ plugins: [inject], server: { port } })
await server.listen()
server.printUrls()
