import { useController } from '../../hooks/use-controller.ts'
import { signedInWords } from '../../language/english/sign-in.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { IconTile } from '../icon-tile.tsx'
import { Row } from '../row.tsx'

/** Lets a connected visitor sign out, or sign in if the sign-in is optional. Renders nothing if neither is possible. */
export function SignInRow() {
  const { say } = useLanguage()
  const { signIn, router, snackbar } = useRuntime().latchkey
  const status = useController(signIn, (state) => state.status)
  const isIn = status === 'signed-in'
  if (!isIn && status !== 'offered') return null
  const act = () => {
    if (!isIn) router.push('SIWXSignMessage')
    else signIn.signOut().catch((error) => snackbar.showError(error))
  }
  return (
    <Row
      lead={<IconTile name="key" />}
      name={say(signedInWords, isIn ? 'signOut' : 'signIn')}
      note={isIn ? say(signedInWords, 'signedIn') : undefined}
      tag={isIn ? undefined : <Icon name="forward" size={18} />}
      testId={isIn ? 'account-sign-out' : 'account-sign-in'}
      onClick={act}
    />
  )
}
