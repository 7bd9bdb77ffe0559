import { CodeEntry } from '../parts/code-entry.tsx'
import { Resend } from '../parts/resend.tsx'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

/** Entry of the login code. The connection decides which view follows (S3.1.11). */
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
