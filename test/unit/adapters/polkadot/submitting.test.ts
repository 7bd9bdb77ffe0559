import { TypeRegistry } from '@polkadot/types'
import { describe, expect, it } from 'vitest'
import { PolkadotChain } from '../../../../src/adapters/polkadot/chain/chain.ts'
import { lastBlock } from '../../../../src/adapters/polkadot/chain/status.ts'
import { lifetime } from '../../../../src/adapters/polkadot/chain/unsigned.ts'
import { checkedSend } from '../../../../src/adapters/polkadot/checks.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../../../src/core/errors/rpc-errors.ts'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { polkadotAssetHub } from '../../../../src/networks/index.ts'
import type { RpcRequest } from '../../../../src/ports.ts'

const send = { signed: '0x00', hash: `0x${'1'.repeat(64)}`, reference: '5' } as const

function chainThat(answer: (call: RpcRequest) => unknown) {
  const calls: RpcRequest[] = []
  const request = async (call: RpcRequest) => {
    calls.push(call)
    return answer(call) as never
  }
  return { calls, chain: new PolkadotChain({ rpc: () => ({ request }) }) }
}
const refusal = (code: number, data: string) =>
  rpcErrorFrom({ code, message: 'Invalid Transaction', data }, { method: 'x', source: 'endpoint' })

describe('submitting a signed transaction', () => {
  it('sends the bytes only once, unchanged', async () => {
    const { calls, chain } = chainThat(() => send.hash)
    await chain.submit(polkadotAssetHub, send)
    expect(calls).toEqual([{ method: 'author_submitExtrinsic', params: ['0x00'] }])
  })

  it("succeeds if the node's pool already has the transaction", async () => {
    const { chain } = chainThat(() => {
      throw rpcErrorFrom(
        { code: 1013, message: 'Transaction Already Imported' },
        { method: 'x', source: 'endpoint' },
      )
    })
    await expect(chain.submit(polkadotAssetHub, send)).resolves.toBeUndefined()
  })

  it("fails with the error code that fits the node's message", async () => {
    for (const [text, code] of [
      ['Transaction has a bad signature', 'node/bad-signature'],
      ['Inability to pay some fees (e.g. account balance too low)', 'node/insufficient-funds'],
      ['Transaction has an ancient birth block', 'node/transaction-expired'],
    ] as const) {
      const { chain } = chainThat(() => {
        throw refusal(1010, text)
      })
      await expect(chain.submit(polkadotAssetHub, send)).rejects.toMatchObject({ code })
    }
  })
})

describe('the last block that can include a polkadot transaction', () => {
  it("is the last block of the transaction's era", () => {
    for (const current of [0, 1, 255, 256, 1000, 23_456_789]) {
      const era = new TypeRegistry().createType('MortalEra', { current, period: lifetime })
      const { death } = era as unknown as { death(block: number): number }
      expect(lastBlock(current)).toBe(death.call(era, current) - 1)
    }
  })
})

describe('a polkadot endpoint', () => {
  it.each(['chain_getBlockHash', 'state_getRuntimeVersion', 'state_getMetadata'])(
    'causes an error if it answers %s with an invalid value',
    async (method) => {
      const good: Record<string, unknown> = {
        chain_getBlockHash: `0x${'2'.repeat(64)}`,
        state_getRuntimeVersion: { specVersion: 1 },
        state_getMetadata: '0x6d657461',
        system_chain: 'x',
        system_properties: {},
      }
      const { chain } = chainThat((call) => (call.method === method ? '0x12' : good[call.method]))
      const balance = chain.balance(polkadotAssetHub, devAccounts.alice!.polkadot!.address, undefined)
      await expect(balance).rejects.toMatchObject({ code: 'rpc/invalid-value' })
    },
  )

  it('is asked again by the next call after a failure', async () => {
    let down = true
    const { calls, chain } = chainThat(() => {
      if (down) throw latchkeyError('http/timeout', { values: { host: 'x', ms: 1 } })
      return undefined
    })
    const read = () => chain.balance(polkadotAssetHub, devAccounts.alice!.polkadot!.address, undefined)
    await expect(read()).rejects.toMatchObject({ code: 'http/timeout' })
    down = false
    await expect(read()).rejects.toMatchObject({ code: 'rpc/invalid-value' })
    expect(calls.filter(({ method }) => method === 'state_getMetadata')).toHaveLength(2)
  })
})

describe('a polkadot amount', () => {
  const to = devAccounts.bob!.polkadot!.address
  const from = `${polkadotAssetHub.caipNetworkId}:${devAccounts.alice!.polkadot!.address}` as const
  it('is at most 2^128 - 1, the maximum of a balance', () => {
    for (const amount of [1n, 2n ** 128n - 1n])
      expect(checkedSend({ from, to, amount }, polkadotAssetHub)).toMatchObject({ amount })
    for (const amount of [0n, -1n, 2n ** 128n, 1 as unknown as bigint])
      expect(() => checkedSend({ from, to, amount }, polkadotAssetHub)).toThrow('from 1 to 2^128 - 1')
  })
})
