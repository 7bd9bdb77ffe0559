import type { ServiceUser } from '../../core/wallet/wallet-service.ts'
import type { Stage } from '../screen/stage.ts'
import type { WalletService } from '../service/service.ts'
import { askText, type PageAction, pageCard } from './page-card.ts'
import { manageWords as words } from './words.ts'

const codeField = { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: '6' }

/** Logs a visitor in on the wallet's own page. */
export async function logIn(
  stage: Stage,
  service: WalletService,
  others: readonly PageAction[],
): Promise<void> {
  let begun: Awaited<ReturnType<WalletService['beginLogin']>> | undefined
  await askText(
    stage.show,
    {
      title: words.logIn,
      text: words.logInText,
      label: words.email,
      go: words.next,
      attributes: { type: 'email', autocomplete: 'email' },
      others,
    },
    async (email) => {
      begun = await service.beginLogin(email)
    },
  )
  if (!begun) return
  const { login, action } = begun
  if (action === 'VERIFY_DEVICE') {
    stage.show(pageCard({ title: words.link, text: words.linkText, actions: [] }))
    while (!(await service.awaitDevice(login)).approved);
  }
  await enterCode(stage, service, login)
}

/** Asks for a new code by mail, so that other people at an unattended browser can't export the key. */
export async function provePresence(
  stage: Stage,
  service: WalletService,
  { email = '' }: ServiceUser,
  back: PageAction,
): Promise<void> {
  const login = await new Promise<string>((resolve) => {
    const mail: PageAction = {
      label: words.mailCode,
      kind: 'primary',
      act: async () => resolve((await service.beginLogin(email)).login),
    }
    stage.show(pageCard({ title: words.again, text: words.againText(email), actions: [mail, back] }))
  })
  await enterCode(stage, service, login, [back])
}

function enterCode(
  stage: Stage,
  service: WalletService,
  login: string,
  others: readonly PageAction[] = [],
): Promise<void> {
  const card = { title: words.code, label: words.code, go: words.next, attributes: codeField, others }
  return askText(stage.show, card, async (code) => void (await service.enterCode(login, code)))
}
