import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { faultRows } from './fault-rows.ts'
import { limitedFault, onlyFor } from './limited-fault.ts'
import { InvalidArgument, type NodeFault } from './node-fault.ts'

/** Parses texts such as `name:argument/method@limit`. Only the name is required. The limit is `once`, a number of times, or seconds such as `60s`. */
export function faultsFrom(
  faults: readonly (string | NodeFault)[],
  now?: () => number,
): readonly NodeFault[] {
  return faults.map((fault) => (typeof fault === 'string' ? faultFrom(fault, now) : fault))
}

function faultFrom(text: string, now?: () => number): NodeFault {
  const [, name = '', argument, method, limit] =
    /^([a-z-]+)(?::([^/@]*))?(?:\/(.*?))?(?:@(once|\d{1,6}s?))?$/.exec(text.trim()) ?? []
  const row = Object.hasOwn(faultRows, name) ? faultRows[name] : undefined
  if (!row) throw wrong(`there is no node fault "${text}": use ${Object.keys(faultRows).join(', ')}`)
  if (argument !== undefined && row.argument === undefined) throw wrong(`${name} takes no argument`)
  try {
    const fault = row.create(argument)
    return limitedFault(method === undefined ? fault : onlyFor(fault, method), limit, now)
  } catch (error) {
    throw error instanceof InvalidArgument ? wrong(`${name} ${error.message}`) : error
  }
}

function wrong(reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field: 'faults', reason } })
}
