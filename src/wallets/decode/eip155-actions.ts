import { hex } from '@scure/base'
import type { Eip155Action, Eip155Effect, Eip155Inner } from './eip155-action.ts'
import { actionLimit, eip155Function } from './eip155-functions.ts'

const limits = { depth: 8, actions: actionLimit }

/**
 * Returns the effects of calls and of the calls inside them. Stops at a depth or a number that no user would read.
 * @param account The account that makes the calls, if known.
 */
export function eip155Actions(calls: readonly Eip155Inner[], account?: string): readonly Eip155Action[] {
  const self = account?.toLowerCase()
  const found: Eip155Action[] = []
  const read = ({ to, value, data, by }: Eip155Inner, depth: number): void => {
    const actor = by === self ? undefined : by
    const add = (action: Eip155Effect) => found.push(actor === undefined ? action : { ...action, by: actor })
    if (found.length >= limits.actions) return
    const bytes = (data.length - 2) / 2
    if (to === undefined) {
      add({ kind: 'deploy', amount: value, bytes })
      return
    }
    const contract = to.toLowerCase()
    if (value > 0n || bytes === 0) add({ kind: 'pay', to: contract, amount: value })
    if (bytes === 0) return
    const known = eip155Function(hex.decode(data.slice(2).toLowerCase()), contract)
    // A known call without an effect is suspicious: no page would request it, so the contract may do something else.
    if (!known || !(known.actions?.length || known.calls?.length)) {
      add({ kind: 'unknown', contract, selector: data.slice(0, 10).toLowerCase(), bytes })
      return
    }
    for (const action of (known.actions ?? []).slice(0, limits.actions)) add(action)
    const inner = known.calls ?? []
    if (inner.length > 0 && depth >= limits.depth) {
      add({ kind: 'too-many' })
      return
    }
    for (const call of inner) read({ ...call, by: call.by ?? by }, depth + 1)
  }
  for (const call of calls) read(call, 0)
  return found.length < limits.actions ? found : [...found, { kind: 'too-many' }]
}
