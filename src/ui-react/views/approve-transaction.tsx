import { useStyles } from '../hooks/use-styles.ts'
import { approveWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'
import css from './approve-transaction.css?inline'

/** Shows the text above the embedded wallet's frame. The shell shows the frame itself (S3.1.12). */
export function ApproveTransactionView() {
  useStyles(css)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  return <p className="quiet approve">{say(approveWords, latchkey.frames?.current ? 'check' : 'waiting')}</p>
}
