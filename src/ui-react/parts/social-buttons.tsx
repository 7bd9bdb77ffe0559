import { useEffect } from 'react'
import type { SocialName } from '../../core/wallet/socials.ts'
import { socialWords } from '../language/english/embedded.ts'
import { useLanguage } from '../language/use-language.ts'
import { usePrefetch } from '../prefetch.ts'
import { useRuntime } from '../runtime.ts'
import { useSocials } from '../use-socials.ts'
import { useStyles } from '../use-styles.ts'
import { SocialIcon } from './social-icon.tsx'
import { socialLabel } from './social-label.ts'
import { startSocial } from './start-social.ts'

const socialsCss = `
.socials{display:flex;flex-wrap:wrap;gap:8px}
.socials button{display:flex;align-items:center;justify-content:center;gap:10px;flex:1 1 44px;min-height:52px;border-radius:calc(var(--r)*4);background:var(--n1);color:var(--n9);box-shadow:inset 0 0 0 1px var(--n3);font-weight:600;transition:background-color 125ms}
.socials button:hover{background:var(--n2);transition:none}.socials button:active{background:var(--n3)}
.socials .wide{flex-basis:100%}
.socials .more{color:var(--n7);font-weight:500;font-size:calc(var(--f)*1.4)}
@media (forced-colors:active){.socials button{border:1px solid}}
`

/** How many logos are shown next to the "more" button (S3.9.3). */
const besideMore = 4
const mostShown = 6

/** The social login providers. */
export function SocialButtons() {
  useStyles(socialsCss)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const socials = useSocials()
  usePrefetch('ConnectingSocial')
  // Load what the login window needs beforehand, since it must open during the click.
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
