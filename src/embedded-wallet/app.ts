import * as z from 'zod/mini'
import { framePrefix } from '../connectors/embedded/protocol/frame-events.ts'
import { frameDefaults } from '../core/limits.ts'
import type { ServiceConfig } from '../core/wallet/wallet-service.ts'
import type { Clock, Fetch } from '../ports.ts'
import { answersOf } from './answers.ts'
import { deviceShares } from './keys/device-shares.ts'
import { walletKeys } from './keys/wallet-keys.ts'
import { emailLogin } from './login.ts'
import { answerParent } from './messages/answering.ts'
import { type Parent, parentOf, parentOrigin } from './messages/parent.ts'
import { networksFrom } from './networks.ts'
import { rpcAnswers } from './requests/rpc.ts'
import { approvalCard } from './screen/approval-card.ts'
import { askOn } from './screen/ask.ts'
import { element } from './screen/element.ts'
import { answerQuestion, hearQuestion, windowHash } from './screen/own-window.ts'
import { bringKey, keepNote } from './screen/recovery.ts'
import { quiet, type Stage, stageIn } from './screen/stage.ts'
import { showTheme } from './screen/theme.ts'
import { words } from './screen/words.ts'
import { serviceCalls } from './service/calls.ts'
import { deviceIn } from './service/device.ts'
import { walletService } from './service/service.ts'
import { type Exclusively, sessionIn } from './service/session.ts'
import { accountsOf } from './smart-account/accounts.ts'
import { database } from './store/database.ts'
import { sealIn } from './store/seal.ts'

// Without this it tries whether it may make code of text, which the policy of this page refuses and reports.
z.config({ jitless: true })

const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}

/** In ms: what the service and the nodes may take at most. */
const slowest = 10_000
const timedFetch: Fetch = (input, init) =>
  fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(slowest) })

const exclusively: Exclusively = async <T>(run: () => Promise<T>): Promise<T> => {
  let begun = false
  const once = () => {
    begun = true
    return run()
  }
  if (!('locks' in navigator)) return once()
  return navigator.locks.request('wallet session', once).catch((error: unknown) => {
    // A browser that lets a frame keep nothing gives it no locks either. There is nothing to share with another tab then.
    if (begun) throw error
    return run()
  }) as Promise<T>
}

const stage = stageIn(document.body.appendChild(element('main')))
if (location.hash.startsWith(windowHash)) approveHere(stage)
else start(stage)

/** The wallet in its frame. */
async function start(stage: Stage): Promise<void> {
  const store = database(indexedDB)
  const seal = sealIn(store)
  const call = serviceCalls(timedFetch, deviceIn(store, clock.now))
  const session = sessionIn({ store, seal, call, exclusively, now: clock.now })
  const service = walletService(call, session)
  const origin = parentOrigin(window as never)
  let config: ServiceConfig
  try {
    config = await service.config()
  } catch {
    const again = element('button', { class: 'secondary', type: 'button' }, words.again)
    again.addEventListener('click', () => location.reload())
    const card = quiet(words.down, words.downText)
    card.append(element('div', { class: 'actions' }, again))
    stage.show(card)
    return
  }
  if (origin === undefined || !config.origins.includes(origin)) {
    stage.show(quiet(words.notHere, words.notHereText(origin)))
    return
  }

  const keys = walletKeys(service, deviceShares(store, seal))
  const networks = networksFrom(
    config.networks,
    new URLSearchParams(location.search).get('chainId'),
    frameDefaults.chainId,
  )
  let claimedName: string | undefined
  /** Whoever makes a file but does not get it has none. */
  const unsaved = 'recovery not saved'
  const later = 'recovery later'
  const saved = () => void store.remove(unsaved)
  const kept = {
    ...keys,
    async makeRecovery() {
      await store.set(unsaved, true)
      return keys.makeRecovery()
    },
    async restore(file: string) {
      await store.set(unsaved, true)
      return keys.restore(file)
    },
  }
  const beside = async () => {
    const { wallet } = await keys.wallet()
    const hasFile = wallet.version > 1 && (await store.get(unsaved)) === undefined
    const before = (await store.get<number>(later)) ?? 0
    if (hasFile || clock.now() - before < 7 * 86_400_000) return undefined
    return keepNote(kept, saved, () => void store.set(later, clock.now()))
  }
  const accounts = accountsOf({ keys, store, chains: config.smartAccounts, fetch: timedFetch })
  const rpc = rpcAnswers({
    keys,
    networks,
    accounts,
    clock,
    fetch: timedFetch,
    asker: () => ({ origin, claimedName }),
    bringKey: (signal) => bringKey(stage, clock, kept, saved, signal),
    approve: askOn({ stage, clock, beside }),
    during: stage.during,
  })
  const parent: Parent = parentOf(window as never, origin)
  answerParent(
    parent,
    answersOf({
      config,
      login: emailLogin(service),
      networks,
      accounts,
      rpc,
      showTheme: (theme) => showTheme(document.documentElement, theme),
      nameApp: (name) => {
        claimedName = name
      },
      reload: () => location.reload(),
    }),
  )
  parent.post({ type: `${framePrefix}READY`, payload: { version: frameDefaults.version } })
}

/** The same question in a window: no key is here, only the answer. */
async function approveHere(stage: Stage): Promise<void> {
  stage.show(quiet(words.noRequest, words.noRequestText))
  const asked = await hearQuestion(window)
  if (!asked) return
  const { dataset, style } = document.documentElement
  if (asked.theme) dataset.theme = asked.theme
  if (asked.accent) style.setProperty('--accent', asked.accent)
  const shown = approvalCard(asked.approval as never, {
    clock,
    decided(approved) {
      shown.end()
      answerQuestion(window, approved)
      stage.show(quiet(words.noRequest, words.noRequestText))
    },
  })
  stage.show(shown.card)
  shown.begin()
}
