import { type LatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { EndpointHealth } from './endpoint-health.ts'

interface Candidate {
  readonly health: EndpointHealth
  readonly mismatch: LatchkeyError | undefined
}

/**
 * Returns the endpoint to use next: the first endpoint that doesn't rest. If all rest, returns the one whose rest ends first, but
 * never one whose server requested a pause.
 * @param isTrial Whether the call may try an endpoint that was silent before, although another endpoint answers.
 */
export function nextEndpoint<E extends Candidate>(
  all: readonly E[],
  failed: ReadonlyMap<E, unknown>,
  isTrial: boolean,
): E | undefined {
  const left = serving(all).filter((one) => !failed.has(one))
  const free = left.filter(({ health }) => health.restsUntil() === undefined)
  const [first] = free
  if (first) return (isTrial ? undefined : free.find(({ health }) => !health.isSilent())) ?? first
  return soonest(left.filter(({ health }) => !health.refusal()))
}

/**
 * Returns the earliest time at which an endpoint is available, in clock time. Returns 0 if at least one endpoint doesn't rest,
 * and infinity if all endpoints serve another network.
 */
export function soonestFree(all: readonly Candidate[]): number {
  return Math.min(...serving(all).map(endOfRest))
}

/**
 * Returns the error to throw when no endpoint may be used. If servers requested pauses, it is the error of the server whose pause
 * ends first. Otherwise, it says that an endpoint serves another network.
 */
export function soonestRefusal(all: readonly Candidate[]): LatchkeyError {
  const waiting = soonest(serving(all).filter(({ health }) => health.refusal()))
  const found = waiting?.health.refusal() ?? all.find(({ mismatch }) => mismatch)?.mismatch
  return found ?? latchkeyError('http/status', { values: { status: 429 } })
}

function serving<E extends Candidate>(all: readonly E[]): readonly E[] {
  return all.filter(({ mismatch }) => !mismatch)
}

/** Returns the end of the rest, in clock time. Returns 0 if the endpoint doesn't rest. */
function endOfRest({ health }: Candidate): number {
  return health.restsUntil() ?? 0
}

function soonest<E extends Candidate>(all: readonly E[]): E | undefined {
  return [...all].sort((a, b) => endOfRest(a) - endOfRest(b))[0]
}
