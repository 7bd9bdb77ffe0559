import { ApiPromise } from '@polkadot/api'
import type { Hex } from '../../../core/chain/caip.ts'
import { hashPattern } from '../../../core/chain/eip155.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'

/**
 * A chain's runtime in the library's form. With it, the library encodes and decodes calls, storage
 * and events.
 */
export interface Runtime {
  readonly api: ApiPromise
  readonly genesisHash: Hex
  readonly specVersion: number
  /** The decimals of the native coin. Undefined if the chain doesn't state them. */
  readonly decimals: number | undefined
}

interface RuntimeVersion {
  readonly specVersion: number
}

/** Returns the spec version of the runtime at a block. Default: the newest block. */
export async function readSpecVersion(
  port: JsonRpcPort,
  at: Hex | undefined,
  opts?: CallOptions,
): Promise<number> {
  const method = 'state_getRuntimeVersion'
  const version = await port.request<RuntimeVersion>({ method, params: at ? [at] : [] }, opts)
  if (!Number.isSafeInteger(version?.specVersion)) throw invalidAnswer(method)
  return version.specVersion
}

/**
 * Reads the metadata over our own transport and passes it to the library. The library itself doesn't connect, so it leaves no
 * socket or timer open.
 */
export async function loadRuntime(
  port: JsonRpcPort,
  at: Hex | undefined,
  opts?: CallOptions,
): Promise<Runtime> {
  const block = at ? [at] : []
  const ask = <T>(method: string, params: readonly unknown[] = []) =>
    port.request<T>({ method, params }, opts)
  const [genesisHash, version, metadata, chain, properties] = await Promise.all([
    ask<Hex>('chain_getBlockHash', [0]),
    ask<RuntimeVersion>('state_getRuntimeVersion', block),
    ask<Hex>('state_getMetadata', block),
    ask<string>('system_chain'),
    ask<{ readonly tokenDecimals?: unknown } | null>('system_properties'),
  ])
  if (!hashPattern.test(genesisHash)) throw invalidAnswer('chain_getBlockHash')
  if (!Number.isSafeInteger(version?.specVersion)) throw invalidAnswer('state_getRuntimeVersion')
  if (!/^0x6d657461/.test(metadata)) throw invalidAnswer('state_getMetadata')
  const answers: Readonly<Record<string, unknown>> = {
    chain_getBlockHash: genesisHash,
    state_getRuntimeVersion: version,
    system_chain: chain,
    system_properties: properties,
    rpc_methods: { version: 1, methods: [] },
  }
  const api = new ApiPromise({
    provider: fixedProvider(answers),
    metadata: { [`${genesisHash}-${version.specVersion}`]: metadata },
    noInitWarn: true,
    // This code doesn't need WebAssembly, because the library can verify signatures without it.
    initWasm: false,
  })
  try {
    await api.isReadyOrError
  } catch (cause) {
    throw latchkeyError('rpc/invalid-value', { values: { method: 'state_getMetadata' }, cause })
  }
  // A chain with several tokens states a list that starts with the native coin.
  const [decimals] = [properties?.tokenDecimals].flat()
  return {
    ...{ api, genesisHash, specVersion: version.specVersion },
    decimals: typeof decimals === 'number' ? decimals : undefined,
  }
}

/** Creates a provider that answers the requests that the library makes when it starts. All later requests use our transport. */
function fixedProvider(answers: Readonly<Record<string, unknown>>) {
  const provider = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    clone: () => provider,
    connect: async () => {},
    disconnect: async () => {},
    on: () => () => {},
    send: async <T>(method: string): Promise<T> => {
      if (Object.hasOwn(answers, method)) return answers[method] as T
      throw new Error(`unexpected method: ${method}`)
    },
    subscribe: () => Promise.reject(new Error('unexpected method: subscribe')),
    unsubscribe: async () => true,
  }
  return provider
}

export function invalidAnswer(method: string) {
  return latchkeyError('rpc/invalid-value', { values: { method } })
}
