import { useDisconnecting } from '../use-disconnecting.ts'
import { Icon } from './icon.tsx'
import { Row } from './row.tsx'

/** Ends the connection of the family that is shown. */
export function DisconnectRow() {
  const { leaving, disconnect } = useDisconnecting()
  return (
    <Row
      lead={
        <span className="tile s40 round">
          <Icon name="leave" size={20} />
        </span>
      }
      name="Disconnect"
      testId="disconnect-button"
      disabled={leaving}
      tag={leaving ? <span className="spin" /> : undefined}
      onClick={disconnect}
    />
  )
}
