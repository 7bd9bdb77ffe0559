import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartOptions } from '../../family-devnet.ts'
import { freePort, onFreePort } from '../../free-port.ts'
import { spawnTied } from '../../tied-process.ts'
import { startProgram, untilEnd } from '../start-program.ts'
import { NodeRefusal } from './bitcoin-node.ts'
import { type BitcoindRpc, bitcoindRpc } from './bitcoind-rpc.ts'

export interface Bitcoind {
  readonly rpc: BitcoindRpc
  readonly pid: number | undefined
  stop(): Promise<void>
}

/** A start takes 0.3 s, but much longer on a busy machine. */
const startTimeout = 30_000
const pollEvery = 20

/** bitcoind runs without peers, without a wallet and without permanent files. Its minimum fee rate is 1 sat per vbyte. */
const settings = [
  ...['-listen=0', '-connect=0', '-dnsseed=0', '-fixedseeds=0', '-disablewallet=1'],
  ...['-persistmempool=0', '-txindex=0', '-fastprune=1', '-dbcache=8', '-maxmempool=50'],
  ...['-server=1', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'],
  ...['-minrelaytxfee=0.00001', '-blockmintxfee=0.00001'],
  ...['-printtoconsole=1', '-nodebuglogfile'],
]

/**
 * Starts bitcoind. Resolves when it answers.
 * @param chain The arguments for the network, such as `['-chain=regtest']`.
 * @param pick Chooses a port of 127.0.0.1. Default: a free port.
 * @throws `flow/aborted`, `internal/unexpected` when it doesn't start.
 */
export function startBitcoind(
  binary: string,
  chain: readonly string[],
  { signal, log }: StartOptions,
  pick = () => freePort('127.0.0.1'),
): Promise<Bitcoind> {
  return onFreePort((port) => startOnce(binary, chain, port, signal), {
    pick,
    signal,
    onTaken: (port) => log?.debug(`Port ${port} is taken: bitcoind tries another one`),
  })
}

async function startOnce(
  binary: string,
  chain: readonly string[],
  port: number,
  signal: AbortSignal | undefined,
): Promise<Bitcoind> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bitcoind-'))
  const cookieFile = join(folder, 'cookie')
  const where = [`-datadir=${folder}`, `-rpccookiefile=${cookieFile}`, `-rpcport=${port}`]
  const node = spawnTied(binary, [...chain, ...where, ...settings], { folder })
  const ending = new AbortController()
  const rpc = bitcoindRpc(
    `http://127.0.0.1:${port}/`,
    () => readFileSync(cookieFile, 'utf8').trim(),
    ending.signal,
  )
  const stop = async () => {
    ending.abort()
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return startProgram({ program: 'bitcoind', timeout: startTimeout, signal, stop }, async (start) => {
    await Promise.race([answering(rpc, start.signal), untilEnd(node, start)])
    return {
      rpc,
      get pid() {
        return node.pid
      },
      stop,
    }
  })
}

/** Waits while connections are refused, the cookie is missing, or bitcoind is still starting (-28). */
async function answering(rpc: BitcoindRpc, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return void (await rpc('getblockcount'))
    } catch (error) {
      if (error instanceof NodeRefusal && error.code !== -28) throw error
    }
    await sleep(pollEvery, undefined, { signal })
  }
}
