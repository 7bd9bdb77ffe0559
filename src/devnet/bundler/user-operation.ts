import type { RpcUserOperation as AnyUserOperation, PackedUserOperation } from 'viem/account-abstraction'
import { RpcRefusal } from '../server/json-rpc.ts'

/** A user operation for EntryPoint 0.7 in the encoding of JSON-RPC (ERC-7769): all numbers are in hex. */
export type RpcUserOperation = AnyUserOperation<'0.7'>

const address = /^0x[\da-f]{40}$/i
const bytes = /^0x([\da-f]{2})*$/i
/** The contract stores gas in 128 bits, and nonces in 256 bits. */
const half = /^0x[\da-f]{1,32}$/i
const whole = /^0x[\da-f]{1,64}$/i

const required: Readonly<Record<string, RegExp>> = {
  ...{ sender: address, nonce: whole, callData: bytes, signature: bytes },
}
/** The fields that an estimate doesn't need. */
const gas: Readonly<Record<string, RegExp>> = {
  ...{ callGasLimit: half, verificationGasLimit: half, preVerificationGas: half },
  ...{ maxFeePerGas: half, maxPriorityFeePerGas: half },
}
const optional: Readonly<Record<string, RegExp>> = {
  ...{ factory: address, factoryData: bytes, paymaster: address, paymasterData: bytes },
  ...{ paymasterVerificationGasLimit: half, paymasterPostOpGasLimit: half },
}

/** @throws `RpcRefusal` -32602 that names the invalid field. */
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

export async function packUserOperation(operation: RpcUserOperation): Promise<PackedUserOperation> {
  const { formatUserOperation, toPackedUserOperation } = await import('viem/account-abstraction')
  return toPackedUserOperation(formatUserOperation(operation))
}
