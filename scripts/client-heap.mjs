#!/usr/bin/env node
// Measures the memory that disposed WalletConnect clients keep. Needs --expose-gc.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startRelay } from 'latchkey/devnet'
import { cancelPairing, createConnector, growthOf } from './lib/canceled-pairings.mjs'

// The relay has a process of its own, because it keeps messages in memory.
if (process.send) {
  process.send((await startRelay()).url)
  await once(process, 'disconnect')
  process.exit()
}
const relay = fork(fileURLToPath(import.meta.url))
const [relayUrl] = await once(relay, 'message')

const clients = Number(process.argv[2] ?? 100)
/** The maximum memory that a disposed client may keep, in bytes. */
const limit = 5000

async function client() {
  const connector = createConnector(relayUrl)
  await cancelPairing(connector)
  connector.dispose()
}

const each = Math.round(await growthOf(client, clients, 3000))
console.log(`each of ${clients} disposed clients: ${each} B`)
relay.disconnect()
process.exit(each <= limit ? 0 : 1)
