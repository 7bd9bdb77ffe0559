import { type LatchkeyError, latchkeyError } from '../core/errors/latchkey-error.ts'
import type { EndpointHealth } from './endpoint-health.ts'

interface Candidate {
  readonly health: EndpointHealth
  readonly mismatch: LatchkeyError | undefined
}

/**
 * The endpoint to use next: the first that doesn't rest, else the endpoint whose rest ends first. Endpoints whose server asked to
 * wait are left out while they rest.
 * @param isTrial Whether the call may try an endpoint that was silent before, though another one answers.
 */
export function nextEndpoint<E extends Candidate>(
  all: readonly E[],
  failed: ReadonlyMap<E, unknown>,
  isTrial: boolean,
): E | undefined {
  const serving = all.filter(({ mismatch }) => !mismatch)
  const rests = ({ health }: E) => health.restsUntil()
  const left = serving.filter((one) => !failed.has(one))
  const free = left.filter((one) => rests(one) === undefined)
  const [first] = free
  if (first) return (isTrial ? undefined : free.find(({ health }) => !health.isSilent())) ?? first
  return left.filter(({ health }) => !health.refusal()).sort((a, b) => (rests(a) ?? 0) - (rests(b) ?? 0))[0]
}

/** When the first rest ends, in clock time; 0 if an endpoint doesn't rest, and infinite if all serve another network. */
export function soonestFree(all: readonly Candidate[]): number {
  const ends = all.filter(({ mismatch }) => !mismatch).map(({ health }) => health.restsUntil() ?? 0)
  return Math.min(...ends)
}

/** Why no endpoint may be used: all serve another network, or asked to wait. The error of the endpoint whose wait ends first. */
export function soonestRefusal(all: readonly Candidate[]): LatchkeyError {
  const [soonest] = all
    .filter(({ mismatch, health }) => !mismatch && health.refusal())
    .sort((a, b) => (a.health.restsUntil() ?? 0) - (b.health.restsUntil() ?? 0))
  const found = soonest?.health.refusal() ?? all.find(({ mismatch }) => mismatch)?.mismatch
  return found ?? latchkeyError('http/status', { values: { status: 429 } })
}
