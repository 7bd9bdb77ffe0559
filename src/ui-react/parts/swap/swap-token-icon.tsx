import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useRuntime } from '../../runtime.ts'
import { TokenIcon } from '../token/token-icon.tsx'

/** Shows the picture of a token of the network on which swaps are made. */
export function SwapTokenIcon({
  token,
  size,
}: {
  readonly token: SwapToken
  readonly size?: number | undefined
}) {
  const network = useController(useRuntime().latchkey.swap, (state) => state.network?.caipNetworkId)
  return <TokenIcon {...token} network={network} size={size} />
}
