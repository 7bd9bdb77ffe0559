import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import type { BitcoinOutputs, Transaction as FamilyTransaction } from '../../../core/wallet/family.ts'
import type {
  Amount,
  SendParams,
  SentTransaction,
  TransactionStatus,
} from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { AccountReadOptions, ChainFee } from '../../shared/family.ts'
import { requireFeeWithin } from '../../shared/fee-limit.ts'
import { type ParsedAddress, parseAddress } from '../address.ts'
import { checkAsset } from '../checks.ts'
import {
  type Coin,
  isTooHeavy,
  largestAmount,
  type SelectionRequest,
  selectCoins,
  uneconomicSum,
} from '../coin-selection.ts'
import type { ProtectCoin } from '../protect-coin.ts'
import { inputWeight } from '../sizes.ts'
import { addressSums } from './answers.ts'
import { broadcast } from './broadcast.ts'
import { Esplora } from './esplora.ts'
import { checkInputs } from './inputs.ts'
import { paidOutputs } from './outputs.ts'
import { isMixed, type SortedCoins, sortCoins, sumOf } from './protection.ts'
import { buildPsbt, feeOf, outpointOf, readPsbt } from './psbt.ts'
import { checkedSigned } from './signed.ts'
import { referenceOf, statusOf } from './status.ts'

type Network = ChainNetwork<'bip122'>

/** An unsigned transaction, and the inputs that an account must sign. */
export interface Planned {
  readonly psbtBase64: string
  readonly inputs: readonly number[]
  /** The sighash types in a host's PSBT, in the order of `inputs`. */
  readonly sighashes?: readonly (number | undefined)[]
  /** The account whose coins Latchkey selected. Absent for a host's PSBT, which may replace another transaction on purpose. */
  readonly owner?: string
}

/** The outputs to pay, and the limit of the fee. */
type Wanted = BitcoinOutputs & { readonly maxFee?: bigint | undefined }

/**
 * The highest usual fee rate, in sats per virtual byte. Above this rate, a send needs an explicit fee limit or rate, because the
 * fee may be higher than the payment.
 */
const unusualRate = 1000
/** The family's code that needs bitcoinjs-lib or the network. The adapter imports this code at the first read or send. */
export class Bip122Chain {
  readonly #context: Pick<AdapterContext, 'http'>
  readonly #isProtected: ProtectCoin | undefined

  constructor(context: Pick<AdapterContext, 'http'>, isProtected?: ProtectCoin) {
    this.#context = context
    this.#isProtected = isProtected
  }

  async balance(network: Network, owner: string, asset: unknown, opts?: AccountReadOptions): Promise<Amount> {
    checkAsset(network, asset)
    const path = `/address/${owner}`
    const holder = { owner, network: network.caipNetworkId, accounts: opts?.accounts }
    const protects = this.#isProtected !== undefined || isMixed(holder)
    const [answer, sorted] = await Promise.all([
      this.#esplora(network).present(path, opts),
      protects ? this.#coins(network, owner, opts) : undefined,
    ])
    const { confirmed, pending } = addressSums(answer, path)
    const kept = sumOf(sorted?.kept ?? [])
    // The two answers may come from different times. So limit the locked amount to the balance.
    const locked = kept < confirmed + pending ? kept : confirmed + pending
    return {
      value: confirmed + pending - locked,
      ...unitOf(network),
      ...(pending !== 0n && { pending }),
      ...(locked > 0n && { locked: [{ value: locked, reason: 'protected' as const }] }),
    }
  }

  /** Returns the decimals of the native coin, which is the family's only asset. */
  async decimals({ nativeCurrency }: Network): Promise<number> {
    return nativeCurrency.decimals
  }

  async estimateFee(
    network: Network,
    sender: string,
    params: SendParams<'bip122'>,
    opts?: AccountReadOptions,
  ): Promise<ChainFee<'bip122'>> {
    const wanted = paymentOf(network, params)
    const { selection, satPerVbyte, kept, reserve } = await this.#select(network, sender, wanted, opts)
    const { fee, vbytes } = selection
    const detail = {
      satPerVbyte,
      vbytes,
      ...(kept > 0n && { protectedSats: kept }),
      ...(satPerVbyte > unusualRate && { unusualRate: true as const }),
    }
    return { total: { value: fee, ...unitOf(network) }, reserve, detail }
  }

