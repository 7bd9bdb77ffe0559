import type { TypedData } from 'latchkey/wallets'
import { amountOf } from '../args/numbers.ts'
import { suggestion } from '../args/suggest.ts'
import { type Family, families, isFamily } from '../families/families.ts'
import { invalid } from '../output/cli-error.ts'

/**
 * A step of a flow. Without `to`, a `send` step uses the flow's `to`. Without `network`, a `switch`
 * step uses another network of the family.
 */
export type Step =
  | { readonly do: 'connect' | 'tokens' | 'activity' | 'names' | 'sign in' | 'disconnect' }
  /** The wallet removes a network from the session, or ends the session. Only for WalletConnect wallets. */
  | { readonly do: 'update' | 'delete' }
  | { readonly do: 'balance'; readonly token?: string | undefined; readonly atLeast?: string | undefined }
  | { readonly do: 'sign'; readonly message: string }
  | { readonly do: 'sign'; readonly typedData: TypedData }
  | {
      readonly do: 'send'
      /** The amount to send, as a decimal in the asset's unit. Default: the smallest amount that can be sent. */
      readonly amount?: string | undefined
      readonly to?: string | undefined
      /** `true` means any token of the network. */
      readonly token?: string | true | undefined
    }
  | {
      readonly do: 'swap'
      /** The amount to sell, as a decimal in the unit of the sold token. */
      readonly amount: string
      /** The symbol of the token to sell. `true` means any token of the network. Default: the native coin. */
      readonly from?: string | true | undefined
      /** The symbol of the token to buy. Default: the native coin. If the native coin is sold, a token of the network. */
      readonly to?: string | undefined
    }
  | { readonly do: 'switch'; readonly network?: string | undefined }

export interface Flow {
  readonly name: string
  readonly family: Family
  readonly wallet?: string | undefined
  readonly to?: string | undefined
  readonly steps: readonly Step[]
}

const flowKeys = ['name', 'family', 'wallet', 'to', 'steps']
const stepKeys: Readonly<Record<string, readonly string[]>> = {
  connect: [],
  balance: ['token', 'atLeast'],
  sign: ['message', 'typedData'],
  send: ['amount', 'to', 'token'],
  tokens: [],
  activity: [],
  names: [],
  'sign in': [],
  swap: ['amount', 'from', 'to'],
  switch: ['network'],
  update: [],
  delete: [],
  disconnect: [],
}

export function stepName(step: Step): string {
  if (step.do === 'send' && step.to?.includes('.')) return 'send to name'
  if (step.do === 'send') return step.token ? 'send token' : 'send native'
  if (step.do === 'swap') return step.from ? 'swap token' : 'swap native'
  if (step.do === 'sign') return 'message' in step ? 'sign message' : 'sign typed data'
  if (step.do === 'balance' && step.token) return 'balance of token'
  return step.do
}

/** Parses a flow such as `{ "family": "eip155", "steps": ["connect", { "do": "send", "amount": "0.1" }] }`. */
export async function parseFlow(text: string, file: string): Promise<Flow> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw invalid(file, `is not JSON: ${(error as Error).message}`)
  }
  if (!isRecord(parsed)) throw invalid(file, 'must be an object')
  refuseUnknown(parsed, flowKeys, file)
  const { name = file, family, wallet, to, steps } = parsed
  if (typeof family !== 'string' || !isFamily(family)) {
    const known = typeof family === 'string' ? `"${family}" is not available` : 'is missing'
    throw invalid(`${file}: family`, known, `Available: ${families.join(', ')}.`)
  }
  if (!Array.isArray(steps) || steps.length === 0)
    throw invalid(`${file}: steps`, 'must be an array with at least one step')
  return {
    name: textOf(name, `${file}: name`),
    family,
    ...(wallet !== undefined && { wallet: textOf(wallet, `${file}: wallet`) }),
    ...(to !== undefined && { to: textOf(to, `${file}: to`) }),
    steps: await Promise.all(steps.map((step, at) => parseStep(step, `${file}: steps[${at}]`))),
  }
}

async function parseStep(given: unknown, at: string): Promise<Step> {
  const step = typeof given === 'string' ? { do: given } : given
  if (!isRecord(step) || typeof step.do !== 'string')
    throw invalid(at, 'must be a step such as "connect" or { "do": "send" }')
  const keys = Object.hasOwn(stepKeys, step.do) ? stepKeys[step.do] : undefined
  if (!keys)
    throw invalid(
      at,
      `there is no step "${step.do}"`,
      suggestion(step.do, Object.keys(stepKeys)) ?? `Steps: ${Object.keys(stepKeys).join(', ')}.`,
    )
  refuseUnknown(step, ['do', ...keys], at)
  if (step.do === 'sign') return parseSign(step, at)
  for (const key of keys) {
    const isAny = step[key] === true && (key === 'token' || (step.do === 'swap' && key === 'from'))
    if (step[key] !== undefined && !isAny) textOf(step[key], `${at}.${key}`)
  }
  for (const key of ['amount', 'atLeast'] as const) {
    if (step[key] !== undefined)
      await amountOf(`${at}.${key}`, step[key] as string, 77, { max: 10n ** 600n, allowZero: true })
  }
  if (step.do === 'swap') textOf(step.amount, `${at}.amount`)
  return step as unknown as Step
}

async function parseSign(step: Readonly<Record<string, unknown>>, at: string): Promise<Step> {
  if ((step.message === undefined) === (step.typedData === undefined))
    throw invalid(at, 'needs either "message" or "typedData"')
  if (step.message !== undefined) return { do: 'sign', message: textOf(step.message, `${at}.message`) }
  const { decodeTypedData } = await import('latchkey/wallets')
  return { do: 'sign', typedData: decodeTypedData(JSON.stringify(step.typedData), `${at}.typedData`) }
}

function refuseUnknown(value: Readonly<Record<string, unknown>>, known: readonly string[], at: string): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key))
  if (stranger !== undefined)
    throw invalid(at, `"${stranger}" is not known here`, suggestion(stranger, known))
}

function textOf(value: unknown, at: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalid(at, 'must be text')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
