import { approveWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'
import { useStyles } from '../use-styles.ts'

/** A line between the page's text and the wallet's frame. */
const approveCss = `
.approve{text-align:center;margin-bottom:-4px}
.frame{box-shadow:0 -1px var(--n3)}
`

/** The text above the embedded wallet's frame, which the shell shows below (S3.1.12). */
export function ApproveTransactionView() {
  useStyles(approveCss)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  return <p className="quiet approve">{say(approveWords, latchkey.frames?.current ? 'check' : 'waiting')}</p>
}
