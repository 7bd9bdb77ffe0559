import { ApiPromise } from '@polkadot/api'
import type { Hex } from '../../../core/chain/caip.ts'
import { hashPattern } from '../../../core/chain/eip155.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'

/** The library's view of a chain's runtime: how its calls, its storage and its events are written. */
export interface Runtime {
  readonly api: ApiPromise
  readonly genesisHash: Hex
  readonly specVersion: number
}

interface RuntimeVersion {
  readonly specVersion: number
}

/** The version of the runtime that a block was made with, the newest block's unless one is given. */
export async function readSpecVersion(
  port: JsonRpcPort,
  at: Hex | undefined,
  opts?: CallOptions,
): Promise<number> {
  const method = 'state_getRuntimeVersion'
  const version = await port.request<RuntimeVersion>({ method, params: at ? [at] : [] }, opts)
  if (!Number.isSafeInteger(version?.specVersion)) throw untrue(method)
  return version.specVersion
}

/**
 * Reads what the library has to know, over our own transport, and gives it all at once: the library itself connects to
 * nothing, and so leaves no socket and no timer behind.
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
    ask<object>('system_properties'),
  ])
  if (!hashPattern.test(genesisHash)) throw untrue('chain_getBlockHash')
  if (!Number.isSafeInteger(version?.specVersion)) throw untrue('state_getRuntimeVersion')
  if (!/^0x6d657461/.test(metadata)) throw untrue('state_getMetadata')
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
    // Keys and signatures are no affair of this code; hashes do without.
    initWasm: false,
  })
  try {
    await api.isReadyOrError
  } catch (cause) {
    throw latchkeyError('rpc/invalid-value', { values: { method: 'state_getMetadata' }, cause })
  }
  return { api, genesisHash, specVersion: version.specVersion }
}

/** Answers what the library asks when it starts. It asks nothing else: everything later goes over our transport. */
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
      throw new Error(`not expected: ${method}`)
    },
    subscribe: () => Promise.reject(new Error('not expected: subscribe')),
    unsubscribe: async () => true,
  }
  return provider
}

export function untrue(method: string) {
  return latchkeyError('rpc/invalid-value', { values: { method } })
}
