import type { ServiceSession, ServiceUser } from '../../core/wallet/wallet-service.ts'
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
): Promise<ServiceSession> {
  const { login, action } = await askText(
    stage.show,
    {
      title: words.logIn,
      text: words.logInText,
      label: words.email,
      go: words.next,
      attributes: { type: 'email', autocomplete: 'email' },
      others,
    },
    (email) => service.beginLogin(email),
  )
  if (action === 'VERIFY_DEVICE') {
    stage.show(pageCard({ title: words.link, text: words.linkText, actions: [] }))
    while (!(await service.awaitDevice(login)).approved);
  }
  return enterCode(stage, service, login)
}

/**
 * Asks for a new code by mail, so that other people at an unattended browser can't export the key. Mails no code if `isStill` returns
 * false. The returned session may be of another user, because the address may have moved to another account.
 */
export async function provePresence(
  stage: Stage,
  service: WalletService,
  user: ServiceUser,
  isStill: (user: ServiceUser) => Promise<boolean>,
  back: PageAction,
): Promise<ServiceSession> {
  const { email = '' } = user
  const login = await new Promise<string>((resolve) => {
    const mail: PageAction = {
      label: words.mailCode,
      kind: 'primary',
      async act() {
        if (await isStill(user)) resolve((await service.beginLogin(email)).login)
      },
    }
    stage.show(pageCard({ title: words.again, text: words.againText(email), actions: [mail, back] }))
  })
  return enterCode(stage, service, login, [back])
}

function enterCode(
  stage: Stage,
  service: WalletService,
  login: string,
  others: readonly PageAction[] = [],
): Promise<ServiceSession> {
  const card = { title: words.code, label: words.code, go: words.next, attributes: codeField, others }
  return askText(stage.show, card, (code) => service.enterCode(login, code))
}
