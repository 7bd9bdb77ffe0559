import { base64 } from '@scure/base'
import { simulateRequest } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../../src/core/chain/network.ts'
import { encodeProto } from '../../../src/core/protobuf.ts'
import { answers, fakeEndpoint } from '../../support/loopback.ts'

const [from, to] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]

describe('a simulation by several nodes', () => {
  it('asks only nodes that serve the network', async () => {
    const network: ChainNetwork = {
      ...{ id: 1, caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'Ethereum' },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['https://other.example/', 'https://right.example/'] } },
    }
    const topic = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`
    const { fetch } = fakeEndpoint((calls, { url }) =>
      answers(calls, ({ method }) => {
        const { host } = new URL(url)
        if (method === 'eth_chainId') return host === 'right.example' ? '0x1' : '0x5'
        const log = {
          address: `0x${'e'.repeat(40)}`,
          topics: [
            '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            ...[from, to].map(topic),
          ],
          data: `0x${(host === 'right.example' ? 10n ** 18n : 1n).toString(16).padStart(64, '0')}`,
        }
        return [{ calls: [{ status: '0x1', returnData: '0x', logs: [log] }] }]
      }),
    )
    const params = [{ from, to, value: `0x${(10n ** 18n).toString(16)}` }]
    const rows = await simulateRequest({ method: 'eth_sendTransaction', params }, network, { fetch })
    expect(rows).toEqual([['simulation', 'You send 1 ETH, according to other.example or right.example']])
  })
})

describe('a simulation on Cosmos', () => {
  const account = 'cosmos1account'
  const network: ChainNetwork = {
    ...{ id: 'hub', caipNetworkId: 'cosmos:hub', chainNamespace: 'cosmos', name: 'Hub' },
    nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
    cosmos: { denom: 'uatom' } as NonNullable<ChainNetwork['cosmos']>,
    rpcUrls: { default: { http: ['https://node.example/'] } },
  }
  /** Simulates the messages on a node that reports no transfer of coins. */
  async function simulated(...messages: readonly Uint8Array[]) {
    const { fetch } = fakeEndpoint((calls) =>
      answers(calls, () => {
        const value = encodeProto([1, encodeProto([2, 1n])], [2, encodeProto([2, 'log'])])
        return { response: { code: 0, value: base64.encode(value) } }
      }),
    )
    const body = encodeProto(...messages.map((message) => [1, message] as const))
    const mode = encodeProto([1, encodeProto([1, 1n])])
    const signer = encodeProto(
      [1, any('/cosmos.crypto.secp256k1.PubKey', encodeProto([1, new Uint8Array(33)]))],
      [2, mode],
    )
    const authInfo = encodeProto([1, signer], [2, encodeProto([2, 200_000n])])
    const signDoc = {
      ...{ chainId: 'hub', accountNumber: '1' },
      ...{ bodyBytes: body, authInfoBytes: authInfo },
    }
    const params = { signerAddress: account, signDoc }
    return simulateRequest({ method: 'cosmos_signDirect', params }, network, { fetch })
  }
  const any = (type: string, value: Uint8Array) => encodeProto([1, type], [2, value])
  const contractCall = any(
    '/cosmwasm.wasm.v1.MsgExecuteContract',
    encodeProto([1, account], [2, 'cosmos1token'], [3, '{"transfer":{"recipient":"x","amount":"1"}}']),
  )
  const exec = any('/cosmos.authz.v1beta1.MsgExec', encodeProto([1, account], [2, contractCall]))
  const revoke = any(
    '/cosmos.authz.v1beta1.MsgRevoke',
    encodeProto([1, account], [2, 'cosmos1other'], [3, '/cosmos.bank.v1beta1.MsgSend']),
  )

  it.each([
    ['a contract call', contractCall],
    ['a contract call for another account', exec],
    ['an unknown message', any('/new.Msg', new Uint8Array())],
  ])("says after %s that some changes aren't counted", async (_, message) => {
    expect(await simulated(revoke, message)).toEqual([
      ['simulation', "Only changes that this wallet doesn't count, according to node.example"],
      ['note', "tokens and NFTs of contracts aren't counted"],
    ])
  })

  it('says that balances stay the same if it knows every message', async () => {
    expect(await simulated(revoke)).toEqual([
      ['simulation', 'Your balances stay the same, according to node.example'],
    ])
  })
})
