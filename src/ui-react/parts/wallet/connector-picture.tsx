import type { ConnectorView } from '../../../core/wallet/list/wallet-list.ts'
import { useCataloguePicture } from '../../hooks/use-catalogue-picture.ts'
import { usePausable } from '../../hooks/use-pausable.ts'
import { useRuntime } from '../../runtime.ts'
import { imageOf, WalletIcon } from './wallet-icon.tsx'

/** A connector's picture: the host's, otherwise the wallet's own, otherwise the catalogue's by `imageId`. */
export function ConnectorPicture({
  connector,
  name,
  size,
}: {
  readonly connector: ConnectorView | undefined
  readonly name: string
  readonly size?: number | undefined
}) {
  const { latchkey } = useRuntime()
  const own = imageOf(
    connector,
    usePausable(latchkey.options, (state) => state.connectorImages),
  )
  const listed = useCataloguePicture('asset', own === undefined ? connector?.imageId : undefined)
  return <WalletIcon name={name} src={own ?? listed} {...(size !== undefined && { size })} />
}
