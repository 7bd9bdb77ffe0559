import { ProviderError } from '../provider-error.ts'
import type { WalletRequest } from '../wallet-request.ts'

/** The request handlers of one interface, by method. */
export type Handlers = Readonly<Record<string, (request: WalletRequest) => Promise<unknown>>>

export function handled(methods: Handlers, request: WalletRequest): Promise<unknown> {
  const handle = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!handle) throw new ProviderError(4200, `Method ${request.method} isn't supported`)
  return handle(request)
}

/** Returns the parameters of a method that takes one object. */
export function paramsOf({ params }: WalletRequest): Readonly<Record<string, unknown>> {
  return (params[0] ?? {}) as Readonly<Record<string, unknown>>
}
