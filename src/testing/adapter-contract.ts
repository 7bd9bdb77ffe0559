import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { Capability } from '../core/wallet/adapter.ts'
import { approving } from './contract/approving.ts'
import type { Behaviour } from './contract/behaviour.ts'
import { connecting } from './contract/connecting.ts'
import { events } from './contract/events.ts'
import { lifecycle } from './contract/lifecycle.ts'
import { reads } from './contract/reads.ts'
import { sending } from './contract/sending.ts'
import { signing } from './contract/signing.ts'
import { switching } from './contract/switching.ts'
import { type ContractTrait, contractTraits } from './contract/world.ts'

/**
 * What every chain adapter promises, as a list that any test runner can loop over. Behaviours that need something the
 * family cannot do are left out.
 *
 * @param capabilities The static set of the adapter's factory.
 * @param lacks What the world in which it runs does not have; its `lacks` says the same.
 * @example
 * for (const { name, run } of adapterContract<'eip155'>(eip155().capabilities)) it(name, () => run(openWorld))
 */
export function adapterContract<N extends ChainNamespace>(
  capabilities: ReadonlySet<Capability>,
  lacks: readonly ContractTrait[] = [],
): readonly Behaviour<N>[] {
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
