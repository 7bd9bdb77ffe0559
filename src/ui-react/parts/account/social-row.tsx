import { useController } from '../../hooks/use-controller.ts'
import { useRuntime } from '../../runtime.ts'
import { clip } from '../row.tsx'
import { discordName } from '../social/discord-name.ts'
import { SocialIcon } from '../social/social-icon.tsx'
import { socialLabel } from '../social/social-label.ts'

/** Shows the embedded wallet user's name at the social provider (S3.9.4). */
export function SocialRow() {
  const { userName, socialProvider } = useController(useRuntime().latchkey.embeddedWallet)
  if (!socialProvider) return null
  const label = socialLabel(socialProvider)
  const name = userName && socialProvider === 'discord' ? discordName(userName) : userName
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
