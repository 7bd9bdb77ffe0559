import type { CaipAddress } from '../../../core/chain/caip.ts'
import { addressPattern, bytesPattern } from '../../../core/chain/eip155.ts'
import { parseExactJson } from '../../../core/json/exact-json.ts'
import { hexOf } from './hex.ts'
import { invalid } from './invalid.ts'
import { signatureFrom } from './signature.ts'
import { typedDataText } from './typed-data.ts'
import { accountOf, deliver, type ProviderRequest, scopeOf } from './wallet-calls.ts'

/**
 * Signs a message. The parameters are `[data, address]`. Some libraries pass the parameters in the other order. So this function
 * detects which parameter is the address.
 */
export function personalSign(request: ProviderRequest): Promise<string> {
  const { params, method } = request
  const swapped = isAddress(params[0]) && !isAddress(params[1])
  const [data, address] = swapped ? [params[1], params[0]] : params
  if (typeof data !== 'string') throw invalid(method, 'data', 'expected a string')
  const account = accountOf(request, address)
  return sign(request, account, [bytesPattern.test(data) ? data : hexOf(data), address])
}

/** Signs typed data. The parameters are `[address, typedData]`. Refuses data whose domain is for another network. */
export async function signTypedData(request: ProviderRequest): Promise<string> {
  const { params, method } = request
  const [address, data] = params
  const account = accountOf(request, address)
  return sign(request, account, [address, typedDataText(account, parsed(data, method))])
}

async function sign(
  { context, connection, method }: ProviderRequest,
  account: CaipAddress<'eip155'>,
  params: readonly unknown[],
): Promise<string> {
  return context.calls.run(undefined, async (signal) => {
    const call = scopeOf(context, connection, account, method, signal)
    const answer = await call.answer(deliver(call, method, params, signal))
    return signatureFrom(answer, method, call, context.context, { signal })
  })
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
