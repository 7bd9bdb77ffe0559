import type { OpenLink } from '../../../controllers/coordinators/pairing.ts'
import { linkWords } from '../../language/english/pairing.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'

/** Shows a link that opens this page in the phone's browser, for a visitor who is in another app's web view. */
export function BrowserLink({ link, className }: { readonly link: OpenLink; readonly className: string }) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  return (
    <a
      className={className}
      href={link.open}
      target={link.target}
      rel="noreferrer noopener"
      data-testid="open-browser"
      onClick={(event) => latchkey.pairing.follow(link) || event.preventDefault()}
    >
      {say(linkWords, 'browser')}
      <Icon name="out" size={18} />
    </a>
  )
}
