import type { AbiFunction } from 'viem'
import { resolveAccount } from '../../args/assets.ts'
import { loadViem, parseArguments } from '../../args/contract-function.ts'
import type { Context } from '../../context.ts'
import type { familyOf } from '../../families/families.ts'
import { printable } from '../../output/printable.ts'
import { requireFamily } from '../../session/session-network.ts'

type Hex = `0x${string}`

export interface FunctionCall {
  readonly address: Hex
  readonly abi: readonly [AbiFunction]
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly data: Hex
  /** The signature without the names of the parameters, such as `transfer(address,uint256)`. */
  readonly signature: string
  /** Each argument with its type. */
  readonly rows: readonly (readonly [string, string])[]
}

/** Encodes a call. Asks no node. @throws a usage error for a wrong address or wrong arguments */
export async function functionCall(
  { io }: Pick<Context, 'io'>,
  address: string,
  item: AbiFunction,
  texts: readonly string[],
  network: Parameters<typeof familyOf>[0] & Parameters<typeof requireFamily>[0],
): Promise<FunctionCall> {
  requireFamily(network, 'eip155')
  const to = await resolveAccount(io.env, 'address', address, network)
  const args = await parseArguments(io.env, item, texts, network)
  const { encodeFunctionData, toFunctionSignature } = await loadViem()
  const abi = [item] as const
  return {
    ...{ address: to as Hex, abi, functionName: item.name, args },
    data: encodeFunctionData({ abi, args } as never),
    signature: toFunctionSignature(item),
    rows: item.inputs.map(({ name, type }, at) => [`  ${name || type}`, valueText(args[at])] as const),
  }
}

export function valueText(value: unknown): string {
  if (typeof value !== 'object') return printable(String(value))
  const plain = (_: string, part: unknown) => (typeof part === 'bigint' ? String(part) : part)
  return printable(JSON.stringify(value, plain) ?? '')
}
