import { useController } from '../../hooks/use-controller.ts'
import { CodeEntry } from '../../parts/form/code-entry.tsx'
import { Resend } from '../../parts/form/resend.tsx'
import { useRuntime } from '../../runtime.ts'

/** Asks for the login code. The connection decides which view follows (S3.1.11). */
export function EmailVerifyOtpView() {
  const { embeddedWallet, router } = useRuntime().latchkey
  const email = useController(router, ({ data }) => data?.email) ?? ''
  return (
    <CodeEntry email={email} confirm={(code, opts) => embeddedWallet.confirmCode(code, opts)}>
      <Resend
        word="resend"
        send={async () => {
          await embeddedWallet.logIn(email)
        }}
      />
    </CodeEntry>
  )
}
