import { base58, base64 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'
import { formatUnits } from 'ethers'
import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { solanaOverRelay } from '../../src/wallets/solana/over-relay.ts'
import { fc } from '../support/fast-check.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { cases, timeout } from './fuzz.ts'
import { secondReading } from './solana-second-reader.ts'
import { solanaTransaction } from './solana-transactions.ts'

const { address: pubkey, secret } = devAccounts.alice!.solana!
const network = {
  id: 'localnet',
  caipNetworkId: 'solana:localnet',
  chainNamespace: 'solana',
  name: 'Test',
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://node.example/'] } },
} as const satisfies ChainNetwork

let current: Uint8Array = new Uint8Array()

/** Returns the answer of a node that confirms the block hash or the nonce of the current transaction. */
function knowingAll(body: string): Response {
  const { id, method } = JSON.parse(body) as { id: number; method: string }
  const answer = (value: unknown) => Response.json({ jsonrpc: '2.0', id, result: { value } })
  if (method === 'isBlockhashValid') return answer(true)
  const nonce = base58.decode(VersionedTransaction.deserialize(current).message.recentBlockhash)
  const data = Buffer.concat([new Uint8Array(40), nonce, new Uint8Array(8)]).toString('base64')
  return answer({ data: [data, 'base64'] })
}

describe('a solana transaction', { timeout }, () => {
  it('is refused, or is signed as it was described', async () => {
    const wallet = solanaOverRelay({
      secrets: [secret],
      networks: [network],
      fetch: (_, init) => Promise.resolve(knowingAll(String(init?.body))),
      log: console as never,
    })
    let told = 0
    await fc.assert(
      fc.asyncProperty(solanaTransaction(pubkey), async (wire) => {
        const call = {
          method: 'solana_signTransaction',
          params: { pubkey, transaction: base64.encode(wire) },
        }
        current = wire
        const answer = await describeAndSign(wallet, call, network)
        if (!answer) return
        told++
        const { transaction } = answer.result as { transaction: string }
        const signed = VersionedTransaction.deserialize(base64.decode(transaction))
        const { payer, rows, named, fee } = secondReading(signed.message.serialize())
        const shown = answer.described.rows.filter(([name]) => name !== 'WARNING' && name !== 'fee')
        expect(shown.map((row) => row.join(' '))).toEqual([
          `account ${pubkey}`,
          `pays the fee ${payer}`,
          ...rows,
        ])
        const texts = answer.described.effects.map(({ text }) => text)
        for (const parts of named)
          expect(texts.filter((text) => parts.every((part) => text.includes(part)))).not.toHaveLength(0)
        // The approval has no other sentences, except a sentence about a durable nonce.
        expect(texts.filter((text) => !text.startsWith('Stay valid'))).toHaveLength(named.length)
        const own = payer === pubkey ? fee : 0n
        expect(answer.described.rows.find(([name]) => name === 'fee')?.[1]).toBe(
          `up to ${formatUnits(own, 9).replace(/\.0$/, '')} SOL`,
        )
      }),
      { numRuns: cases },
    )
    expect(told).toBeGreaterThan(cases / 3)
  })
})
