import * as bitcoin from 'bitcoinjs-lib'
import type { Devnet } from 'latchkey/devnet'
import { bip122Keys } from 'latchkey/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bitcoinChains } from '../../src/core/chain/bip122.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { bip122OverRelay } from '../../src/wallets/bip122/over-relay.ts'
import { describeAndSign } from '../fuzz/describe-and-sign.ts'
import { polled } from '../support/async.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
}

const { secret } = devAccounts.alice!.bip122!
/** `value`: the real value of each coin, in sats. `pretended`: the fee that each PSBT claims, in sats. */
const [value, pretended] = [1_510_000n, 20_000n]

describe('two PSBTs of a transaction, each with one false coin value (CVE-2020-14199),', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['bip122'] })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())

  async function opened() {
    const network = devnet.networks[0]!
    const url = network.rpcUrls.default.http[0]!
    const address = (await bip122Keys(secret)).address('p2wpkh', bitcoinChains.regtest)
    const script = bitcoin.address.toOutputScript(address, bitcoin.networks.regtest)
    const log = { debug() {}, warn() {}, error() {} }
    const wallet = bip122OverRelay({ secrets: [secret], networks: [network], fetch: systemFetch, log })
    const text = async (path: string) => (await fetch(url + path)).text()
    /** Creates a new coin of this value. */
    const coin = async (): Promise<Coin> => {
      const params = { account: address, recipientAddress: address, amount: String(value) }
      const { txid } = (await wallet.request({ method: 'sendTransfer', params }, network)) as { txid: string }
      return polled(async () => {
        const coins = JSON.parse(await text(`/address/${address}/utxo`)) as Coin[]
        return coins.find((one) => one.txid === txid && BigInt(one.value) === value)
      }, 'the coin is there')
    }
    const sign = (psbt: bitcoin.Psbt, index: number) => {
      const params = { account: address, psbt: psbt.toBase64(), signInputs: [{ index, address }] }
      return describeAndSign(wallet, { method: 'signPsbt', params }, network)
    }
    const funding = async ({ txid }: Coin) => Buffer.from(await text(`/tx/${txid}/hex`), 'hex')
    return { url, script, coin, sign, funding }
  }

  it('can hide a large fee, so the wallet shows the fee as unknown', async () => {
    const { url, script, coin, sign } = await opened()
    const coins = [await coin(), await coin()]
    const lie = 1000n
    /** Creates a PSBT of the transaction, with a false value for the coin at the index `lied`. */
    const psbtWith = (lied: number) => {
      const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
      for (const [index, { txid, vout }] of coins.entries())
        psbt.addInput({
          hash: txid,
          index: vout,
          witnessUtxo: { script, value: index === lied ? lie : value },
        })
      return psbt.addOutput({ script, value: value + lie - pretended })
    }
    const answers = [await sign(psbtWith(1), 0), await sign(psbtWith(0), 1)]
    const whole = psbtWith(1)
    const combined = new bitcoin.Psbt({ network: bitcoin.networks.regtest, maximumFeeRate: 1_000_000 })
    for (const { txid, vout } of coins)
      combined.addInput({ hash: txid, index: vout, witnessUtxo: { script, value } })
    combined.addOutputs(whole.txOutputs.map(({ script, value }) => ({ script, value })))
    for (const [index, answer] of answers.entries()) {
      const { psbt } = answer!.result as { psbt: string }
      combined.updateInput(index, {
        partialSig: bitcoin.Psbt.fromBase64(psbt).data.inputs[index]!.partialSig!,
      })
    }
    const raw = combined.finalizeAllInputs().extractTransaction().toHex()
    const sent = await fetch(`${url}/tx`, { method: 'POST', body: raw })
    expect(await sent.text(), 'the node accepts the transaction').toMatch(/^[0-9a-f]{64}$/)
    for (const answer of answers) {
      const { rows, table = [] } = answer!.described
      expect(rows.find(([name]) => name === 'fee')?.[1]).toMatch(/^unknown: .*proven/)
      expect(rows).toContainEqual(['WARNING', expect.stringContaining('unknown')])
      expect(table.filter(([verb]) => /^spends.*not proven/.test(verb!))).toHaveLength(2)
      expect(table.at(-1)).toEqual(['fee', '?', ''])
    }
  })

  it("are refused if a coin's value differs from the value in the transaction that created the coin", async () => {
    const { script, coin, sign, funding } = await opened()
    const coins = [await coin(), await coin()]
    const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
    for (const [index, one] of coins.entries())
      psbt.addInput({
        hash: one.txid,
        index: one.vout,
        witnessUtxo: { script, value: index === 1 ? 1000n : value },
        nonWitnessUtxo: await funding(one),
      })
    psbt.addOutput({ script, value: value - pretended })
    expect(await sign(psbt, 0)).toBeUndefined()
  })

  it('are shown with their fee if they contain the transactions that created the coins', async () => {
    const { script, coin, sign, funding } = await opened()
    const coins = [await coin(), await coin()]
    const psbt = new bitcoin.Psbt({ network: bitcoin.networks.regtest })
    for (const one of coins)
      psbt.addInput({ hash: one.txid, index: one.vout, nonWitnessUtxo: await funding(one) })
    psbt.addOutput({ script, value: value * 2n - pretended })
    const { rows, table = [] } = (await sign(psbt, 0))!.described
    expect(rows.find(([name]) => name === 'fee')?.[1]).toBe('up to 0.0002 BTC')
    expect(table.filter(([verb]) => verb === 'spends')).toHaveLength(2)
  })
})
