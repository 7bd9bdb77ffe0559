import type { ReactNode } from 'react'
import { useRuntime, useStyles } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { useDisconnecting } from '../use-disconnecting.ts'
import { familyNames } from './families.tsx'
import { Icon } from './icon.tsx'
import { Row } from './row.tsx'

// What is ended is never cut short.
const noteCss = `
.whole{display:block;white-space:normal;text-wrap:pretty}
`

/** Ends the connection of the family that is shown, and of those that share its session, which it names beforehand. */
export function DisconnectRow() {
  const { latchkey } = useRuntime()
  const active = useController(latchkey.network, ({ activeNamespace }) => activeNamespace)
  useController(latchkey.connections)
  const { leaving, disconnect } = useDisconnecting(active)
  const others = latchkey.session.sharing(active).filter((namespace) => namespace !== active)
  const also = others.map((namespace) => familyNames[namespace]).join(', ')
  useStyles(noteCss)
  return (
    <Leave
      name="Disconnect"
      note={also && <span className="whole">Also ends {also}: they share one session</span>}
      testId="disconnect-button"
      leaving={leaving}
      onClick={disconnect}
    />
  )
}

/** Ends every connection; there where more than one would have to be ended. */
export function DisconnectAllRow() {
  const { leaving, disconnect } = useDisconnecting()
  return <Leave name="Disconnect all" testId="disconnect-all-button" leaving={leaving} onClick={disconnect} />
}

function Leave(props: {
  readonly name: string
  readonly note?: ReactNode
  readonly testId: string
  readonly leaving: boolean
  readonly onClick: () => void
}) {
  const { name, note, testId, leaving, onClick } = props
  return (
    <Row
      lead={
        <span className="tile s40 round">
          <Icon name="leave" size={20} />
        </span>
      }
      name={name}
      note={note || undefined}
      testId={testId}
      disabled={leaving}
      tag={leaving ? <span className="spin" /> : undefined}
      onClick={onClick}
    />
  )
}
