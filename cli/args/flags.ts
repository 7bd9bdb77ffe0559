import type { Flags } from '../context.ts'
import type { Env } from '../io.ts'
import { invalid } from '../output/cli-error.ts'
import { isHttpUrl } from './input.ts'

export interface GivenFlags {
  readonly network?: string
  readonly rpc?: readonly string[]
  readonly data?: string
  readonly wallet?: string
  readonly timeout?: string
  readonly input?: boolean
  readonly yes?: boolean
}

export function resolveFlags(given: GivenFlags, env: Env): Flags {
  return {
    network: given.network ?? (env.LATCHKEY_NETWORK || undefined),
    rpc: httpUrls('rpc', given.rpc ?? words(env.LATCHKEY_RPC_URL)),
    data: httpUrl('data', given.data ?? (env.LATCHKEY_DATA_URL || undefined)),
    wallet: given.wallet ?? (env.LATCHKEY_WALLET || undefined),
    timeout: seconds(given.timeout ?? (env.LATCHKEY_TIMEOUT || undefined)),
    input: given.input !== false && !env.CI,
    yes: given.yes === true,
  }
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  // `setTimeout` overflows at 2^31 ms.
  if (value <= 0 || value > 2_000_000) throw invalid('timeout', 'must be a number of seconds above 0')
  return Math.ceil(value * 1000)
}

function words(text: string | undefined): readonly string[] | undefined {
  const all = text?.split(/\s+/).filter((word) => word !== '')
  return all?.length ? all : undefined
}

function httpUrls(field: string, texts: readonly string[] | undefined): readonly string[] | undefined {
  for (const text of texts ?? []) httpUrl(field, text)
  return texts
}

function httpUrl(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!isHttpUrl(text)) {
    const hint = /^wss?:\/\//i.test(text) ? 'Give the http or https form of a WebSocket URL.' : undefined
    throw invalid(field, 'must be an http or https URL', hint)
  }
  return text
}
