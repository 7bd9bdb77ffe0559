import type { ChainNetwork } from 'latchkey'
import type { AbiFunction, AbiParameter } from 'viem'
import { missingPackages } from '../families/peers.ts'
import type { Env } from '../io.ts'
import { invalid } from '../output/cli-error.ts'
import { resolveAccount } from './assets.ts'

const form =
  "It looks like 'transfer(address,uint256)', or 'balanceOf(address)(uint256)' with what it returns."

/** Loads viem. @throws `config/peer-missing` if viem isn't installed */
export async function loadViem() {
  return import('viem').catch((cause: unknown) => {
    throw missingPackages('A contract call', ['viem'], cause)
  })
}

/** Parses a function such as `balanceOf(address)(uint256)`. The types of the results are optional. */
export async function parseFunction(text: string): Promise<AbiFunction> {
  const { parseAbiItem } = await loadViem()
  const end = endOfList(text)
  const outputs = text.slice(end).trim()
  if (!/^\s*[a-z_$][\w$]*\s*\(/i.test(text) || !/^(\(.*\))?$/s.test(outputs))
    throw invalid('function', `"${text}" is not a function with its types`, form)
  try {
    const declaration: string = `function ${text.slice(0, end).trim()}${outputs && ` returns ${outputs}`}`
    return parseAbiItem(declaration as 'function f()')
  } catch (error) {
    const { shortMessage = '', metaMessages } = error as ParseFault
    const detail = metaMessages?.find((line) => line.startsWith('Type ')) ?? shortMessage
    throw invalid('function', `"${text}": ${detail}`, form)
  }
}

interface ParseFault {
  readonly shortMessage?: string
  readonly metaMessages?: readonly string[]
}

function endOfList(text: string): number {
  let depth = 0
  for (let at = text.indexOf('('); at >= 0 && at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** Parses the arguments of a function. Amounts are whole numbers in the smallest unit. Arrays and tuples are JSON. */
export async function parseArguments(
  env: Env,
  { name, inputs }: AbiFunction,
  texts: readonly string[],
  network: ChainNetwork,
): Promise<readonly unknown[]> {
  if (texts.length !== inputs.length)
    throw invalid('arguments', `${name} takes ${inputs.length}, and ${texts.length} are given`)
  const values: unknown[] = []
  for (const [at, input] of inputs.entries())
    values.push(await convert(`argument ${at + 1}`, input, texts[at], { env, network }))
  return values
}

interface Where {
  readonly env: Env
  readonly network: ChainNetwork
}

async function convert(field: string, input: AbiParameter, given: unknown, where: Where): Promise<unknown> {
  const [, element, length = ''] = /^(.*)\[(\d*)\]$/.exec(input.type) ?? []
  if (element !== undefined) {
    const items = listOf(field, input.type, given)
    if (length !== '' && items.length !== Number(length))
      throw invalid(field, `${input.type} has ${length} items, and ${items.length} are given`)
    return each(field, items, () => ({ ...input, type: element }), where)
  }
  if (input.type === 'tuple') {
    const { components } = input as AbiParameter & { readonly components: readonly AbiParameter[] }
    const items = listOf(field, 'a tuple', given)
    if (items.length !== components.length)
      throw invalid(field, `the tuple has ${components.length} items, and ${items.length} are given`)
    return each(field, items, (at) => components[at] as AbiParameter, where)
  }
  return plainValue(field, input.type, textOf(field, given), where)
}

function each(field: string, items: readonly unknown[], type: (at: number) => AbiParameter, where: Where) {
  return Promise.all(items.map((item, at) => convert(`${field}[${at}]`, type(at), item, where)))
}

/** Returns the items of an array. Parses the JSON text of an argument. An array inside another array is already parsed. */
function listOf(field: string, type: string, given: unknown): readonly unknown[] {
  let value = given
  try {
    if (typeof given === 'string') value = JSON.parse(given)
  } catch {
    value = undefined
  }
  if (Array.isArray(value)) return value
  throw invalid(field, `${type} is given as a JSON array, such as '["1","2"]'`)
}

/**
 * Returns a value as text. Refuses JSON numbers that aren't safe integers, because the JSON parser
 * may have rounded them.
 */
function textOf(field: string, given: unknown): string {
  if (typeof given === 'string') return given
  if (typeof given === 'boolean' || Number.isSafeInteger(given)) return String(given)
  throw invalid(field, 'must be a text: write big numbers in quotes')
}

async function plainValue(field: string, type: string, text: string, { env, network }: Where) {
  if (type === 'address') return resolveAccount(env, field, text, network)
  if (type === 'string') return text
  if (type === 'bool') {
    if (text === 'true' || text === 'false') return text === 'true'
    throw invalid(field, `"${text}" is neither true nor false`)
  }
  const [, sign, bits] = /^(u?)int(\d+)$/.exec(type) ?? []
  if (bits !== undefined) return integer(field, type, text, sign === '', BigInt(bits))
  const [, size] = /^bytes(\d*)$/.exec(type) ?? []
  if (size === undefined) throw invalid(field, `values of the type ${type} cannot be given`)
  const whole = size === '' || text.length === 2 + 2 * Number(size)
  if (/^0x([0-9a-f]{2})*$/i.test(text) && whole) return text
  throw invalid(field, `"${text}" is not ${type}: expected 0x and ${size && `${size} bytes in `}hex digits`)
}

function integer(field: string, type: string, text: string, signed: boolean, bits: bigint): bigint {
  if (!/^(-?\d+|0x[0-9a-f]+)$/i.test(text))
    throw invalid(field, `"${text}" is not a whole number`, 'Amounts are in the smallest unit, such as wei.')
  const value = BigInt(text)
  const most = 1n << (signed ? bits - 1n : bits)
  if (value < most && value >= (signed ? -most : 0n)) return value
  throw invalid(field, `${text} does not fit into ${type}`)
}
