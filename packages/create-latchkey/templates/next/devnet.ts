import { spawn } from 'node:child_process'
import { serve } from '@hono/node-server'
import { startDevnet } from 'latchkey/devnet'
import { devWallets, injectedWallets } from 'latchkey/testing'
import { families } from './src/families.ts'

const page = process.env.PORT ?? '3000'

/** The page uses nodes on this machine, and test wallets that approve every request. */
const devnet = await startDevnet({ families })
const wallets = injectedWallets(Object.values(devWallets(devnet)))

async function answer(request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url)
  const headers = { 'access-control-allow-origin': `http://localhost:${page}` }
  if (pathname === '/wallets.js') {
    const script = wallets.script({ kind: 'http', call: `${origin}/call`, events: `${origin}/events` })
    return new Response(script, { headers: { ...headers, 'content-type': 'text/javascript' } })
  }
  // Each call's answer has the new events, so the page needn't request them. Status 204 tells the page to stop requesting them.
  if (pathname !== '/call') return new Response(null, { status: 204, headers })
  return new Response(await wallets.call(await request.text()), { headers })
}

serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  const env = {
    ...process.env,
    NEXT_PUBLIC_DEVNET_NETWORKS: JSON.stringify(devnet.networks),
    DEVNET_WALLETS: `http://127.0.0.1:${port}/wallets.js`,
  }
  const next = spawn('next', ['dev', '--port', page], { env, stdio: 'inherit', shell: true })
  next.on('exit', (code) => process.exit(code ?? 1))
})
