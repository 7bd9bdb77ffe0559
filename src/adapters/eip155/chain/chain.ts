import type { CaipAssetId, Hex } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type {
  Amount,
  FeeEstimate,
  SendParams,
  Sent,
  TransactionStatus,
} from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { FamilyChain } from '../../shared/family.ts'
import { chainClient, onChain } from './client.ts'
import { readNativeBalance, readStatus } from './reads.ts'
import { readToken, readTokenBalance, type Token, tokenContract } from './token.ts'
import { estimateCallFee, transferCall } from './transfers.ts'

type Network = ChainNetwork<'eip155'>
/** Parameters whose addresses have been checked. */
type CheckedSend = SendParams<'eip155'> & { readonly to: Hex }

/** The part that needs viem. The adapter imports it at the first read or send. */
export class Eip155Chain implements FamilyChain<'eip155'> {
  readonly #context: Pick<AdapterContext, 'rpc'>
  /** Cached for good: the symbol and the decimals of a token do not change. */
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

  estimateFee(
    network: Network,
    sender: Hex,
    params: CheckedSend,
    opts?: CallOptions,
  ): Promise<FeeEstimate<'eip155'>> {
    const call = transferCall(params.to, params.amount, tokenContract(network, params.asset))
    return onChain('eth_estimateGas', async () => {
      const detail = await estimateCallFee(this.#client(network, opts), sender, call)
      return { total: { value: detail.gas * detail.maxFeePerGas, ...nativeUnit(network) }, detail }
    })
  }

  /**
   * The call that moves an amount.
   * @throws `validation/insufficient-balance` when the sender has less, or when nothing is left for the fee of the native coin.
   * The fee of a token's transfer may be paid by somebody else, so that is left to the wallet.
   */
  async transfer(
    network: Network,
    sender: Hex,
    params: CheckedSend,
    opts?: CallOptions,
  ): Promise<Transaction<'eip155'>> {
    const contract = tokenContract(network, params.asset)
    const { value, symbol } = await this.balance(network, sender, params.asset, opts)
    const short = () => latchkeyError('validation/insufficient-balance', { values: { symbol } })
    if (value < params.amount) throw short()
    if (!contract) {
      const { total } = await this.estimateFee(network, sender, params, opts)
      if (value < params.amount + total.value) throw short()
    }
    return transferCall(params.to, params.amount, contract)
  }

  status(network: Network, { hash }: Sent, opts?: CallOptions): Promise<TransactionStatus> {
    return onChain('eth_getTransactionReceipt', () => readStatus(this.#client(network, opts), hash))
  }

  #client(network: Network, opts?: CallOptions) {
    return chainClient(this.#context.rpc(network.caipNetworkId), opts)
  }

  async #token(network: Network, contract: Hex, opts?: CallOptions): Promise<Token> {
    const key = `${network.caipNetworkId} ${contract}`
    const known = this.#tokens.get(key)
    if (known) return known
    const token = await readToken(this.#client(network, opts), contract)
    this.#tokens.set(key, token)
    return token
  }
}

function nativeUnit({ nativeCurrency: { decimals, symbol } }: Network) {
  return { decimals, symbol }
}
