import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import {
  deployExchange,
  startCatalogue,
  startDataService,
  startOnRamp,
  startProjectConfig,
  startRelay,
  startTelemetry,
} from 'latchkey/devnet'
import { inject } from 'vitest'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { devZone } from '../../src/devnet/dev-zone.ts'
import type { Devnet, DevnetOptions } from '../../src/devnet/index.ts'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import type { LeaseAnswer, LeaseRequest } from './devnet-broker.ts'

/**
 * The time limit in ms of a hook that leases nodes. The hook may have to wait until another test file returns the
 * nodes, or until the nodes start.
 */
export const leaseTimeout = 600_000

/**
 * Leases the test run's nodes of these families: only this test file can use the nodes until `stop`. The chains contain blocks
 * from other test files. So a test must read the values before its changes, and expect no fixed values. The test must leave the
 * nodes in working order. The relay and the exchange are new for each test file, because tests stop the relay and move the
 * exchange's prices.
 */
export async function leaseDevnet({
  families,
  onMissing,
  relay: withRelay = false,
  catalogue: withCatalogue = false,
  exchange: withExchange = false,
  data: withData = false,
  onramp: withOnramp = false,
  config: withConfig = false,
  telemetry: withTelemetry = false,
}: Pick<
  DevnetOptions,
  'families' | 'onMissing' | 'relay' | 'catalogue' | 'exchange' | 'data' | 'onramp' | 'config' | 'telemetry'
>): Promise<Devnet> {
  const { answer, release } = await lease({ families: [...new Set(families)] })
  try {
    const parts = families.flatMap((family) => {
      const part = answer[family]!
      if (part.started) return [part]
      if (!part.missing || !onMissing) throw new Error(part.message)
      const values = { feature: `The ${family} devnet`, install: part.message }
      onMissing(family, latchkeyError('config/peer-missing', { values }))
      return []
    })
    for (const { url } of answer.eip155?.started ? answer.eip155.nodes : []) await mineNow(url)
    const relay = withRelay ? await startRelay() : undefined
    const networks = parts.flatMap((part) => part.networks)
    const tokens = parts.flatMap((part) => part.tokens)
    const catalogue = withCatalogue ? await startCatalogue({ networks }) : undefined
    const exchange = withExchange ? await deployExchange({ networks, tokens }) : undefined
    const onramp = withOnramp ? await startOnRamp({ networks, tokens, delay: 500 }) : undefined
    const data = withData
      ? await startDataService({
          networks: catalogue?.networks ?? networks,
          tokens,
          zone: devZone,
          exchange,
          onramp,
          pictures: catalogue?.url,
        })
      : undefined
    const config = withConfig ? await startProjectConfig() : undefined
    const telemetry = withTelemetry ? await startTelemetry() : undefined
    return {
      accounts: devAccounts,
      networks: data?.networks ?? catalogue?.networks ?? networks,
      tokens,
      nodes: parts.flatMap(({ nodes }) => nodes),
      relay,
      catalogue,
      exchange,
      data,
      onramp,
      config,
      telemetry,
      async stop() {
        release()
        const parts = [relay, catalogue, data, onramp, config, telemetry]
        await Promise.all(parts.map((part) => part?.stop()))
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Mines a block with the current time, because a client avoids a node whose newest block is old. Anvil mines a block only for a
 * transaction, and anvil's clock is slow after `evm_revert`.
 */
async function mineNow(url: string): Promise<void> {
  const { timestamp } = await nodeRpc<{ readonly timestamp: string }>(url, 'eth_getBlockByNumber', [
    'latest',
    false,
  ])
  const time = Math.max(Math.floor(Date.now() / 1000), Number(timestamp) + 1)
  await nodeRpc(url, 'evm_setNextBlockTimestamp', [time])
  await nodeRpc(url, 'evm_mine', [])
}

async function lease(request: LeaseRequest): Promise<{ answer: LeaseAnswer; release: () => void }> {
  const port = inject('devnetBroker')
  const socket: Socket = connect({ host: '127.0.0.1', port })
  const answer = new Promise<LeaseAnswer>((resolve, reject) => {
    socket.once('error', reject)
    createInterface({ input: socket }).once('line', (line) => resolve(JSON.parse(line)))
    socket.once('close', () => reject(new Error('the test run has ended')))
  })
  socket.write(`${JSON.stringify(request)}\n`)
  return { answer: await answer, release: () => socket.destroy() }
}
