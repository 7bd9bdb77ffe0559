import type { Hex } from '../../core/chain/caip.ts'
import { RpcRefusal } from '../server/json-rpc.ts'

/** A user operation for EntryPoint 0.7 as JSON-RPC encodes it (ERC-7769): every number in hex. */
export interface RpcUserOperation {
  readonly sender: Hex
  readonly nonce: Hex
  readonly factory?: Hex | undefined
  readonly factoryData?: Hex | undefined
  readonly callData: Hex
  readonly callGasLimit: Hex
  readonly verificationGasLimit: Hex
  readonly preVerificationGas: Hex
  readonly maxFeePerGas: Hex
  readonly maxPriorityFeePerGas: Hex
  readonly paymaster?: Hex | undefined
  readonly paymasterVerificationGasLimit?: Hex | undefined
  readonly paymasterPostOpGasLimit?: Hex | undefined
  readonly paymasterData?: Hex | undefined
  readonly signature: Hex
}

/** A user operation as the contract takes it. */
export interface PackedUserOperation {
  readonly sender: Hex
  readonly nonce: bigint
  readonly initCode: Hex
  readonly callData: Hex
  readonly accountGasLimits: Hex
  readonly preVerificationGas: bigint
  readonly gasFees: Hex
  readonly paymasterAndData: Hex
  readonly signature: Hex
}

const address = /^0x[\da-f]{40}$/i
const bytes = /^0x([\da-f]{2})*$/i
/** The contract stores gas in 128 bits and nonces in 256. */
const half = /^0x[\da-f]{1,32}$/i
const whole = /^0x[\da-f]{1,64}$/i

const required: Readonly<Record<string, RegExp>> = {
  ...{ sender: address, nonce: whole, callData: bytes, signature: bytes },
}
/** An estimate doesn't need these. */
const gas: Readonly<Record<string, RegExp>> = {
  ...{ callGasLimit: half, verificationGasLimit: half, preVerificationGas: half },
  ...{ maxFeePerGas: half, maxPriorityFeePerGas: half },
}
const optional: Readonly<Record<string, RegExp>> = {
  ...{ factory: address, factoryData: bytes, paymaster: address, paymasterData: bytes },
  ...{ paymasterVerificationGasLimit: half, paymasterPostOpGasLimit: half },
}

/** @throws `RpcRefusal` -32602 naming the invalid field. */
export function readUserOperation(value: unknown, forEstimate: boolean): RpcUserOperation {
  const given = Object(value) as Readonly<Record<string, unknown>>
  const read: Record<string, unknown> = {}
  const take = (fields: Readonly<Record<string, RegExp>>, mayMiss: boolean) => {
    for (const [name, form] of Object.entries(fields)) {
      const field = given[name] ?? undefined
      if (field === undefined && mayMiss) continue
      if (typeof field !== 'string' || !form.test(field))
        throw new RpcRefusal(-32602, `The user operation has an invalid ${name}`)
      read[name] = field
    }
  }
  take(required, false)
  take(gas, forEstimate)
  take(optional, true)
  if ((read.factory === undefined) !== (read.factoryData === undefined))
    throw new RpcRefusal(-32602, 'factory and factoryData must be set together')
  const zeros = Object.fromEntries(Object.keys(gas).map((name) => [name, '0x0']))
  return { ...zeros, ...read } as unknown as RpcUserOperation
}

export function packUserOperation(operation: RpcUserOperation): PackedUserOperation {
  const { factory, factoryData = '0x', paymaster, paymasterData = '0x' } = operation
  return {
    sender: operation.sender,
    nonce: BigInt(operation.nonce),
    initCode: factory ? joined(factory, factoryData) : '0x',
    callData: operation.callData,
    accountGasLimits: joined(halfWord(operation.verificationGasLimit), halfWord(operation.callGasLimit)),
    preVerificationGas: BigInt(operation.preVerificationGas),
    gasFees: joined(halfWord(operation.maxPriorityFeePerGas), halfWord(operation.maxFeePerGas)),
    paymasterAndData: paymaster
      ? joined(
          paymaster,
          halfWord(operation.paymasterVerificationGasLimit),
          halfWord(operation.paymasterPostOpGasLimit),
          paymasterData,
        )
      : '0x',
    signature: operation.signature,
  }
}

function halfWord(value: Hex | undefined): Hex {
  return `0x${BigInt(value ?? 0)
    .toString(16)
    .padStart(32, '0')}`
}

function joined(...parts: readonly Hex[]): Hex {
  return `0x${parts.map((part) => part.slice(2)).join('')}`
}
