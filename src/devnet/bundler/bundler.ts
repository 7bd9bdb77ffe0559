import { setTimeout as sleep } from 'node:timers/promises'
import type { Abi } from 'viem'
import type { Hex } from '../../core/chain/caip.ts'
import { fetchRead } from '../../core/fetch-read.ts'
import { hexOf, nodeRpc } from '../node-rpc.ts'
import { RpcRefusal } from '../server/json-rpc.ts'
import { refusedByEntryPoint, refusedExecution } from './refusals.ts'
import { packUserOperation, type RpcUserOperation, readUserOperation } from './user-operation.ts'

export interface BundlerOptions {
  /** The RPC URL of the node, which signs for `from`. */
  readonly node: string
  readonly chainId: number
  readonly entryPoint: Hex
  /** The account that sends bundles and receives their fees. */
  readonly from: Hex
  /** The entry point's ABI, and the code that simulates operations. Both are from `@account-abstraction/contracts`. */
  readonly abi: Abi
  readonly simulations: { readonly abi: Abi; readonly code: Hex }
}

interface Sent {
  readonly operation: RpcUserOperation
  readonly transactionHash: Hex
}

interface Receipt {
  readonly status: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly transactionHash: Hex
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[]
}

const estimateGas = 10_000_000n
/** Gas that the entry point doesn't measure: calldata, and the base cost of the bundle's transaction. */
const overhead = 60_000n
/** In ms. */
const mineWithin = 20_000
const maxKept = 10_000

