import { Transaction } from 'bitcoinjs-lib'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, HttpPort } from '../../../ports.ts'
import { highestRate } from '../checks.ts'
import type { Coin } from '../coin-selection.ts'
import { coinList, feeRate, heightAnswer, invalidAnswer, spenderAnswer } from './answers.ts'

/** The target of a fee estimate: confirmation within this number of blocks, which take about half an hour. */
const targetBlocks = 3
/**
 * The fee rate on mainnet if no node can estimate one, in sats per virtual byte. bitcoind's documentation uses this value as an
 * example for `-fallbackfee`.
 */
const rateWithoutEstimates = 20

/** Reads one network from its Esplora servers (github.com/Blockstream/esplora, API.md). Checks the shape of each answer. */
export class Esplora {
  readonly #port: HttpPort
  readonly #isTestnet: boolean

  constructor(port: HttpPort, { testnet }: ChainNetwork<'bip122'>) {
    this.#port = port
    this.#isTestnet = testnet === true
  }

  /** Returns the answer. Returns undefined if the server knows no such address or transaction. */
  find(path: string, opts?: CallOptions): Promise<unknown> {
    return this.#port.json(path, opts)
  }

  /** Returns the answer. @throws `rpc/invalid-value` if the server has none */
  async present(path: string, opts?: CallOptions): Promise<unknown> {
    const answer = await this.find(path, opts)
    if (answer === undefined) throw invalidAnswer(path)
    return answer
  }

  /** Returns the unspent coins of an address. */
  async coins(owner: string, opts?: CallOptions): Promise<readonly Coin[]> {
    const path = `/address/${owner}/utxo`
    return coinList(await this.present(path, opts), path)
  }

  /** Returns the estimated fee rate, in sats per virtual byte: at least 1, because some nodes don't relay less. */
  async feeRate(opts?: CallOptions): Promise<number> {
    const path = '/fee-estimates'
    const answer = await this.present(path, opts).catch((error: unknown) => {
      if (isLatchkeyError(error, 'rpc/invalid-value') && error.values.reason === 'empty') return {}
      throw error
    })
    // After an empty answer, the next endpoint is asked. So if the answer is empty here, no endpoint returned an estimate.
    const rate = feeRate(answer, targetBlocks, path) ?? (this.#isTestnet ? 1 : rateWithoutEstimates)
    if (rate > highestRate) throw invalidAnswer(path)
    return Math.max(rate, 1)
  }

  /** Returns the transactions that created the coins, in hex. Checks each transaction against its id. */
  async transactions(coins: readonly Coin[], opts?: CallOptions): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(coins.map(({ txid }) => txid))]
    const entries = await Promise.all(
      ids.map(async (txid) => {
        const path = `/tx/${txid}/hex`
        const text = (await this.#port.text(path, opts))?.trim() ?? ''
        // Some signatures cover only the value of their own coin. So compare the values of all coins with the transactions that
        // created the coins.
        const made = transactionOf(text)
        const honest = coins.every(
          (coin) => coin.txid !== txid || made?.outs[coin.vout]?.value === coin.value,
        )
        if (made?.getId() !== txid || !honest) throw invalidAnswer(path)
        return [txid, text] as const
      }),
    )
    return new Map(entries)
  }

  /** Returns the transaction that spends an output. Returns undefined if none is known. */
  async spender(txid: string, vout: number | string, opts?: CallOptions) {
    const path = `/tx/${txid}/outspend/${vout}`
    const answer = await this.find(path, opts)
    return answer === undefined ? undefined : spenderAnswer(answer, path)
  }

  /** Returns the number of confirmations of the transactions in the block at this height. */
  async confirmations(height: number, opts?: CallOptions): Promise<number> {
    const path = '/blocks/tip/height'
    const tip = heightAnswer(await this.#port.text(path, opts), path)
    return Math.max(1, tip - height + 1)
  }
}

function transactionOf(hex: string): Transaction | undefined {
  try {
    return Transaction.fromHex(hex)
  } catch {
    return undefined
  }
}
