import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { Capability } from '../core/wallet/adapter.ts'
import { approving } from './contract/approving.ts'
import type { Behavior } from './contract/behavior.ts'
import { connecting } from './contract/connecting.ts'
import { events } from './contract/events.ts'
import { lifecycle } from './contract/lifecycle.ts'
import { reads } from './contract/reads.ts'
import { sending } from './contract/sending.ts'
import { signing } from './contract/signing.ts'
import { switching } from './contract/switching.ts'
import { type ContractTrait, contractTraits } from './contract/world.ts'

/**
 * Returns the behaviors that each chain adapter must have, as a list for any test runner. Omits behaviors that need a
 * capability or a trait that the family lacks.
 *
 * @param capabilities The capabilities that the adapter's factory declares.
 * @param lacks The traits that the test world doesn't have. Must equal the world's own `lacks`.
 * @example for (const { name, run } of adapterContract<'eip155'>(eip155().capabilities)) it(name, () => run(openWorld))
 */
export function adapterContract<N extends ChainNamespace>(
  capabilities: ReadonlySet<Capability>,
  lacks: readonly ContractTrait[] = [],
): readonly Behavior<N>[] {
  return [
    ...connecting<N>(),
    ...events<N>(),
    ...lifecycle<N>(),
    ...reads<N>(),
    ...signing<N>(),
    ...sending<N>(),
    ...switching<N>(),
    ...approving<N>(),
  ].filter(({ needs }) =>
    needs.every((need) => (isTrait(need) ? !lacks.includes(need) : capabilities.has(need))),
  )
}

function isTrait(need: Capability | ContractTrait): need is ContractTrait {
  return (contractTraits as readonly string[]).includes(need)
}
