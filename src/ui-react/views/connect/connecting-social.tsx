import { useState } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { emailWords, socialWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../../parts/icon.tsx'
import { SocialIcon } from '../../parts/social/social-icon.tsx'
import { socialLabel } from '../../parts/social/social-label.ts'
import { startSocial } from '../../parts/social/start-social.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { useRuntime } from '../../runtime.ts'
import css from './connecting-social.css?inline'

/** Waits while the visitor is at a provider in another window (S3.9.3). */
export function ConnectingSocialView() {
  useStyles(css)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  // Keep the value: going back clears the router's data while the view is still visible.
  const [provider] = useState(() => latchkey.router.state.data?.social)
  const social = useController(latchkey.embeddedWallet, (state) => state.social)
  if (!provider) return null
  const name = socialLabel(provider)
  const retrieving = social?.phase === 'user'
  return (
    <Waiting
      attempt={{
        phase: social?.phase === 'failed' ? 'failed' : 'waiting',
        error: social?.error,
        retry: () => startSocial(latchkey, provider),
      }}
      name={name}
      round
      picture={
        <span className="tile s80 social">
          <SocialIcon name={provider} size={36} />
        </span>
      }
      title={say(socialWords, 'logInWith', { name })}
      other={{ label: say(emailWords, 'cancel'), go: () => latchkey.modal.goBack() }}
      advice={say(socialWords, retrieving ? 'retrieving' : 'inWindow')}
    >
      {/* Telegram has no window: the page itself goes to the provider. */}
      {!retrieving && !latchkey.traits.telegram && (
        <button
          type="button"
          className="primary"
          data-testid="open-again"
          onClick={() => startSocial(latchkey, provider)}
        >
          {say(socialWords, 'openAgain')}
          <Icon name="out" size={18} />
        </button>
      )}
    </Waiting>
  )
}
