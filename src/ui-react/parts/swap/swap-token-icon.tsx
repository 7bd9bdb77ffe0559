import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useRuntime } from '../../runtime.ts'
import { TokenIcon } from '../token/token-icon.tsx'

/** Shows the picture of a token. */
export function SwapTokenIcon({
  token,
  on,
  size,
}: {
  readonly token: SwapToken
  /** The token's network. Default: the network on which the visitor pays. */
  readonly on?: ChainNetwork | undefined
  readonly size?: number | undefined
}) {
  const network = useController(useRuntime().latchkey.swap, (state) => state.network?.caipNetworkId)
  return <TokenIcon {...token} network={on?.caipNetworkId ?? network} size={size} />
}
