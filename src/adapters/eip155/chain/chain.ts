import type { CaipAssetId, Hex } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type {
  Amount,
  SendParams,
  SentTransaction,
  TransactionStatus,
} from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { ChainFee, FamilyChain } from '../../shared/family.ts'
import { requireFeeWithin } from '../../shared/fee-limit.ts'
import type { CallPrice } from '../checks.ts'
import { readCandidates, requestTrace } from './candidates.ts'
import { chainClient, onChain } from './client.ts'
import { nftOf, nftTransferCall, readNftBalance } from './nft.ts'
import { readNativeBalance, readStatus } from './reads.ts'
import { readToken, readTokenBalance, type Token, tokenContract } from './token.ts'
import { type CallFee, estimateCallFee, highestFee, transferCall } from './transfers.ts'

type Network = ChainNetwork<'eip155'>
type CheckedSend = SendParams<'eip155'> & { readonly to: Hex }
/** A call, with the gas price to request from the wallet. If `price` is undefined, the wallet chooses the price. */
type PricedCall = Transaction<'eip155'> & { readonly price?: CallPrice | undefined }

/** The family's code that needs viem. The adapter imports this code at the first read or send. */
export class Eip155Chain implements FamilyChain<'eip155'> {
  readonly #context: Pick<AdapterContext, 'rpc'>
  /** The tokens that were read so far. Before a send, `decimals` reads the token again. */
  readonly #tokens = new Map<string, Token>()

  constructor(context: Pick<AdapterContext, 'rpc'>) {
    this.#context = context
  }