  /**
   * Builds the transaction that transfers an amount.
   * @throws `validation/insufficient-balance`, `wallet/fee-above-limit`
   */
  async plan(
    network: Network,
    sender: string,
    params: SendParams<'bip122'>,
    publicKey: string | undefined,
    opts?: AccountReadOptions,
  ): Promise<Planned> {
    return this.planOutputs(network, sender, paymentOf(network, params), publicKey, opts)
  }

  /**
   * Builds the transaction that pays several outputs.
   * @throws `validation/invalid-input`, `validation/invalid-amount`, `validation/invalid-address` for an output that can't be paid;
   * `validation/insufficient-balance`, `wallet/fee-above-limit`
   */
  async planOutputs(
    network: Network,
    sender: string,
    wanted: Wanted,
    publicKey: string | undefined,
    opts?: AccountReadOptions,
  ): Promise<Planned> {
    const { selection, from, paid, satPerVbyte } = await this.#select(network, sender, wanted, opts)
    // The caller accepts an unusual fee by setting a limit or a rate.
    const agreed = wanted.maxFee ?? (wanted.satPerVbyte === undefined ? undefined : selection.fee)
    if (agreed === undefined && satPerVbyte > unusualRate)
      requireFeeWithin(BigInt(unusualRate * selection.vbytes), selection.fee, network)
    const { coins, change } = selection
    const outputs = [...paid]
    if (change !== undefined) outputs.push({ script: from.script, value: change })
    const psbt = buildPsbt({
      coins,
      from,
      publicKey,
      outputs,
      replaceable: wanted.replaceable ?? true,
      previous: from.kind === 'p2tr' ? new Map() : await this.#esplora(network).transactions(coins, opts),
    })
    const inputs = coins.map((_, index) => index)
    requireFeeWithin(wanted.maxFee, feeOf(psbt, inputs), network)
    return { psbtBase64: psbt.toBase64(), inputs, owner: sender }
  }

  /**
   * Checks the PSBT that a wallet returned. Returns `hex` if all signatures are present.
   * @throws `wallet/transaction-altered`, `wallet/invalid-answer`
   */
  signed(asked: Planned, answer: string, method: string) {
    const psbt = readPsbt(asked.psbtBase64)
    const { psbt: signed, transaction } = checkedSigned(psbt, answer, asked.inputs, method)
    return {
      psbtBase64: signed.toBase64(),
      ...(transaction && {
        hex: transaction.toHex(),
        txid: transaction.getId(),
        reference: referenceOf(psbt),
      }),
    }
  }

  /**
   * Checks the host's PSBT before a wallet with these accounts signs it. The signed PSBT is compared with this PSBT later, so the
   * fee limit applies to the signed PSBT too.
   * @throws `validation/invalid-input`, `wallet/fee-above-limit`
   */
  planned(
    network: Network,
    transaction: Exclude<FamilyTransaction<'bip122'>, BitcoinOutputs>,
    accounts: readonly AccountRecord[],
    maxFee?: bigint,
  ): Planned {
    const { psbtBase64, inputsToSign } = transaction
    const psbt = readPsbt(psbtBase64)
    checkInputs(psbt, inputsToSign, accounts)
    if (maxFee !== undefined) requireFeeWithin(maxFee, feeOf(psbt, inputsToSign), network)
    const sighashes = inputsToSign.map((index) => psbt.data.inputs[index]?.sighashType)
    return { psbtBase64, inputs: inputsToSign, sighashes }
  }

