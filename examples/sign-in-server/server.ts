import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { embedded } from './store/embedded.ts'
import { postgres } from './store/postgres.ts'
import { createSchema } from './store/schema.sql.ts'

const { databaseUrl, folder, host, port, ...options } = readConfig(process.env)
const database = databaseUrl ? postgres(databaseUrl) : await embedded(folder)
await createSchema(database)
const app = createApp({
  database,
  ...options,
  onError: (error) => process.stderr.write(`${String(error)}\n`),
})
const server = serve({ fetch: app.fetch, hostname: host, port }, ({ address, port }) =>
  process.stdout.write(`http://${address.includes(':') ? `[${address}]` : address}:${port}\n`),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => server.close(() => void database.close().finally(() => process.exit(0))))