  balance(
    network: Network,
    owner: Hex,
    asset: CaipAssetId<'eip155'> | undefined,
    opts?: CallOptions,
  ): Promise<Amount> {
    const nft = asset && nftOf(network, asset)
    if (nft)
      return onChain('eth_call', async () => {
        const [value, { symbol }] = await Promise.all([
          readNftBalance(this.#client(network, opts), nft, owner),
          this.#token(network, nft.contract, opts),
        ])
        return { value, decimals: 0, symbol: symbol || 'NFT' }
      })
    const contract = tokenContract(network, asset)
    return onChain(contract ? 'eth_call' : 'eth_getBalance', async () => {
      const client = this.#client(network, opts)
      if (!contract) return { value: await readNativeBalance(client, owner), ...nativeUnit(network) }
      const [token, value] = await Promise.all([
        this.#token(network, contract, opts),
        readTokenBalance(client, contract, owner),
      ])
      return { value, ...token }
    })
  }

  async decimals(
    network: Network,
    asset: CaipAssetId<'eip155'> | undefined,
    opts?: CallOptions,
  ): Promise<number> {
    if (asset && nftOf(network, asset)) return 0
    const contract = tokenContract(network, asset)
    if (!contract) return network.nativeCurrency.decimals
    return (await onChain('eth_call', () => this.#readToken(network, contract, opts))).decimals
  }

  async estimateFee(
    network: Network,
    sender: Hex,
    params: CheckedSend,
    opts?: CallOptions,
  ): Promise<ChainFee<'eip155'>> {
    const { call, contract } = transferOf(network, sender, params)
    const kept = contract ? this.#keptByToken(network, sender, params, contract, call, opts) : 0n
    // If both reads fail, throw the error of the estimate.
    const [{ detail }] = await Promise.all([this.#fee(network, sender, call, opts), settled(kept)])
    return { total: { value: highestFee(detail), ...nativeUnit(network) }, tokenFee: await kept, detail }
  }

  /**
   * Returns the amount that the token withholds from a transfer. A node simulates the transfer. Returns 0 if no node can
   * simulate.
   */
  async #keptByToken(
    network: Network,
    sender: Hex,
    { to, amount }: CheckedSend,
    contract: Hex,
    call: Transaction<'eip155'>,
    opts?: CallOptions,
  ): Promise<bigint> {
    // A transfer to the sender itself changes no balance.
    if (to.toLowerCase() === sender.toLowerCase()) return 0n
    const { simulate } = await import('./simulate.ts')
    const rehearsed = await onChain('eth_simulateV1', () =>
      simulate(this.#client(network, opts), sender, [call], contract, to),
    )
    const kept = rehearsed ? amount - rehearsed.balanceChange : 0n
    return kept > 0n && kept <= amount ? kept : 0n
  }

  /**
   * Builds the call that transfers an amount.
   * @throws `validation/insufficient-balance` if the sender's balance doesn't cover the amount. For the native coin, the balance
   * must cover the network fee too. For tokens, only the wallet checks whether the fee can be paid, because a sponsor may pay the
   * fee. Also throws `wallet/fee-above-limit`.
   */
  async transfer(
    network: Network,
    sender: Hex,
    params: CheckedSend,
    opts?: CallOptions,
  ): Promise<PricedCall> {
    const { amount, maxFee } = params
    const { call, isNative } = transferOf(network, sender, params)
    const { value, symbol } = await this.balance(network, sender, params.asset, opts)
    const short = () => latchkeyError('validation/insufficient-balance', { values: { symbol } })
    if (value < amount) throw short()
    if (!isNative && maxFee === undefined) return call
    const fee = await this.#fee(network, sender, call, opts)
    if (isNative && value < amount + highestFee(fee.detail)) throw short()
    return maxFee === undefined ? call : within(maxFee, call, fee, network)
  }

  /** Adds gas and price to a call of the host. @throws `wallet/fee-above-limit` */
  async priced(
    network: Network,
    sender: Hex,
    call: Transaction<'eip155'>,
    maxFee: bigint,
    opts?: CallOptions,
  ): Promise<PricedCall> {
    return within(maxFee, call, await this.#fee(network, sender, call, opts), network)
  }

  status(network: Network, sent: SentTransaction, opts?: CallOptions): Promise<TransactionStatus> {
    return onChain('eth_getTransactionReceipt', () => readStatus(this.#client(network, opts), sent))
  }

  /**
   * Returns the trace of a request: the data with which `candidates` finds the transaction if the wallet's answer is lost. Call
   * this before the wallet is asked to send.
   */
  requestTrace(
    network: Network,
    sender: Hex,
    transaction: Transaction<'eip155'>,
    opts?: CallOptions,
  ): Promise<string> {
    return onChain('eth_getTransactionCount', () =>
      requestTrace(this.#client(network, opts), sender, transaction),
    )
  }

  candidates(network: Network, trace: string, opts?: CallOptions): Promise<readonly SentTransaction[]> {
    return onChain('eth_getBlockByNumber', () => readCandidates(this.#client(network, opts), trace))
  }

  #fee(network: Network, sender: Hex, call: Transaction<'eip155'>, opts?: CallOptions): Promise<CallFee> {
    return onChain('eth_estimateGas', () =>
      estimateCallFee(this.#client(network, opts), Number(network.id), sender, call),
    )
  }

  #client(network: Network, opts?: CallOptions) {
    return chainClient(this.#context.rpc(network.caipNetworkId), opts)
  }

  async #token(network: Network, contract: Hex, opts?: CallOptions): Promise<Token> {
    return this.#tokens.get(keyOf(network, contract)) ?? this.#readToken(network, contract, opts)
  }

  async #readToken(network: Network, contract: Hex, opts?: CallOptions): Promise<Token> {
    const token = await readToken(this.#client(network, opts), contract)
    this.#tokens.set(keyOf(network, contract), token)
    return token
  }
}

/** Returns the call of a send. `contract` is set only for an ERC-20 token. */
function transferOf(network: Network, sender: Hex, { to, amount, asset }: CheckedSend) {
  const nft = asset && nftOf(network, asset)
  if (nft) return { call: nftTransferCall(nft, sender, to, amount), contract: undefined, isNative: false }
  const contract = tokenContract(network, asset)
  return { call: transferCall(to, amount, contract), contract, isNative: contract === undefined }
}

/**
 * Checks the fee against the limit. Then adds gas and price to the call, so that the wallet doesn't
 * have to estimate them again.
 * @throws `wallet/fee-above-limit`
 */
function within(
  maxFee: bigint,
  call: Transaction<'eip155'>,
  { detail, price }: CallFee,
  network: Network,
): PricedCall {
  requireFeeWithin(maxFee, highestFee(detail), network)
  return { ...call, gas: detail.gas, price }
}

function settled(outcome: bigint | Promise<bigint>): Promise<unknown> {
  return Promise.allSettled([outcome])
}

function keyOf({ caipNetworkId }: Network, contract: Hex): string {
  return `${caipNetworkId} ${contract}`
}

function nativeUnit({ nativeCurrency: { decimals, symbol } }: Network) {
  return { decimals, symbol }
}
