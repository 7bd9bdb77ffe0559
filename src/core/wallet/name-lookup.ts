import type { CallOptions } from '../../ports.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'

/** A family's name service. */
export interface NameLookup<N extends ChainNamespace = ChainNamespace> {
  /**
   * The ending of the service's names, such as `.sol`, on a network that has the service; undefined on other networks. Absent for ENS, which
   * resolves names with any ending.
   */
  suffixOn?(network: ChainNetwork<N>): string | undefined
  /** The normalized form of a name (ENSIP-15 for ENS). @throws `validation/invalid-input` if it's not a valid name. */
  normalize(name: string): Promise<string>
  /**
   * The address of a name for a coin type, in its network's format; undefined if there's none. `on` is the network of the name
   * service. @throws `adapter/unsupported` if that network has no name service.
   */
  resolve(
    name: string,
    on: ChainNetwork<N>,
    coinType: number,
    opts?: CallOptions,
  ): Promise<string | undefined>
  /** The primary name of an address, if the name resolves back to it. */
  reverse(
    address: string,
    on: ChainNetwork<N>,
    coinType: number,
    opts?: CallOptions,
  ): Promise<string | undefined>
}
