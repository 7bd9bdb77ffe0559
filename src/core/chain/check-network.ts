import {
  both,
  type Check,
  flag,
  httpUrl,
  integer,
  list,
  must,
  oneOf,
  shape,
  text,
  textOrNumber,
} from '../json/check.ts'
import { isCaipNetworkId } from './caip.ts'
import { chainNamespaces } from './namespace.ts'
import { type ChainNetwork, type NetworkInput, networkFrom } from './network.ts'

export const isNetworkId = must('must be a CAIP-2 id', isCaipNetworkId)

const checkWhole = both(
  shape(
    {
      chainNamespace: oneOf(...chainNamespaces),
      id: textOrNumber,
      caipNetworkId: isNetworkId,
      name: text,
      nativeCurrency: shape({ name: text, symbol: text, decimals: integer(0, 77) }, {}, true),
      rpcUrls: shape({ default: shape({ http: list(httpUrl) }, {}, true) }, {}, true),
    },
    { testnet: flag, ss58Prefix: integer(0, 16_383) },
    true,
  ),
  (value) => {
    const { chainNamespace, id, caipNetworkId } = value as ChainNetwork
    const expected = `${chainNamespace}:${id}`
    return caipNetworkId === expected ? undefined : { path: '.caipNetworkId', reason: `must be ${expected}` }
  },
)

/** Validates a network of the option `networks`. Ignores unknown fields. */
export const checkNetwork: Check = (value) => checkWhole(networkFrom(value as NetworkInput))
