import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { clip } from './row.tsx'
import { SocialIcon } from './social-icon.tsx'
import { socialLabel } from './social-label.ts'

/** What the provider calls the visitor of the embedded wallet. Facts 9.4, "Auth row". */
export function SocialRow() {
  const { userName, socialProvider } = useController(useRuntime().latchkey.embeddedWallet)
  if (!socialProvider) return null
  const label = socialLabel(socialProvider)
  // Discord writes a zero behind names that one person has alone.
  const name = socialProvider === 'discord' ? userName?.replace(/#?0$/, '') : userName
  return (
    <div className="row" data-testid="account-social">
      <span className="tile s40 round">
        <SocialIcon name={socialProvider} size={20} />
      </span>
      <span className="grow">
        <bdi className="name">{clip(name || label)}</bdi>
        {name && <span className="note">{label}</span>}
      </span>
    </div>
  )
}
