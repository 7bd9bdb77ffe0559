import { describe, expect, it, vi } from 'vitest'
import { bip122 } from '../../../../src/adapters/bip122/index.ts'
import { cosmos } from '../../../../src/adapters/cosmos/index.ts'
import { eip155 } from '../../../../src/adapters/eip155/index.ts'
import { polkadot } from '../../../../src/adapters/polkadot/index.ts'
import type { Family, FamilyChain } from '../../../../src/adapters/shared/family.ts'
import { solana } from '../../../../src/adapters/solana/index.ts'
import type { AdapterContext } from '../../../../src/core/wallet/adapter.ts'
import {
  bitcoin,
  cosmosHub,
  mainnet,
  polkadotAssetHub,
  solanaMainnet,
} from '../../../../src/networks/index.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'

type AnyFamily = Family<never, FamilyChain<never>>

const families = vi.hoisted(() => [] as unknown[])
// The family's record isn't exported. So this mock reads the record from the call that creates the adapter.
vi.mock('../../../../src/adapters/shared/create-adapter.ts', async (original) => {
  const real = await original<typeof import('../../../../src/adapters/shared/create-adapter.ts')>()
  const createAdapter: typeof real.createAdapter = (family, ...rest) => {
    families.push(family)
    return real.createAdapter(family, ...rest)
  }
  return { createAdapter }
})

/** Returns a context that answers no request. Each request adds the context's name to `asked`. */
function contextOf(name: string, asked: string[]): AdapterContext {
  const request = async () => {
    asked.push(name)
    throw new Error('no answer')
  }
  const port = { request, json: request, text: request, post: request }
  return {
    ...memoryPlatform(),
    networks: [],
    endpoints: () => [],
    rpc: () => port,
    http: () => port,
  } as never
}

describe('the code of a family that is loaded with its own endpoints', () => {
  it.each([
    [eip155(), mainnet, `0x${'ab'.repeat(32)}`],
    [solana(), solanaMainnet, '1'.repeat(64)],
    [polkadot(), polkadotAssetHub, `0x${'ab'.repeat(32)}`],
    [bip122(), bitcoin, 'ab'.repeat(32)],
    [cosmos(), cosmosHub, 'ab'.repeat(32)],
  ] as const)('asks only these endpoints (family: $namespace)', async (factory, network, hash) => {
    const asked: string[] = []
    await factory.create(contextOf('of the adapter', asked))
    const family = families.at(-1) as AnyFamily
    const chain = await family.loadChain(contextOf('its own', asked))
    await chain.status(network as never, { hash, reference: '1' }).catch(() => {})
    expect([...new Set(asked)]).toEqual(['its own'])
  })
})
