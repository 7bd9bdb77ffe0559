import { useController } from '../../hooks/use-controller.ts'
import { CodeEntry } from '../../parts/form/code-entry.tsx'
import { StartOver } from '../../parts/form/start-over.tsx'
import { useRuntime } from '../../runtime.ts'

/** Asks for the code sent to the current address. */
export function UpdateEmailPrimaryOtpView() {
  const { embeddedWallet, router } = useRuntime().latchkey
  const data = useController(router, (state) => state.data)
  return (
    <CodeEntry
      email={data?.email ?? ''}
      confirm={async (code, opts) => {
        await embeddedWallet.confirmOldEmail(code, opts)
        router.replace('UpdateEmailSecondaryOtp', data)
      }}
    >
      <StartOver />
    </CodeEntry>
  )
}
