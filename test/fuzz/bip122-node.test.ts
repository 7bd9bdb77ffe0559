import { Address, OutScript } from '@scure/btc-signer'
import * as bitcoin from 'bitcoinjs-lib'
import { parseUnits } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { bip122Keys } from 'latchkey/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bitcoinChains } from '../../src/core/chain/bip122.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { bip122OverRelay } from '../../src/wallets/bip122/over-relay.ts'
import { polled } from '../support/async.ts'
import { fc } from '../support/fast-check.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { foreignScript } from './bip122-psbts.ts'
import { ownScripts } from './bip122-scripts.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { nodeCases, nodeTimeoutFor } from './fuzz.ts'

const { secret } = devAccounts.alice!.bip122!
const count = nodeCases(10_000)
const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
}
interface Mined {
  readonly fee: number
  readonly vin: readonly { readonly prevout: { readonly value: number; readonly scriptpubkey: string } }[]
  readonly vout: readonly { readonly value: number; readonly scriptpubkey: string }[]
}

describe('a described PSBT, on a node,', { timeout: nodeTimeoutFor(count) }, () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['bip122'] })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  it('spends and pays the shown amounts, for the shown fee', async () => {
    const network = devnet.networks[0]!
    const read = async <T>(path: string): Promise<T | undefined> => {
      const response = await fetch(network.rpcUrls.default.http[0]! + path)
      return response.ok ? ((await response.json()) as T) : undefined
    }
    const [own] = ownScripts(await bip122Keys(secret), bitcoinChains.regtest)
    const { address, script } = own!
    const log = console as never
    const wallet = bip122OverRelay({ secrets: [secret], networks: [network], fetch: systemFetch, log })
    const coinsOf = async () => (await read<Coin[]>(`/address/${address}/utxo`))!
    const fundingOf = async (txid: string) =>
      Buffer.from(await (await fetch(`${network.rpcUrls.default.http[0]!}/tx/${txid}/hex`)).text(), 'hex')
    const mined = (txid: string) =>
      polled(async () => {
        const found = await read<Mined & { status: { confirmed: boolean } }>(`/tx/${txid}`)
        return found?.status.confirmed ? found : undefined
      }, 'the transaction is mined')
    // Some amounts are dust, which no node accepts.
    const paidValue = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 600, max: 4000 }) },
      { weight: 1, arbitrary: fc.nat({ max: 600 }) },
    )
    const asked = fc.record({
      spends: fc.integer({ min: 1, max: 2 }),
      pays: fc.array(fc.tuple(foreignScript.filter(hasAddress), paidValue), { maxLength: 3 }),
      fee: fc.integer({ min: 150, max: 3000 }),
      isProven: fc.oneof(
        { weight: 4, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      lie: fc.oneof(
        { weight: 6, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: -5000, max: 5000 }) },
      ),
    })
    let told = 0
    await fc.assert(
      fc.asyncProperty(asked, async ({ spends, pays, fee, isProven, lie }) => {
        const before = await coinsOf()
        const coins = [...before].sort((a, b) => b.value - a.value).slice(0, spends)
        const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
        for (const { txid, vout, value } of coins)
          psbt.addInput({
            ...{ hash: txid, index: vout, sequence: 0xfffffffd },
            witnessUtxo: { script, value: BigInt(value + lie) },
            ...(isProven && { nonWitnessUtxo: await fundingOf(txid) }),
          })
        for (const [to, value] of pays) psbt.addOutput({ script: to, value: BigInt(value) })
        const sum = (parts: readonly { readonly value: number }[]) =>
          parts.reduce((total, { value }) => total + value, 0)
        const paid = pays.reduce((total, [, value]) => total + value, 0)
        psbt.addOutput({ script, value: BigInt(sum(coins) - paid - fee) })
        const signInputs = coins.map((_, index) => ({ index, address }))
        const params = { account: address, psbt: psbt.toBase64(), signInputs, broadcast: true }
        const answer = await describeAndSign(wallet, { method: 'signPsbt', params }, network)
        if (!answer) {
          expect(sum(await coinsOf())).toBe(sum(before))
          return
        }
        told++
        expect(lie).toBe(0)
        const { rows, table = [] } = answer.described
        const { vin, vout, fee: cost } = await mined((answer.result as { txid: string }).txid)
        const part = (kind: string) =>
          table
            .filter(([verb]) => verb!.startsWith(kind))
            .map(([, amount, to]) => [Number(parseUnits(amount!.replace(' BTC', ''), 8)), to])
        const found = ({ value, scriptpubkey }: Mined['vout'][number]) => [
          value,
          Address(regtest).encode(OutScript.decode(Buffer.from(scriptpubkey, 'hex'))),
        ]
        expect(part('spends')).toEqual(vin.map(({ prevout }) => found(prevout)))
        expect(part('pays')).toEqual(vout.map(found))
        const shown = rows.find(([name]) => name === 'fee')![1]
        if (isProven) expect(Number(parseUnits(shown.replace(/^up to | BTC$/g, ''), 8))).toBe(cost)
        else expect(shown).toContain('unknown')
        expect(sum(before) - sum(await coinsOf())).toBe(paid + cost)
      }),
      { numRuns: count },
    )
    console.log(`fuzz: ${told} of ${count} described and mined`)
    expect(told).toBeGreaterThan(count / 3)
  })
})

const hasAddress = (script: Uint8Array) => {
  try {
    Address(regtest).encode(OutScript.decode(script))
    return true
  } catch {
    return false
  }
}
