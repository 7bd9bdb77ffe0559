import { CodeEntry } from '../parts/code-entry.tsx'
import { Resend } from '../parts/resend.tsx'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

/** The code by which a visitor logs in. Where it leads follows from the connection. Facts 1.11, "OTP". */
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