  /**
   * Checks that the coins that Latchkey selected are still unspent. If the account has spent one of them since, a node could
   * accept this transaction as a replacement (BIP-125), and drop the other payment.
   * @param txid The id of the signed transaction. Some wallets broadcast a transaction themselves, so its coins may be spent.
   * @throws `rpc/transaction-rejected`
   */
  async requireUnspent(
    network: Network,
    { psbtBase64, owner }: Planned,
    txid: string,
    opts?: CallOptions,
  ): Promise<void> {
    if (owner === undefined) return
    const esplora = this.#esplora(network)
    const coins = await esplora.coins(owner, opts)
    const psbt = readPsbt(psbtBase64)
    const spent = psbt.txInputs.flatMap((_, index) => outpointOf(psbt, index) ?? [])
    const missing = spent.filter(
      (one) => !coins.some((coin) => coin.txid === one.txid && coin.vout === one.vout),
    )
    // Another server may not know a new coin yet, so check that the coin is really spent.
    const spenders = await Promise.all(missing.map((one) => esplora.spender(one.txid, one.vout, opts)))
    if (spenders.some((spender) => spender && spender.txid !== txid))
      throw latchkeyError('rpc/transaction-rejected', {
        details: 'another transaction already spends a coin of this transaction',
      })
  }

  /** Returns the number of inputs of a PSBT. @throws `validation/invalid-input` */
  inputCount(psbtBase64: string): number {
    return readPsbt(psbtBase64).inputCount
  }

  /** @throws `rpc/transaction-rejected`, `rpc/maybe-sent` */
  broadcast(network: Network, rawHex: string, txid: string): Promise<void> {
    return broadcast(this.#context.http(network.caipNetworkId), rawHex, txid)
  }

  /** Reads the status of a transaction. @throws `validation/invalid-input` */
  async status(network: Network, sent: SentTransaction, opts?: CallOptions): Promise<TransactionStatus> {
    return statusOf(this.#esplora(network), sent, opts)
  }

  async #coins(network: Network, owner: string, opts?: AccountReadOptions): Promise<SortedCoins> {
    const coins = await this.#esplora(network).coins(owner, opts)
    const holder = { owner, network: network.caipNetworkId, accounts: opts?.accounts }
    return sortCoins(coins, holder, this.#isProtected)
  }

  async #select(network: Network, sender: string, wanted: Wanted, opts?: AccountReadOptions) {
    const from = ownAddress(sender)
    const [to, ...more] = paidOutputs(wanted, network)
    const [{ spendable, kept }, satPerVbyte] = await Promise.all([
      this.#coins(network, sender, opts),
      wanted.satPerVbyte ?? this.#esplora(network).feeRate(opts),
    ])
    const all = wanted.spendProtected === true
    const request: SelectionRequest<Coin> = {
      coins: all ? [...spendable, ...kept] : spendable,
      inputWeight: inputWeight(from.kind) ?? 0,
      to,
      more,
      changeScript: from.script,
      satPerVbyte,
    }
    const selection = selectCoins(request)
    const most = () => String(largestAmount(request))
    if (!selection && isTooHeavy(request))
      throw latchkeyError('validation/invalid-amount', {
        values: {
          most: most(),
          reason:
            "one transaction can't spend that many small coins: send less, or first combine coins by sending some to yourself",
        },
      })
    if (!selection)
      throw latchkeyError('validation/insufficient-balance', {
        values: { symbol: network.nativeCurrency.symbol, most: most() },
      })
    const reserve = uneconomicSum(request)
    return { selection, satPerVbyte, from, paid: [to, ...more], reserve, kept: all ? 0n : sumOf(kept) }
  }

  #esplora(network: Network): Esplora {
    return new Esplora(this.#context.http(network.caipNetworkId), network)
  }
}

function paymentOf(network: Network, { to, amount, asset, options, maxFee }: SendParams<'bip122'>): Wanted {
  checkAsset(network, asset)
  return { ...options, outputs: [{ to, amount }], maxFee }
}

/** @throws `validation/invalid-input` for an address that a single key can't spend from. */
function ownAddress(sender: string): ParsedAddress {
  const from = parseAddress(sender)
  if (from && inputWeight(from.kind) !== undefined) return from
  throw latchkeyError('validation/invalid-input', {
    values: { field: 'from', reason: `no single key can spend from ${sender}` },
  })
}

function unitOf({ nativeCurrency: { decimals, symbol } }: Network) {
  return { decimals, symbol }
}
