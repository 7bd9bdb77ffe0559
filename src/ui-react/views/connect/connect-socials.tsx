import { useSocials } from '../../hooks/use-socials.ts'
import { LegalFooter } from '../../parts/legal.tsx'
import { Row } from '../../parts/row.tsx'
import { SocialIcon } from '../../parts/social/social-icon.tsx'
import { socialLabel } from '../../parts/social/social-label.ts'
import { startSocial } from '../../parts/social/start-social.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Shows all social providers, since the view `Connect` shows only some of them (S3.9.3). */
export function ConnectSocialsView() {
  const { latchkey } = useRuntime()
  const socials = useSocials()
  usePrefetch('ConnectingSocial')
  return (
    <>
      <div className="list">
        {socials.map((name) => (
          <Row
            key={name}
            lead={
              <span className="tile s40 round">
                <SocialIcon name={name} />
              </span>
            }
            name={socialLabel(name)}
            testId={`social-selector-${name}`}
            onClick={() => startSocial(latchkey, name)}
          />
        ))}
      </div>
      <LegalFooter />
    </>
  )
}
