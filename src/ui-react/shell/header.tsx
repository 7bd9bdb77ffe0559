import { useController } from '../hooks/use-controller.ts'
import { usePendingSend } from '../hooks/use-pending-send.ts'
import { shellWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'
import { Icon } from '../parts/icon.tsx'
import { useSentTransaction } from '../parts/send/use-sent-transaction.ts'
import { useRuntime } from '../runtime.ts'
import { goBack } from './go-back.ts'
import type { Shown } from './stage.tsx'
import { isUntitled, titleOf } from './titles.ts'

export function Header({ shown }: { readonly shown: Shown }) {
  const language = useLanguage()
  const { latchkey } = useRuntime()
  const embedded = useController(latchkey.options, ({ enableEmbedded }) => enableEmbedded)
  const { state } = shown
  const app = useController(latchkey.options, ({ metadata }) => metadata.name)
  const sending = usePendingSend() !== undefined
  const swap = useController(latchkey.swap, ({ result }) => result)
  const sent = useController(latchkey.send, (send) => send.sent)
  const followed = useSentTransaction(state.view === 'WalletSent' ? sent : undefined)
  const refused = followed?.status === 'failed' || followed?.status === 'replaced'
  const title = titleOf(language, { ...state, app, sending, refused, swap })
  const canGoBack = state.history.length > 1 && state.view !== 'ApproveTransaction'
  return (
    <div className="header">
      {canGoBack ? (
        <button
          type="button"
          className="round-button"
          aria-label={language.say(shellWords, 'back')}
          data-testid="header-back"
          onClick={() => goBack(latchkey)}
        >
          <Icon name="back" />
        </button>
      ) : state.view === 'Connect' ? (
        <button
          type="button"
          className="round-button"
          aria-label={language.say(shellWords, 'help')}
          data-testid="header-help"
          onClick={() => latchkey.router.push('WhatIsAWallet')}
        >
          <Icon name="help" />
        </button>
      ) : (
        <span />
      )}
      <h1 id="lk-title" tabIndex={-1} data-testid="header-text">
        <bdi key={title} className={isUntitled(state.view) ? 'hidden' : shown.way}>
          {title}
        </bdi>
      </h1>
      {embedded ? (
        <span />
      ) : (
        <button
          type="button"
          className="round-button"
          aria-label={language.say(shellWords, 'close')}
          data-testid="header-close"
          onClick={() => latchkey.modal.safeClose()}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
