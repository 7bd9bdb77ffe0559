import { PublicKey } from '@solana/web3.js'
import type { CaipAssetId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { broadcastKnown } from '../../../core/errors/broadcast-error.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { solana } from '../../../core/limits.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { SolanaInstructions } from '../../../core/wallet/family.ts'
import type {
  Amount,
  SendParams,
  SentTransaction,
  TransactionStatus,
} from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import type { ChainFee, FamilyChain } from '../../shared/family.ts'
import { requireFeeWithin } from '../../shared/fee-limit.ts'
import { failureError, refusalError } from '../failures.ts'
import { feeOf } from '../fee.ts'
import { type AskedTransaction, readCandidates, requestTrace } from './candidates.ts'
import { DistinctDrafts } from './distinct-drafts.ts'
import { type BudgetLimits, type Draft, draftOf, measuredBudget, priorityFee, referenceOf } from './draft.ts'
import { hasDurableNonce } from './durable-nonce.ts'
import { type Plan, planOf } from './instructions.ts'
import { type ChainAccount, type SolanaNode, solanaNode } from './node.ts'
import { movable, type Source, sourcesOf } from './sources.ts'
import { readStatus } from './status.ts'
import { associatedAccount, isTokenOwned, mintOf, readHoldings, readToken, type Token } from './token.ts'
import { checkFrozen, checkTarget, checkTransferable } from './token-rules.ts'
import { transferFee } from './transfer-fee.ts'
import { type Budget, nativeTransfer, tokenTransfer } from './transfers.ts'

type Network = ChainNetwork<'solana'>

/** The number of blocks for which a blockhash stays valid. */
const lifetime = 150n

/** The family's code that needs @solana/web3.js. The adapter imports this code at the first read or send. */
export class SolanaChain implements FamilyChain<'solana'> {
  readonly #context: Pick<AdapterContext, 'rpc' | 'clock'>
  readonly #maxPrice: bigint
  readonly #drafts: DistinctDrafts
  /**
   * The tokens that were read so far. Before a send, `decimals` reads the token again. Tokens with a multiplier, transfer fees or
   * rules aren't stored, because these can change.
   */
  readonly #tokens = new Map<string, Token>()

  constructor(context: Pick<AdapterContext, 'rpc' | 'clock'>, maxPrice: bigint = solana.computeUnitPrice) {
    this.#context = context
    this.#maxPrice = maxPrice
    this.#drafts = new DistinctDrafts(context.clock)
  }

  async balance(
    network: Network,
    owner: string,
    asset: CaipAssetId<'solana'> | undefined,
    opts?: CallOptions,
  ): Promise<Amount> {
    const node = this.#node(network, opts)
    const mint = mintOf(network, asset)
    if (!mint) return { value: await node.balance(owner), ...nativeUnit(network) }
    const { decimals, symbol, multiplier } = await this.#token(node, network, mint)
    const [holdings, now] = await Promise.all([
      readHoldings(node, owner, mint),
      multiplier && node.clock().then(multiplier),
    ])
    return { ...movable(holdings), decimals, symbol, ...(now !== undefined && { multiplier: now }) }
  }

  async multiplier(
    network: Network,
    asset: CaipAssetId<'solana'> | undefined,
    opts?: CallOptions,
  ): Promise<number | undefined> {
    const mint = mintOf(network, asset)
    const node = this.#node(network, opts)
    const { multiplier } = mint ? await this.#readToken(node, network, mint) : {}
    return multiplier?.(await node.clock())
  }

  async decimals(
    network: Network,
    asset: CaipAssetId<'solana'> | undefined,
    opts?: CallOptions,
  ): Promise<number> {
    const mint = mintOf(network, asset)
    if (!mint) return network.nativeCurrency.decimals
    return (await this.#readToken(this.#node(network, opts), network, mint)).decimals
  }

  async estimateFee(
    network: Network,
    sender: string,
    params: SendParams<'solana'>,
    opts?: CallOptions,
  ): Promise<ChainFee<'solana'>> {
    const { fee, budget, rent, kept } = await this.#draft(network, sender, params, opts)
    const priority = priorityFee(budget)
    return {
      total: { value: fee, ...nativeUnit(network) },
      deposit: rent,
      tokenFee: kept,
      detail: {
        ...budget,
        baseLamports: fee - priority,
        ...(rent > 0n && { rentLamports: rent }),
        ...(kept > 0n && { tokenTransferFee: kept }),
        ...(!PublicKey.isOnCurve(params.to) && { offCurve: true as const }),
      },
    }
  }

  /**
   * Builds and simulates an unsigned transfer.
   * @throws `validation/insufficient-balance`, `validation/invalid-amount`, `validation/invalid-address`;
   * `validation/invalid-input` for a token that can't be sent or a memo that is missing; `node/execution-reverted`,
   * `wallet/fee-above-limit`; `rpc/invalid-value` if the node keeps returning the same blockhash
   */
  async transfer(
    network: Network,
    sender: string,
    params: SendParams<'solana'>,
    opts?: CallOptions,
  ): Promise<{ readonly wire: Uint8Array; readonly reference: string }> {
    const node = this.#node(network, opts)
    const { symbol } = network.nativeCurrency
    const [draft, native] = await Promise.all([
      this.#newDraft(network, sender, () => this.#draft(network, sender, params, opts), opts),
      node.balance(sender),
    ])
    const amount = mintOf(network, params.asset) ? 0n : params.amount
    if (native < amount + draft.fee + draft.rent)
      throw latchkeyError('validation/insufficient-balance', { values: { symbol } })
    const simulation = await node.simulate(draft.wire)
    if (simulation.err !== null) throw failureError(simulation, symbol)
    this.checkFee(network, draft.wire, params.maxFee, draft.rent)
    return draft
  }

  /**
   * Builds and simulates an unsigned transaction from the host's instructions.
   * @throws `validation/invalid-input` for instructions that can't be built; `validation/insufficient-balance`,
   * `node/execution-reverted`, `wallet/fee-above-limit`, `rpc/invalid-value`
   */
  async build(
    network: Network,
    sender: string,
    wanted: SolanaInstructions,
    maxFee: bigint | undefined,
    opts?: CallOptions,
  ): Promise<{ readonly wire: Uint8Array; readonly reference: string }> {
    const node = this.#node(network, opts)
    const { symbol } = network.nativeCurrency
    const { budget: own, ...plan } = planOf(sender, wanted)
    const measured = async () => draftOf(node, plan, await this.#budget(node, network, own, plan))
    const [draft, native] = await Promise.all([
      this.#newDraft(network, sender, measured, opts),
      node.balance(sender),
    ])
    if (native < draft.fee) throw latchkeyError('validation/insufficient-balance', { values: { symbol } })
    const simulation = await node.simulate(draft.wire)
    if (simulation.err !== null) throw failureError(simulation, symbol)
    this.checkFee(network, draft.wire, maxFee)
    return draft
  }

  /**
   * Checks the fee in a transaction's bytes. If the wallet only signs, the signed transaction is compared with these bytes later,
   * so the limit applies to it too.
   * @throws `wallet/fee-above-limit`
   */
  checkFee(network: Network, wire: Uint8Array, maxFee: bigint | undefined, rent = 0n): void {
    if (maxFee !== undefined) requireFeeWithin(maxFee, feeOf(wire) + rent, network)
  }

  /** Broadcasts a signed transaction. Also resolves if the network already has the transaction. */
  async broadcast(network: Network, wire: Uint8Array, hash: string): Promise<void> {
    const node = this.#node(network)
    const send = () =>
      node.broadcast(wire).catch((error: unknown) => {
        throw refusalError(error, network.nativeCurrency.symbol) ?? error
      })
    await broadcastKnown(hash, send, async () => (await node.status(hash)) !== undefined)
  }

  /**
   * Returns the reference of a transaction that was just sent. The age of its blockhash isn't known, so the reference assumes the
   * newest blockhash. With `wire`, the reference also contains the slot, so that `readStatus` can prove that the transaction
   * expired. Returns undefined for a transaction with a durable nonce, because such a transaction doesn't expire.
   */
  async newestReference(network: Network, wire?: Uint8Array): Promise<string | undefined> {
    const node = this.#node(network)
    if (wire && hasDurableNonce(wire)) return undefined
    const [height, slot] = await Promise.all([node.blockHeight(), wire && node.slot()])
    return referenceOf(height + lifetime, slot)
  }

  /**
   * Returns the trace of a request: the data with which `candidates` finds the transaction if the wallet's answer is lost.
   *
   * @param passed Returns the ms since the wallet was asked to send.
   */
  requestTrace(
    network: Network,
    account: string,
    asked: AskedTransaction,
    passed: () => number,
    opts?: CallOptions,
  ): Promise<string> {
    return requestTrace(this.#node(network, opts), account, asked, passed)
  }

  candidates(network: Network, trace: string, opts?: CallOptions): Promise<readonly SentTransaction[]> {
    return readCandidates(this.#node(network, opts), trace)
  }

  status(network: Network, sent: SentTransaction, opts?: CallOptions): Promise<TransactionStatus> {
    return readStatus(this.#node(network, opts), sent)
  }

  #node(network: Network, opts?: CallOptions): SolanaNode {
    return solanaNode(this.#context.rpc(network.caipNetworkId), opts)
  }

  /** Builds a draft that differs from the sender's earlier drafts. */
  #newDraft(
    network: Network,
    sender: string,
    make: () => Promise<Draft>,
    opts?: CallOptions,
  ): Promise<Draft> {
    return this.#drafts.next(`${network.caipNetworkId}:${sender}`, make, opts?.signal)
  }

  async #draft(
    network: Network,
    sender: string,
    params: SendParams<'solana'>,
    opts?: CallOptions,
  ): Promise<Draft> {
    const node = this.#node(network, opts)
    const mint = mintOf(network, params.asset)
    if (mint) return this.#tokenDraft(node, network, sender, params, mint)
    const [[receiver]] = await Promise.all([node.accounts([params.to])])
    checkRecipient(params.to, receiver, params.options?.allowOffCurve)
    const { memo, computeUnitLimit, microLamportsPerUnit } = params.options ?? {}
    const instructions = nativeTransfer(sender, params.to, params.amount, memo)
    const plan: Plan = { sender, instructions, written: [sender, params.to] }
    // A memo uses many times the compute units of the transfer. So measure the units if there is a memo.
    const budget =
      memo === undefined
        ? {
            computeUnitLimit: computeUnitLimit ?? solana.computeUnitLimit,
            microLamportsPerUnit: microLamportsPerUnit ?? solana.computeUnitPrice,
          }
        : await this.#budget(node, network, params.options, plan)
    return draftOf(node, plan, budget)
  }

  async #tokenDraft(
    node: SolanaNode,
    network: Network,
    sender: string,
    params: SendParams<'solana'>,
    mint: string,
  ): Promise<Draft> {
    const { to, amount, options } = params
    const token = await this.#token(node, network, mint)
    checkTransferable(token)
    const target = associatedAccount(to, token).toBase58()
    const [holdings, [receiver, found]] = await Promise.all([
      readHoldings(node, sender, mint),
      node.accounts([to, target]),
    ])
    checkRecipient(to, receiver, options?.allowOffCurve)
    // If someone sent lamports to this address before, the system program owns the account. The token account can still be
    // created.
    const existing = found?.owner === token.program.toBase58() ? found : undefined
    const memo = options?.memo
    checkTarget(token, existing, { to, memo })
    checkFrozen(token, holdings, amount)
    const sources = sourcesOf(holdings, amount, token, memo)
    const instructions = tokenTransfer(token, { from: sender, sources, to, makeAccount: !existing, memo })
    const written = [sender, ...sources.map(({ address }) => address), target]
    const plan: Plan = { sender, instructions, written }
    const [rent, budget] = await Promise.all([
      existing ? 0n : node.rentFor(token.accountSize),
      this.#budget(node, network, options, plan),
    ])
    return draftOf(node, plan, budget, {
      rent,
      kept: await transferFeeOf(token, node, sources),
    })
  }

  #budget(
    node: SolanaNode,
    { nativeCurrency: { symbol } }: Network,
    chosen: BudgetLimits['chosen'],
    plan: Plan,
  ): Promise<Budget> {
    return measuredBudget(node, plan, { symbol, maxPrice: this.#maxPrice, chosen })
  }

  async #token(node: SolanaNode, network: Network, mint: string): Promise<Token> {
    return this.#tokens.get(`${network.caipNetworkId} ${mint}`) ?? this.#readToken(node, network, mint)
  }

  async #readToken(node: SolanaNode, network: Network, mint: string): Promise<Token> {
    const token = await readToken(node, mint)
    if (!token.fees && !token.rules && !token.multiplier)
      this.#tokens.set(`${network.caipNetworkId} ${mint}`, token)
    return token
  }
}

/**
 * Checks that a recipient's address is on the curve, or already has an account (such as a vault).
 * @param allowOffCurve Also allows an off-curve address without an account, such as a new vault that only a program can spend
 * from.
 * @throws `validation/invalid-address` for a token account, a mint, a program, or an address that no key can sign for.
 */
function checkRecipient(to: string, account: ChainAccount | undefined, allowOffCurve = false): void {
  const refuse = (reason: string) => latchkeyError('validation/invalid-address', { values: { reason } })
  if (isTokenOwned(account)) throw refuse("this is a token account or a mint: use its owner's address")
  if (account?.executable) throw refuse('this is a program')
  if (!account && !allowOffCurve && !PublicKey.isOnCurve(to))
    throw refuse(
      'no key controls this off-curve address and it has no account yet; set allowOffCurve to send anyway',
    )
}

/**
 * Returns the sum of the fees that a token takes from the parts of a transfer. The current epoch decides which of the token's two
 * fees applies.
 */
async function transferFeeOf({ fees }: Token, node: SolanaNode, parts: readonly Source[]): Promise<bigint> {
  if (!fees) return 0n
  const [older, newer] = fees
  const current = (await node.epoch()) >= newer.epoch ? newer : older
  return parts.reduce((sum, { amount }) => sum + transferFee(amount, current), 0n)
}

function nativeUnit({ nativeCurrency: { decimals, symbol } }: Network) {
  return { decimals, symbol }
}
