import { baseConnectorId } from '../../../core/wallet/list/base-connector-id.ts'
import type { ConnectorView } from '../../../core/wallet/list/wallet-list.ts'
import { useCataloguePicture } from '../../hooks/use-catalogue-picture.ts'
import { usePausable } from '../../hooks/use-pausable.ts'
import { useMark } from '../../marks/use-mark.ts'
import { useRuntime } from '../../runtime.ts'
import { imageOf, WalletIcon } from './wallet-icon.tsx'

/**
 * Shows a connector's picture. Uses the first available of these: the host's picture, the wallet's
 * own picture, our logo of the wallet, the catalogue's picture (`imageId`). If there is none, uses
 * the letter that the connector drew (`initialIcon`).
 */
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
  const image = imageOf(
    connector,
    usePausable(latchkey.options, (state) => state.connectorImages),
  )
  const own = image?.endsWith('#letter') ? undefined : image
  const mark = useMark('wallet', ...(connector && own === undefined ? marksOf(connector) : []))
  const unmarked = own === undefined && mark === undefined
  const listed = useCataloguePicture('asset', unmarked ? connector?.imageId : undefined)
  return <WalletIcon name={name} src={own ?? listed ?? mark ?? image} {...(size !== undefined && { size })} />
}

/**
 * Returns the ids that select a wallet's logo. A second wallet that claims the same id may be an imitation, so only its
 * `explorerId` counts.
 */
function marksOf({ id, rdns, explorerId }: ConnectorView): readonly (string | undefined)[] {
  return baseConnectorId(id) === id ? [explorerId, rdns, id] : [explorerId]
}
