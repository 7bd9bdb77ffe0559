import { useEffect } from 'react'
import type { SocialName } from '../../../core/wallet/list/socials.ts'
import { useSocials } from '../../hooks/use-socials.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { socialWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import css from './social-buttons.css?inline'
import { SocialIcon } from './social-icon.tsx'
import { socialLabel } from './social-label.ts'
import { startSocial } from './start-social.ts'

/** How many logos are shown next to the "more" button (S3.9.3). */
const besideMore = 4
const mostShown = 6

/** Shows the social login providers. */
export function SocialButtons() {
  useStyles(css)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const socials = useSocials()
  usePrefetch('ConnectingSocial')
  // Load the code for the login window in advance, since the window must open during the click.
  useEffect(() => void latchkey.embeddedWallet.prepare(), [latchkey])
  const pair = socials.length === 2
  const [first, ...rest] = socials
  const hasMore = socials.length > mostShown
  const logos = pair ? socials : hasMore ? rest.slice(0, besideMore) : rest
  return (
    <div className="socials">
      {first && !pair && <SocialButton name={first} wide />}
      {logos.map((name) => (
        <SocialButton key={name} name={name} />
      ))}
      {hasMore && (
        <button
          type="button"
          className="more"
          data-testid="social-selector-more"
          onClick={() => latchkey.router.push('ConnectSocials')}
        >
          {say(socialWords, 'more')}
        </button>
      )}
    </div>
  )
}

function SocialButton({ name, wide = false }: { readonly name: SocialName; readonly wide?: boolean }) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const words = say(socialWords, 'continueWith', { name: socialLabel(name) })
  return (
    <button
      type="button"
      className={wide ? 'wide' : undefined}
      aria-label={wide ? undefined : words}
      title={wide ? undefined : socialLabel(name)}
      data-testid={`social-selector-${name}`}
      onClick={() => startSocial(latchkey, name)}
    >
      <SocialIcon name={name} />
      {wide && words}
    </button>
  )
}
