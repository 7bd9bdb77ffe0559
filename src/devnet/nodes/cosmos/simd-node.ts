import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { throwIfAborted } from '../../../core/async/abort.ts'
import type { StartOptions } from '../../family-devnet.ts'
import { freePort, onFreePort } from '../../free-port.ts'
import { nodeRpc } from '../../node-rpc.ts'
import { serveGateway } from '../../server/gateway.ts'
import { hiddenHost } from '../../server/hidden-host.ts'
import type { LoopbackServer } from '../../server/loopback-server.ts'
import { spawnTied, type TiedProcess } from '../../tied-process.ts'
import { type ProgramStart, startProgram, untilEnd } from '../start-program.ts'
import type { CosmosNode } from './cosmos-node.ts'
import { gasPrice, native } from './genesis.ts'
import { configure, fundGenesis } from './simd-home.ts'

const run = promisify(execFile)

/** A start takes 2 s, but much longer on a busy machine. */
const startTimeout = 60_000
const bond = { genesis: '1000000000stake', validator: '500000000stake' } as const

/**
 * Starts `simd` with one validator and a temporary home folder. Resolves after the first block.
 * @param pick Gets a host, and chooses one of its ports. Default: a free port.
 * @throws `flow/aborted`, `internal/unexpected` when it doesn't start.
 */
export async function startSimdNode(
  simd: string,
  chainId: string,
  { signal, log, allowedOrigins }: StartOptions,
  pick = freePort,
): Promise<CosmosNode> {
  throwIfAborted(signal)
  const home = await mkdtemp(join(tmpdir(), 'latchkey-simd-'))
  let node: TiedProcess | undefined
  let gateway: LoopbackServer | undefined
  const stop = async () => {
    await gateway?.stop()
    await node?.stop()
    await rm(home, { recursive: true, force: true })
  }
  return startProgram({ program: 'simd', timeout: startTimeout, signal, stop }, async (start) => {
    await prepare(simd, chainId, home, start.signal)
    const host = await hiddenHost()
    const listening = async (port: number) => {
      const running = spawnTied(simd, startArguments(home, host, port), { folder: home })
      node = running
      const own = `http://${host}:${port}`
      const waiting = new AbortController()
      const signal = AbortSignal.any([start.signal, waiting.signal])
      try {
        await Promise.race([firstBlock(own, chainId, { ...start, signal }), untilEnd(running, start)])
      } finally {
        waiting.abort()
      }
      return { running, own }
    }
    const { running, own } = await onFreePort(listening, {
      pick: () => pick(host),
      signal,
      onTaken: (port) => log?.debug(`Port ${port} is taken: simd tries another one`),
    })
    gateway = await serveGateway(own, { allowedOrigins })
    const { url } = gateway
    log?.debug(`simd serves cosmos:${chainId} at ${url}`)
    return {
      url,
      simulator: false,
      get pid() {
        return running.pid
      },
      stop,
    }
  })
}

/** Creates a home folder with a validator and funded accounts. From SDK 0.47 on, genesis commands are below `genesis`. */
async function prepare(simd: string, chainId: string, home: string, signal: AbortSignal): Promise<void> {
  const call = async (...args: string[]) =>
    (await run(simd, [...args, '--home', home], { signal, maxBuffer: 1 << 26 })).stdout
  const keyring = ['--keyring-backend', 'test']
  const [{ stdout: help }] = await Promise.all([
    run(simd, ['--help'], { signal }),
    call('init', 'latchkey', '--chain-id', chainId),
  ])
  const genesis = /^ {2}gentx /m.test(help) ? [] : ['genesis']
  await fundGenesis(home)
  await configure(home)
  await call('keys', 'add', 'validator', ...keyring)
  const address = (await call('keys', 'show', 'validator', '--address', ...keyring)).trim()
  await call(...genesis, 'add-genesis-account', address, bond.genesis)
  await call(...genesis, 'gentx', 'validator', bond.validator, '--chain-id', chainId, ...keyring)
  await call(...genesis, 'collect-gentxs')
}

function startArguments(home: string, host: string, port: number): readonly string[] {
  return [
    ...['start', '--home', home, '--log_level', 'error'],
    ...['--minimum-gas-prices', gasPrice + native.denom, '--rpc.laddr', `tcp://${host}:${port}`],
    ...['--p2p.laddr', `tcp://${host}:0`, '--rpc.pprof_laddr', ''],
    // SDK 0.46 simulates transactions only if gRPC or REST is on.
    ...['--grpc.enable=true', '--grpc.address', `${host}:0`, '--grpc-web.enable=false'],
  ]
}

interface Status {
  readonly node_info: { readonly network: string }
  readonly sync_info: { readonly latest_block_height: string }
}

async function firstBlock(url: string, chainId: string, { signal, failed }: ProgramStart): Promise<void> {
  for (;;) {
    // Calls fail until the node has opened its database.
    const status = await nodeRpc<Status>(url, 'status', [], signal).catch(() => undefined)
    signal.throwIfAborted()
    const network = status?.node_info.network ?? chainId
    if (network !== chainId) throw failed(`it serves ${network}, not ${chainId}`)
    if (Number(status?.sync_info.latest_block_height ?? 0) > 0) return
    await sleep(100, undefined, { signal })
  }
}
