import { useController } from '../../hooks/use-controller.ts'
import { CodeEntry } from '../../parts/form/code-entry.tsx'
import { StartOver } from '../../parts/form/start-over.tsx'
import { useRuntime } from '../../runtime.ts'

/** Asks for the code sent to the new address. */
export function UpdateEmailSecondaryOtpView() {
  const { embeddedWallet, router } = useRuntime().latchkey
  const data = useController(router, (state) => state.data)
  return (
    <CodeEntry
      email={data?.newEmail ?? ''}
      confirm={async (code, opts) => {
        await embeddedWallet.confirmNewEmail(code, opts)
        router.reset(data?.redirectView ?? 'Account')
      }}
    >
      <StartOver />
    </CodeEntry>
  )
}
