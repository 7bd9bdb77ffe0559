import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import type { ContractChain } from 'latchkey/testing'
import { expect } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { chainReads } from './chain-reads.ts'

export interface Unspent {
  readonly txid: string
  readonly vout: number
  readonly value: number
}

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** Reads the nodes directly, and sends payments that @scure/btc-signer builds. */
export function bip122Chain(
  networks: readonly ChainNetwork[],
  sender: { readonly address: string; readonly secret: string },
): ContractChain & {
  unspent(network: string, address: string): Promise<readonly Unspent[]>
  /** The transaction that created a coin, in hex. */
  funding(network: string, coin: Unspent): Promise<string>
} {
  const urlOf = (network: string) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === network)!.rpcUrls.default.http[0]!
  const get = async <T>(network: string, path: string) => {
    const response = await fetch(urlOf(network) + path)
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const post = async (network: string, path: string, body = '') => {
    const response = await fetch(urlOf(network) + path, { method: 'POST', body })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.text()
  }
  const unspent = async (network: string, address: string) =>
    (await get<Unspent[]>(network, `/address/${address}/utxo`)) ?? []
  const mined = (network: string, txid: string) =>
    expect
      .poll(() => get(network, `/tx/${txid}/status`), { message: 'the transaction is confirmed' })
      .toMatchObject({ confirmed: true })
  const payment = (coin: Unspent, fee: bigint) => {
    const key = Buffer.from(sender.secret.slice(2), 'hex')
    const { script } = btc.p2wpkh(pubECDSA(key), regtest)
    const transaction = new btc.Transaction()
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      sequence: 0xfffffffd,
      witnessUtxo: { script, amount: BigInt(coin.value) },
    })
    transaction.addOutputAddress(sender.address, BigInt(coin.value) - fee, regtest)
    transaction.sign(key)
    transaction.finalize()
    return transaction
  }

  return {
    unspent,
    funding: async (network, { txid }) => (await fetch(`${urlOf(network)}/tx/${txid}/hex`)).text(),
    ...chainReads(networks),
    async holdBlocks(network) {
      await post(network, '/devnet/automine?on=false')
      let held = true
      return async () => {
        if (!held) return
        held = false
        await post(network, '/devnet/automine?on=true')
      }
    },
    /** Makes a failed transaction, by spending its input in another transaction. */
    async failedTransaction(network) {
      const [coin] = await unspent(network, sender.address)
      await post(network, '/devnet/automine?on=false')
      const replaced = payment(coin!, 200n)
      const replacing = payment(coin!, 2000n)
      await post(network, '/tx', replaced.hex)
      await post(network, '/tx', replacing.hex)
      await post(network, '/devnet/automine?on=true')
      await mined(network, replacing.id)
      await post(network, '/devnet/mine?blocks=5')
      return { hash: replaced.id, reference: `${coin!.txid}:${coin!.vout}`, fee: 0n }
    },
  }
}
