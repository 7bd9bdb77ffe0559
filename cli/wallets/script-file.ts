import type { CaipNetworkId } from 'latchkey'
import type { WalletStep } from 'latchkey/testing'
import type { ApprovalLimits, HeadlessWallet, Namespaces } from 'latchkey/wallets'
import { invalid } from '../output/cli-error.ts'

/** A scripted session event. */
export interface SessionAction {
  /** How many requests are answered before it. Default: 0. */
  readonly afterRequests: number
  /** The delay after that, in ms. Default: 0. */
  readonly delay: number
  run(wallet: HeadlessWallet, topic: string): Promise<void>
  /** The action's name in the log. */
  readonly name: string
}

/** A parsed `--script` file. */
export interface WalletScriptFile {
  /** The answer to the pairing. */
  readonly pairing: WalletStep
  readonly limits: ApprovalLimits
  /** The answers to the next requests, by method. */
  readonly next: ReadonlyMap<string, readonly WalletStep[]>
  /** The answer to all requests of a method. */
  readonly always: ReadonlyMap<string, WalletStep>
  readonly session: readonly SessionAction[]
}

type Json = Readonly<Record<string, unknown>>

const words = ['approve', 'reject', 'never', 'locked', 'pending', 'disconnect'] as const
const stepForms = `one of ${words.join(', ')}, or { "delay": ms }, { "moveTo": network }, { "error": { "code", "message" } } or { "answer": … }`

/**
 * Parses a script. `pairing` is a step, `{ "networks", "methods" }` or `{ "namespaces" }`. `requests` maps a method to one
 * step for all requests, or to a list of steps for the next ones. `session` is a list of session events.
 * @throws a usage error that names the wrong field
 */
export function parseWalletScript(text: string): WalletScriptFile {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw invalid('script', `is not JSON: ${(error as Error).message}`)
  }
  const file = object('script', parsed, ['pairing', 'requests', 'session'])
  const requests = Object.entries(object('script.requests', file.requests ?? {}))
  const lists = requests.filter(([, steps]) => Array.isArray(steps)) as [string, unknown[]][]
  return {
    ...pairingOf(file.pairing ?? 'approve'),
    next: new Map(
      lists.map(([method, steps]) => [
        method,
        steps.map((step, at) => stepOf(`script.requests.${method}[${at}]`, step)),
      ]),
    ),
    always: new Map(
      requests
        .filter(([, steps]) => !Array.isArray(steps))
        .map(([method, step]) => [method, stepOf(`script.requests.${method}`, step)]),
    ),
    session: list('script.session', file.session ?? []).map((action, at) =>
      actionOf(`script.session[${at}]`, action),
    ),
  }
}

function pairingOf(value: unknown): Pick<WalletScriptFile, 'pairing' | 'limits'> {
  const field = 'script.pairing'
  const limits = value as { networks?: unknown; methods?: unknown; namespaces?: unknown } | null
  if (typeof value === 'object' && limits && 'namespaces' in limits)
    return { pairing: { answer: object(`${field}.namespaces`, limits.namespaces) }, limits: {} }
  if (typeof value !== 'object' || !limits || !('networks' in limits || 'methods' in limits))
    return { pairing: stepOf(field, value), limits: {} }
  object(field, limits, ['networks', 'methods'])
  return {
    pairing: 'approve',
    limits: {
      networks: limits.networks === undefined ? undefined : networks(`${field}.networks`, limits.networks),
      methods: limits.methods === undefined ? undefined : texts(`${field}.methods`, limits.methods),
    },
  }
}

function stepOf(field: string, value: unknown): WalletStep {
  const word = words.find((one) => one === value)
  if (word) return word
  const step = value as { delay?: unknown; moveTo?: unknown; error?: { code?: unknown; message?: unknown } }
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 1) {
    if (typeof step.delay === 'number' && step.delay >= 0) return { delay: step.delay }
    if (typeof step.moveTo === 'string') return { moveTo: step.moveTo }
    if ('answer' in step) return { answer: (step as { answer: unknown }).answer }
    const { code, message } = step.error ?? {}
    if (typeof code === 'number' && typeof message === 'string') return { error: { code, message } }
  }
  throw invalid(field, 'is no step', `A step is ${stepForms}.`)
}

function actionOf(field: string, value: unknown): SessionAction {
  const names = ['update', 'emit', 'extend', 'delete'] as const
  const action = object(field, value, [...names, 'afterRequests', 'delay'])
  const [name, ...more] = names.filter((each) => each in action)
  if (name === undefined || more.length > 0) throw invalid(field, `must have one of ${names.join(', ')}`)
  return {
    name,
    afterRequests: count(`${field}.afterRequests`, action.afterRequests),
    delay: count(`${field}.delay`, action.delay),
    run: runOf(name, `${field}.${name}`, action[name]),
  }
}

function runOf(
  name: 'update' | 'emit' | 'extend' | 'delete',
  field: string,
  value: unknown,
): SessionAction['run'] {
  if (name === 'extend') return (wallet, topic) => wallet.extend(topic)
  if (name === 'delete') return (wallet, topic) => wallet.disconnect(topic)
  if (name === 'emit') {
    const { network, event, data } = object(field, value, ['network', 'event', 'data'])
    if (typeof event !== 'string') throw invalid(`${field}.event`, 'must be the name of an event')
    const [on] = networks(`${field}.network`, [network])
    return (wallet, topic) => wallet.emit(topic, { name: event, data }, on as CaipNetworkId)
  }
  const change = object(field, value, ['networks', 'namespaces'])
  if (change.namespaces !== undefined) {
    const namespaces = object(`${field}.namespaces`, change.namespaces) as Namespaces
    return (wallet, topic) => wallet.update(topic, { namespaces })
  }
  const ids = networks(`${field}.networks`, change.networks)
  return (wallet, topic) => wallet.update(topic, { networks: ids })
}

function object(field: string, value: unknown, members?: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(field, 'must be an object')
  const stranger = members && Object.keys(value).find((key) => !members.includes(key))
  if (stranger) throw invalid(`${field}.${stranger}`, `is not known; there are ${members.join(', ')}`)
  return value as Json
}

function list(field: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(field, 'must be a list')
  return value
}

function texts(field: string, value: unknown): readonly string[] {
  return list(field, value).map((text, at) => {
    if (typeof text !== 'string') throw invalid(`${field}[${at}]`, 'must be text')
    return text
  })
}

function networks(field: string, value: unknown): readonly CaipNetworkId[] {
  return texts(field, value).map((id, at) => {
    if (!/^[a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(id))
      throw invalid(`${field}[${at}]`, `"${id}" is not a CAIP-2 network id`)
    return id as CaipNetworkId
  })
}

function count(field: string, value: unknown): number {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw invalid(field, 'must be a whole number, 0 or above')
  return value
}