/** A minimal ERC-4337 bundler. Each bundle has one operation. There is no mempool, and no reputation system. */
export class Bundler {
  readonly #options: BundlerOptions
  readonly #sent = new Map<Hex, Promise<Sent>>()
  /** Bundles are sent one after another, so that a mined bundle matches its simulation. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: BundlerOptions) {
    this.#options = options
  }

  supportedEntryPoints(): readonly Hex[] {
    return [this.#options.entryPoint]
  }

  chainId(): Hex {
    return hexOf(BigInt(this.#options.chainId))
  }

  /**
   * Simulates an operation and sends it once. Resolves with the operation's hash when the bundle is mined, or 20 seconds after
   * the bundle was sent. A bundle that isn't mined by then can still be mined later: `receipt` returns null until it is.
   */
  async send(given: unknown, entryPoint: unknown): Promise<Hex> {
    this.#requireEntryPoint(entryPoint)
    const operation = readUserOperation(given, false)
    const hash = await this.#hashOf(operation)
    const known = this.#sent.get(hash)
    if (known) {
      await known
      return hash
    }
    const sending = this.#turn.then(() => this.#bundle(operation))
    this.#turn = sending.catch(() => {})
    this.#sent.set(hash, sending)
    // A rejected operation can be sent again, for example after its account got funds.
    sending.catch(() => this.#sent.delete(hash))
    const [oldest] = this.#sent.keys()
    if (this.#sent.size > maxKept && oldest) this.#sent.delete(oldest)
    await sending
    return hash
  }

  async estimate(given: unknown, entryPoint: unknown) {
    this.#requireEntryPoint(entryPoint)
    const operation = readUserOperation(given, true)
    const { encodeFunctionData, decodeFunctionResult } = await import('viem')
    const { abi, code } = this.#options.simulations
    const generous = hexOf(estimateGas)
    const bounds = { callGasLimit: generous, verificationGasLimit: generous }
    const forPaymaster = operation.paymaster && {
      ...{ paymasterVerificationGasLimit: generous, paymasterPostOpGasLimit: generous },
    }
    // At a gas price of 1 wei, the cost equals the gas used.
    const price = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', preVerificationGas: '0x0' } as const
    const packed = await packUserOperation({ ...operation, ...bounds, ...forPaymaster, ...price })
    const nothing = `0x${'0'.repeat(40)}`
    const asked = encodeFunctionData({ abi, functionName: 'simulateHandleOp', args: [packed, nothing, '0x'] })
    const balance = await nodeRpc<Hex>(this.#options.node, 'eth_getBalance', [operation.sender, 'latest'])
    const answer = await this.#call(
      { to: this.#options.entryPoint, data: asked },
      {
        [this.#options.entryPoint]: { code },
        // The account may lack funds for gas. The estimate must succeed anyway.
        [operation.sender]: { balance: hexOf(BigInt(balance) + 10n * estimateGas) },
      },
    )
    const { preOpGas, paid } = decodeFunctionResult({
      abi,
      functionName: 'simulateHandleOp',
      data: answer,
    }) as { readonly preOpGas: bigint; readonly paid: bigint }
    await this.#requireExecution(operation)
    const verification = hexOf((preOpGas * 13n) / 10n + 20_000n)
    return {
      preVerificationGas: hexOf(overhead),
      verificationGasLimit: verification,
      callGasLimit: hexOf(((paid - preOpGas) * 13n) / 10n + 40_000n),
      ...(operation.paymaster && {
        paymasterVerificationGasLimit: verification,
        paymasterPostOpGasLimit: verification,
      }),
    }
  }

  async byHash(hash: unknown) {
    const { sent, receipt } = (await this.#found(hash)) ?? {}
    if (!sent) return null
    return {
      userOperation: sent.operation,
      entryPoint: this.#options.entryPoint,
      transactionHash: sent.transactionHash,
      blockHash: receipt?.blockHash ?? null,
      blockNumber: receipt?.blockNumber ?? null,
    }
  }

  async receipt(hash: unknown) {
    const { sent, receipt } = (await this.#found(hash)) ?? {}
    if (!sent || !receipt) return null
    const { parseEventLogs } = await import('viem')
    const [event] = parseEventLogs({
      abi: this.#options.abi,
      eventName: 'UserOperationEvent',
      logs: receipt.logs as never,
    }) as unknown as readonly { readonly args: Readonly<Record<string, bigint & boolean>> }[]
    const { sender, nonce, paymaster } = sent.operation
    const { success = false, actualGasCost = 0n, actualGasUsed = 0n } = event?.args ?? {}
    return {
      ...{ userOpHash: hash, entryPoint: this.#options.entryPoint, sender, nonce, success },
      ...{ actualGasCost: hexOf(actualGasCost), actualGasUsed: hexOf(actualGasUsed) },
      ...(paymaster && { paymaster }),
      logs: receipt.logs.filter(
        ({ address }) => address.toLowerCase() !== this.#options.entryPoint.toLowerCase(),
      ),
      receipt,
    }
  }

  async #bundle(operation: RpcUserOperation): Promise<Sent> {
    const { node, abi, entryPoint, from } = this.#options
    const { encodeFunctionData } = await import('viem')
    const data = encodeFunctionData({
      abi,
      functionName: 'handleOps',
      args: [[await packUserOperation(operation)], from],
    })
    const transaction = { from, to: entryPoint, data }
    // The call fails if the operation's validation fails, but not if only its execution fails.
    await this.#call(transaction)
    const { callGasLimit, verificationGasLimit, preVerificationGas } = operation
    const { paymasterVerificationGasLimit = '0x0', paymasterPostOpGasLimit = '0x0' } = operation
    const limits = [callGasLimit, verificationGasLimit, preVerificationGas]
    const gas = [...limits, paymasterVerificationGasLimit, paymasterPostOpGasLimit].reduce(
      (sum, limit) => sum + BigInt(limit),
      500_000n,
    )
    const transactionHash = await nodeRpc<Hex>(node, 'eth_sendTransaction', [
      { ...transaction, gas: hexOf(gas) },
    ])
    const until = Date.now() + mineWithin
    // The bundle was already sent. If the node fails now, the bundle can still be mined, so ignore the error and read again.
    const isMined = () => this.#receiptOf(transactionHash).catch(() => null)
    while (Date.now() < until && !(await isMined())) await sleep(20)
    return { operation, transactionHash }
  }

  /**
   * Calls the account directly, because only a direct call shows why an execution fails. Does nothing before the account is
   * deployed.
   */
  async #requireExecution({ sender, callData }: RpcUserOperation): Promise<void> {
    const { node, entryPoint } = this.#options
    if ((await nodeRpc<Hex>(node, 'eth_getCode', [sender, 'latest'])) === '0x') return
    await this.#call({ from: entryPoint, to: sender, data: callData }, undefined, (reason, data) =>
      refusedExecution(reason, data),
    )
  }

  async #call(transaction: object, overrides?: object, refusal = refusedByEntryPoint): Promise<Hex> {
    const response = await fetchRead(fetch, this.#options.node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'eth_call' },
        params: [transaction, 'latest', ...(overrides ? [overrides] : [])],
      }),
    })
    const { result, error } = (await response.json()) as {
      readonly result?: Hex
      readonly error?: { readonly message?: string; readonly data?: Hex }
    }
    if (result !== undefined) return result
    const data = typeof error?.data === 'string' ? error.data : undefined
    throw refusal((data && (await this.#reasonIn(data))) ?? error?.message ?? 'execution reverted', data)
  }

  async #reasonIn(data: Hex): Promise<string | undefined> {
    const { decodeErrorResult, parseAbi } = await import('viem')
    const plain = parseAbi(['error Error(string)', 'error Panic(uint256)'])
    try {
      const { errorName, args } = decodeErrorResult({ abi: [...this.#options.abi, ...plain], data })
      const text = (args as readonly unknown[]).find(
        (each) => typeof each === 'string' && !each.startsWith('0x'),
      )
      return text === undefined ? errorName : String(text)
    } catch {
      return undefined
    }
  }

  async #hashOf(operation: RpcUserOperation): Promise<Hex> {
    const { encodeFunctionData } = await import('viem')
    const data = encodeFunctionData({
      abi: this.#options.abi,
      functionName: 'getUserOpHash',
      args: [await packUserOperation(operation)],
    })
    return this.#call({ to: this.#options.entryPoint, data })
  }

  async #found(hash: unknown): Promise<{ sent: Sent; receipt: Receipt | null } | undefined> {
    const sent = await this.#sent.get(String(hash).toLowerCase() as Hex)?.catch(() => undefined)
    return sent && { sent, receipt: await this.#receiptOf(sent.transactionHash) }
  }

  async #receiptOf(hash: Hex): Promise<Receipt | null> {
    return nodeRpc<Receipt | null>(this.#options.node, 'eth_getTransactionReceipt', [hash])
  }

  #requireEntryPoint(entryPoint: unknown): void {
    const own = this.#options.entryPoint
    if (String(entryPoint).toLowerCase() === own.toLowerCase()) return
    throw new RpcRefusal(-32602, `This bundler serves the entry point ${own} only`)
  }
}
