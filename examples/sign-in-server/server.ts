import { serve } from '@hono/node-server'
import { embedded, postgres } from 'latchkey/servers'
import { createApp, lifetimes } from './app.ts'
import { readConfig } from './config.ts'
import { createSchema } from './store/schema.sql.ts'
import { sweep } from './store/sweep.ts'

const config = readConfig(process.env)
const complain = (error: unknown) =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)

const database = await (config.databaseUrl ? postgres(config.databaseUrl) : embedded(config.folder))
await createSchema(database)
const app = createApp({ ...config.app, database, onError: complain })
const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, ({ address, port }) =>
  process.stdout.write(`http://${address.includes(':') ? `[${address}]` : address}:${port}\n`),
)
const sweeping = setInterval(
  () => void sweep(database.query, Date.now(), lifetimes).catch(complain),
  lifetimes.nonce,
)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clearInterval(sweeping)
    server.close(() => void database.close().finally(() => process.exit(0)))
  })
