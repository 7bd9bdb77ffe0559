import type { CallOptions } from '../../ports.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'

/** A family's name service. */
export interface NameLookup<N extends ChainNamespace = ChainNamespace> {
  /**
   * Returns the ending of the service's names on a network, such as `.sol`. Returns undefined for a network without the service.
   * Absent for ENS, which resolves names with any ending.
   */
  suffixOn?(network: ChainNetwork<N>): string | undefined
  /** Returns the normalized form of a name (ENSIP-15 for ENS). @throws `validation/invalid-input` if the name is invalid. */
  normalize(name: string): Promise<string>
  /**
   * Returns the address of a name for a coin type, in the format of the coin's network. Returns undefined if there is no address.
   * `on` is the network of the name service.
   * @throws `adapter/unsupported` if that network has no name service.
   */
  resolve(
    name: string,
    on: ChainNetwork<N>,
    coinType: number,
    opts?: CallOptions,
  ): Promise<string | undefined>
  /** Returns the primary name of an address. Returns undefined if this name doesn't resolve to the address. */
  reverse(
    address: string,
    on: ChainNetwork<N>,
    coinType: number,
    opts?: CallOptions,
  ): Promise<string | undefined>
  /**
   * Returns a verified text that describes an address, such as a polkadot identity. Unlike a name, this text doesn't resolve to
   * the address. Returns undefined if there is no such text. Absent if the service has no such texts.
   */
  describe?(address: string, on: ChainNetwork<N>, opts?: CallOptions): Promise<string | undefined>
  /**
   * Returns the link of a name's picture (ENSIP-12). If the record names an NFT, returns the picture of the NFT, but only if
   * `owner` holds the NFT. Returns undefined if there is no picture. The link can have any scheme. Absent if the service has no
   * pictures.
   * @param webLink Returns the `https` URL for a link, or undefined if the page can't open the link. `avatar` reads the metadata
   * of an NFT from this URL.
   */
  avatar?(
    name: string,
    on: ChainNetwork<N>,
    owner: string,
    webLink: (link: string) => string | undefined,
    opts?: CallOptions,
  ): Promise<string | undefined>
}
