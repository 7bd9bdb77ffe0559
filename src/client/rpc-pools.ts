import { withTimeout } from '../core/async/deadline.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import { type Options, rpcUrlsOf } from '../core/options.ts'
import type { Platform } from '../ports.ts'
import type { DataService } from '../services/data/data-service.ts'
import { openEsploraPool } from '../transport/esplora-pool.ts'
import type { RpcPool } from '../transport/rpc-pool.ts'
import { type OnMismatch, openRpcPool } from './rpc-pool-of.ts'

/** What pools are opened with; the networks are read when one is. */
export interface RpcPoolOptions extends Pick<Options, 'rpc'> {
  readonly customRpcUrls: Options['customRpcUrls']
  readonly networks: Parameters<typeof rpcUrlsOf>[0]['networks']
  /** Loads what knows the URLs at which a service passes calls on to nodes. Absent: there is no service. */
  readonly proxy?: (() => Promise<Pick<DataService, 'nodeUrl'> | undefined>) | undefined
}

/** Ours, in ms: a service that takes longer to say which networks it knows does without us. */
const proxyPatience = 1000

/** One pool of endpoints for each network, opened when it is first used. */
export class RpcPools {
  readonly #open: readonly PoolsOf<{ dispose(): void }>[]
  readonly rpc: (network: CaipNetworkId) => Promise<RpcPool>
  readonly http: (network: CaipNetworkId) => Promise<ReturnType<typeof openEsploraPool>>

  constructor(
    options: RpcPoolOptions,
    platform: Pick<Platform, 'clock' | 'fetch' | 'log'>,
    onMismatch: OnMismatch,
  ) {
    const rpc = new PoolsOf(async (network) => {
      const proxies = await proxiesOf(options, platform, network)
      const urls = rpcUrlsOf(options, network, proxies)
      return openRpcPool({ urls, plainUrls: proxies }, options.rpc, platform, network, onMismatch)
    })
    const http = new PoolsOf(async (network) =>
      openEsploraPool(rpcUrlsOf(options, network), options.rpc, platform, network, onMismatch),
    )
    this.#open = [rpc, http]
    this.rpc = (network) => rpc.get(network)
    this.http = (network) => http.get(network)
  }

  /** Lets go of a network's endpoints: it may come back with others. Without one, of all. */
  forget(network?: CaipNetworkId): void {
    for (const pools of this.#open) pools.forget(network)
  }
}

/** A service that is down or slow holds nobody up. */
async function proxiesOf(
  { proxy }: RpcPoolOptions,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  network: CaipNetworkId,
): Promise<readonly string[]> {
  if (!proxy) return []
  const late = () => latchkeyError('flow/aborted')
  try {
    const service = await proxy()
    const ask = async (signal: AbortSignal) => service?.nodeUrl(network, { signal })
    const url = await withTimeout(clock, proxyPatience, ask, late)
    return url === undefined ? [] : [url]
  } catch (error) {
    log.debug('The service did not say which networks it knows', error)
    return []
  }
}

/** The pools of one protocol. */
class PoolsOf<P extends { dispose(): void }> {
  readonly #open: (network: CaipNetworkId) => Promise<P>
  readonly #opened = new Map<CaipNetworkId, Promise<P>>()

  constructor(open: (network: CaipNetworkId) => Promise<P>) {
    this.#open = open
  }

  get(network: CaipNetworkId): Promise<P> {
    const known = this.#opened.get(network)
    if (known) return known
    const opened = this.#open(network)
    this.#opened.set(network, opened)
    // One that could not be opened is opened anew at the next use.
    opened.catch(() => this.#opened.get(network) === opened && this.#opened.delete(network))
    return opened
  }

  forget(network?: CaipNetworkId): void {
    for (const one of network === undefined ? [...this.#opened.keys()] : [network]) {
      this.#opened.get(one)?.then(
        (pool) => pool.dispose(),
        () => {},
      )
      this.#opened.delete(one)
    }
  }
}
