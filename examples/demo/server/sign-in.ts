import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { embedded } from 'latchkey/servers'
import { createApp } from '../../sign-in-server/app.ts'
import { originOf } from '../../sign-in-server/origins.ts'
import { createSchema } from '../../sign-in-server/store/schema.sql.ts'
import type { World } from './world.ts'

export interface SignInServer {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  close(): Promise<void>
}

/** Starts the sign-in example for pages on a local port. Its database is in memory, so users are lost when the server stops. */
export async function startSignIn(
  { networks, openDatabase = embedded }: Pick<World, 'networks' | 'openDatabase'>,
  port: number,
): Promise<SignInServer> {
  const domains = [`127.0.0.1:${port}`, `localhost:${port}`]
  const database = await openDatabase()
  await createSchema(database)
  const app = createApp({
    database,
    domains,
    origins: domains.map(originOf),
    chains: networks.map(({ caipNetworkId }) => caipNetworkId),
    nodes: { rpcUrls: nodesOf(networks) },
    onError: (error) =>
      void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  })
  return {
    answer: getRequestListener(app.fetch),
    close: () => database.close(),
  }
}

/** Returns the RPC URLs that verify signatures of smart contracts. */
function nodesOf(networks: World['networks']): Readonly<Record<string, string>> {
  const contracts = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  return Object.fromEntries(
    contracts.flatMap(({ caipNetworkId, rpcUrls }) =>
      rpcUrls.default.http.slice(0, 1).map((url) => [caipNetworkId, url]),
    ),
  )
}
