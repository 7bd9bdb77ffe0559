#!/usr/bin/env node
// Builds the demo, and serves it with the devnet that runs on this machine. `--dev` serves the demo with hot reload.
import { fileURLToPath } from 'node:url'
import { build, createServer, preview } from 'vite'

const config = { configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)), logLevel: 'error' }
const dev = process.argv.includes('--dev')
if (!dev) await build(config)
const server = dev ? await (await createServer(config)).listen() : await preview(config)
process.stdout.write(`${server.resolvedUrls.local[0]}\n`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.httpServer.closeAllConnections()
    server.close().finally(() => process.exit(0))
  })
}
