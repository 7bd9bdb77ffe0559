import { sleep } from '../../core/async/sleep.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { systemClock } from '../../platform/system-clock.ts'
import type { ApprovalLimits } from '../../wallets/walletconnect/session-approval.ts'
import type { Namespaces } from '../../wallets/walletconnect/sign-client.ts'
import type { WalletStep } from '../wallets/script.ts'
import type { HeadlessWallet } from './headless-wallet.ts'

/** An event of a session in a script. */
interface SessionAction {
  /** The number of requests that the wallet answers between the previous event and this event. Default: 0. */
  readonly afterRequests: number
  /** How long to wait after these requests, in ms. Default: 0. */
  readonly delay: number
  run(wallet: HeadlessWallet, topic: string): Promise<void>
}

/** A script for a headless wallet, as read from a file. */
export interface WalletScriptFile {
  /** The networks and methods that the wallet approves. */
  readonly limits: ApprovalLimits
  /** Sets the script's answers in the wallet. */
  apply(wallet: HeadlessWallet): void
  /** Runs the script's session events one after another. */
  run(wallet: HeadlessWallet, topic: string, signal?: AbortSignal): Promise<void>
}

type Json = Readonly<Record<string, unknown>>

const words = ['approve', 'reject', 'never', 'locked', 'pending', 'disconnect'] as const
const stepForms = `one of ${words.join(', ')}, or { "delay": ms }, { "moveTo": network }, { "error": { "code", "message" } } or { "answer": … }`

/**
 * Reads a script in JSON, as `latchkey wallet --script` accepts it. `pairing` is a step, or an
 * object with `networks`, `methods` or both, or an object with `namespaces`. `requests` maps a
 * method to one step for all its requests, or to a list of steps for its next requests. `session`
 * is a list of session events.
 * @throws `validation/invalid-input`, which names the wrong field
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
  const { pairing, limits } = pairingOf(file.pairing ?? 'approve')
  const next = lists.map(
    ([method, steps]) =>
      [method, steps.map((step, at) => stepOf(`script.requests.${method}[${at}]`, step))] as const,
  )
  const always = requests.flatMap(([method, step]) =>
    Array.isArray(step) ? [] : [[method, stepOf(`script.requests.${method}`, step)] as const],
  )
  const actions = list('script.session', file.session ?? []).map((action, at) =>
    actionOf(`script.session[${at}]`, action),
  )
  return {
    limits,
    apply({ script }) {
      script.next('session_proposal', pairing)
      for (const [method, steps] of next) script.next(method, ...steps)
      for (const [method, step] of always) script.always(method, step)
    },
    async run(wallet, topic, signal) {
      for (const { afterRequests, delay, run } of actions) {
        await answered(wallet, afterRequests)
        await sleep(systemClock, delay, signal)
        await run(wallet, topic)
      }
    },
  }
}

/** Waits until the wallet has answered this many further requests. */
async function answered(wallet: HeadlessWallet, count: number): Promise<void> {
  if (count === 0) return
  let answers = 0
  await new Promise<void>((resolve) => {
    const release = wallet.on('answer', () => {
      if (++answers < count) return
      release()
      resolve()
    })
  })
}

function pairingOf(value: unknown): { readonly pairing: WalletStep; readonly limits: ApprovalLimits } {
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
  throw invalid(field, `is not a step. A step is ${stepForms}`)
}

function actionOf(field: string, value: unknown): SessionAction {
  const names = ['update', 'emit', 'extend', 'delete'] as const
  const action = object(field, value, [...names, 'afterRequests', 'delay'])
  const [name, ...more] = names.filter((each) => each in action)
  if (name === undefined || more.length > 0) throw invalid(field, `must have one of ${names.join(', ')}`)
  return {
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
  if (stranger) throw invalid(`${field}.${stranger}`, `is unknown; there are ${members.join(', ')}`)
  return value as Json
}

function list(field: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(field, 'must be an array')
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

function invalid(field: string, reason: string): Error {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}
