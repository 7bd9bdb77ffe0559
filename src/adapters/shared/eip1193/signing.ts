import type { CaipAddress } from '../../../core/chain/caip.ts'
import { addressPattern, bytesPattern } from '../../../core/chain/eip155.ts'
import { parseExactJson } from '../../../core/exact-json.ts'
import { hexOf } from './hex.ts'
import { invalid } from './invalid.ts'
import { typedDataText } from './typed-data.ts'
import { accountOf, deliver, type Question, scopeOf, textFrom } from './wallet-calls.ts'

/** `[data, address]`. Some libraries still write them the other way around, which only an address can tell. */
export function personalSign(question: Question): Promise<string> {
  const { params, method } = question
  const swapped = isAddress(params[0]) && !isAddress(params[1])
  const [data, address] = swapped ? [params[1], params[0]] : params
  if (typeof data !== 'string') throw invalid(method, 'data', 'expected a text')
  const account = accountOf(question, address)
  return sign(question, account, [bytesPattern.test(data) ? data : hexOf(data), address])
}

/** `[address, typedData]`; the data must name no other chain than the one on which the connection is. */
export async function signTypedData(question: Question): Promise<string> {
  const { params, method } = question
  const [address, data] = params
  const account = accountOf(question, address)
  return sign(question, account, [address, typedDataText(account, parsed(data, method))])
}

async function sign(
  { ground, connection, method }: Question,
  account: CaipAddress<'eip155'>,
  params: readonly unknown[],
): Promise<string> {
  const answer = await ground.calls.run(undefined, (signal) => {
    const call = scopeOf(ground, connection, account, method, signal)
    return call.answer(deliver(call, method, params, signal))
  })
  // Specification 2, section 5 asks for 62 or more hex digits.
  return textFrom(answer, method, /^0x[0-9a-f]{62,}$/i, 'a signature')
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && addressPattern.test(value)
}

function parsed(data: unknown, method: string): unknown {
  if (typeof data !== 'string') return data
  try {
    return parseExactJson(data)
  } catch {
    throw invalid(method, 'typedData', 'expected JSON')
  }
}
