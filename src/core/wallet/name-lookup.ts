import type { CallOptions } from '../../ports.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'

/** The name service of a family's chains. */
export interface NameLookup<N extends ChainNamespace = ChainNamespace> {
  /** The one spelling of a name. ENSIP-15. @throws `validation/invalid-input` for what cannot be a name. */
  normalize(name: string): Promise<string>
  /**
   * The address for a coin type, as its chain writes it; undefined when there is none. `on` is the network that has the name
   * service. @throws `adapter/unsupported` on a network that has none.
   */
  resolve(
    name: string,
    on: ChainNetwork<N>,
    coinType: number,
    opts?: CallOptions,
  ): Promise<string | undefined>
  /** The name that an address of the family calls its own, and that leads back to it. */
  reverse(
    address: string,
    on: ChainNetwork<N>,
    coinType: number,
    opts?: CallOptions,
  ): Promise<string | undefined>
}
