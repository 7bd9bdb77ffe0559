import type { ReactNode } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { useDisconnectWithSnackbar } from '../../hooks/use-disconnect-with-snackbar.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { leavingWords } from '../../language/english/account.ts'
import { familyWords } from '../../language/english/connect.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { IconTile } from '../icon-tile.tsx'
import { Row } from '../row.tsx'
import css from './disconnect-row.css?inline'

/** Shows a row that disconnects the active family and the families that share its session. The row lists these families. */
export function DisconnectRow() {
  const { say, list } = useLanguage()
  const { latchkey } = useRuntime()
  const active = useController(latchkey.network, ({ activeNamespace }) => activeNamespace)
  useController(latchkey.connections)
  const { leaving, disconnect } = useDisconnectWithSnackbar(active)
  const others = latchkey.session.sharing(active).filter((namespace) => namespace !== active)
  const families = list(others.map((namespace) => say(familyWords, namespace)))
  useStyles(css)
  return (
    <Leave
      name={say(leavingWords, 'disconnect')}
      note={families && <span className="whole">{say(leavingWords, 'alsoEnds', { families })}</span>}
      testId="disconnect-button"
      leaving={leaving}
      onClick={disconnect}
    />
  )
}

/** Shows a row that disconnects all families. */
export function DisconnectAllRow() {
  const { say } = useLanguage()
  const { leaving, disconnect } = useDisconnectWithSnackbar()
  return (
    <Leave
      name={say(leavingWords, 'disconnectAll')}
      testId="disconnect-all-button"
      leaving={leaving}
      onClick={disconnect}
    />
  )
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
      lead={<IconTile name="leave" />}
      name={name}
      note={note || undefined}
      testId={testId}
      disabled={leaving}
      tag={leaving ? <span className="spin" /> : undefined}
      onClick={onClick}
    />
  )
}
