import type { LatchkeyError } from '../core/errors/latchkey-error.ts'
import type { EndpointHealth } from './endpoint-health.ts'

interface Candidate {
  readonly health: EndpointHealth
  readonly mismatch: LatchkeyError | undefined
}

/**
 * The endpoint to ask next: the first that doesn't rest. If all rest, the one that is free soonest, except those whose server
 * asked to wait. None if an endpoint that doesn't rest returned an error: the resting ones aren't better.
 */
export function nextEndpoint<E extends Candidate>(
  all: readonly E[],
  failed: ReadonlyMap<E, unknown>,
): E | undefined {
  const serving = all.filter(({ mismatch }) => !mismatch)
  const rests = ({ health }: E) => health.restsUntil()
  const left = serving.filter((one) => !failed.has(one))
  const free = left.find((one) => rests(one) === undefined)
  if (free || serving.some((one) => rests(one) === undefined)) return free
  return left.filter(({ health }) => !health.refusal()).sort((a, b) => (rests(a) ?? 0) - (rests(b) ?? 0))[0]
}

/** Why no endpoint may be asked: all serve another network, or asked to wait; of those, the one that is free soonest. */
export function soonestRefusal(all: readonly Candidate[]): LatchkeyError | undefined {
  const [soonest] = all
    .filter(({ mismatch, health }) => !mismatch && health.refusal())
    .sort((a, b) => (a.health.restsUntil() ?? 0) - (b.health.restsUntil() ?? 0))
  return soonest?.health.refusal() ?? all.find(({ mismatch }) => mismatch)?.mismatch
}
